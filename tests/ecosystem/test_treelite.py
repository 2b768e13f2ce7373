"""treelite's importer of scikit-learn's forests takes ours as they are."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from hedgerow import ExtraTreesRegressor, RandomForestClassifier

treelite = pytest.importorskip("treelite", reason="treelite is not installed")

X, y = load_iris(return_X_y=True)
X = X.astype(np.float32)


def test_imported_forests_predict_the_same():
    classes = RandomForestClassifier(5, random_state=0).fit(X, y)
    values = ExtraTreesRegressor(5, random_state=0).fit(X[:, :3], X[:, 3])
    for forest, rows, expected in (
        (classes, X, classes.predict_proba(X)),
        (values, X[:, :3], values.predict(X[:, :3])),
    ):
        imported = treelite.sklearn.import_model(forest)
        predicted = treelite.gtil.predict(imported, np.ascontiguousarray(rows))
        np.testing.assert_allclose(predicted.reshape(expected.shape), expected, atol=1e-12)
