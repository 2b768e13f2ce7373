"""skl2onnx converts our forests with scikit-learn's own converters, once it is told that they apply."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
skl2onnx, onnxruntime = need("skl2onnx"), need("onnxruntime")


def test_a_pipeline():
    from skl2onnx.common.data_types import FloatTensorType
    from skl2onnx.common.shape_calculator import calculate_linear_classifier_output_shapes
    from skl2onnx.operator_converters.random_forest import convert_sklearn_random_forest_classifier

    asked = ("zipmap", "nocl", "output_class_labels", "raw_scores", "decision_path", "decision_leaf")
    skl2onnx.update_registered_converter(
        RandomForestClassifier, "HedgerowForest", calculate_linear_classifier_output_shapes,
        convert_sklearn_random_forest_classifier, options={name: [False, True] for name in asked},
    )  # fmt: skip
    X, y = load_iris(return_X_y=True)
    model = make_pipeline(
        StandardScaler(), RandomForestClassifier(n_estimators=5, max_depth=3, random_state=0)
    )
    model.fit(X, y)
    written = skl2onnx.to_onnx(
        model, initial_types=[("X", FloatTensorType([None, 4]))], options={"zipmap": False}
    )
    run = onnxruntime.InferenceSession(written.SerializeToString(), providers=["CPUExecutionProvider"])
    labels, shares = run.run(None, {"X": X.astype(np.float32)})
    is_alike = np.abs(shares - model.predict_proba(X)).max(axis=1) < 1e-5
    assert is_alike.mean() > 0.98  # scaled by float32, a value may fall on the other side of a cut
    assert (labels == model.predict(X))[is_alike].all()
