"""mlflow logs a model and loads it again."""

import pytest
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
mlflow = need("mlflow.sklearn")


def test_a_forest_comes_back(tmp_path):
    X, y = load_iris(return_X_y=True)
    forest = RandomForestClassifier(n_estimators=5, random_state=0).fit(X, y)
    mlflow.save_model(forest, tmp_path / "forest", serialization_format="cloudpickle")
    assert_array_equal(mlflow.load_model(str(tmp_path / "forest")).predict_proba(X), forest.predict_proba(X))
