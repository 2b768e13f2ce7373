import pytest
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator

from hedgerow import DecisionTreeClassifier, EnsembleClassifier, RandomForestClassifier
from hedgerow.export import ExportError
from hedgerow.export.exported import read_exported

X, y = [[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]], [0, 1, 1]


def test_a_model_is_read_with_its_columns():
    total, inputs = read_exported(RandomForestClassifier(3, random_state=0).fit(X, y))
    assert (len(total.trees), inputs.names) == (3, ("x0", "x1"))


def test_what_cannot_be_exported_is_refused_with_the_reason_and_what_can_be():
    model = EnsembleClassifier(n_estimators=2, combination="median").fit(X, y)
    says = (
        r"EnsembleClassifier cannot be exported: .*combined by Median\(\).*forests, bagging.*can be exported"
    )
    with pytest.raises(ExportError, match=says):
        read_exported(model)
    with pytest.raises(ExportError, match="FrozenEstimator cannot be exported"):
        read_exported(FrozenEstimator(DecisionTreeClassifier().fit(X, y)))
    with pytest.raises(TypeError, match="pass a fitted estimator"):
        read_exported("forest")
    with pytest.raises(NotFittedError):
        read_exported(RandomForestClassifier())
