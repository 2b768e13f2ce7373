import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from hedgerow import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    EnsembleClassifier,
    ExtraTreesRegressor,
    HedgerowClassifier,
    RandomForestClassifier,
)
from hedgerow.boosting import LogitBoostClassifier, LsBoostClassifier, LsBoostRegressor
from hedgerow.learners import NaiveBayesClassifier
from hedgerow.relevance.tree_sums import adds_up_trees, read_trees
from hedgerow.views import Subspace

rng = np.random.default_rng(0)
X = rng.normal(size=(80, 5))
NUMBER = X[:, 0] * X[:, 1] + X[:, 2]
LABEL = np.digitize(NUMBER, [-0.5, 0.5])
TREES = DecisionTreeRegressor(max_depth=3)
MODELS = [
    (DecisionTreeClassifier(), LABEL, "predict_proba"),
    (RandomForestClassifier(5, random_state=0), LABEL, "predict_proba"),
    (ExtraTreesRegressor(5, random_state=0), NUMBER, "predict"),
    (EnsembleClassifier(n_estimators=5, view=Subspace(0.5), random_state=0), LABEL, "predict_proba"),
    (EnsembleClassifier(n_estimators=5, combination="vote", random_state=0), LABEL, "predict_proba"),
    (
        AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=5, random_state=0),
        LABEL,
        "predict_proba",
    ),
    (LogitBoostClassifier(TREES, n_estimators=4), LABEL, "decision_function"),
    (LogitBoostClassifier(TREES, n_estimators=4), LABEL > 0, "decision_function"),
    (LsBoostRegressor(TREES, n_estimators=4), NUMBER, "predict"),
    (LsBoostRegressor(TREES, n_estimators=4, l2=2.0), NUMBER, "predict"),
]


@pytest.mark.parametrize(("model", "y", "method"), MODELS)
def test_the_trees_add_up_to_what_the_model_says(model, y, method):
    said = getattr(model.fit(X, y), method)(X)
    found = read_trees(model)
    total = np.tile(found.start, (len(X), 1))
    for place in range(len(found.parts)):
        part = found.parts[place]
        leaves = part.tree.forest.apply(X)[:, 0]
        for output, values in part.list_values():
            total[:, output] += values[leaves]
    if found.mixing is not None:
        total = total @ found.mixing
    if found.sums_to_one:
        total[:, 0] = 1.0 - total[:, 1:].sum(axis=1)
    np.testing.assert_allclose(total.reshape(said.shape) if said.ndim == 1 else total, said, atol=1e-12)


def test_the_unit_says_what_is_added_up():
    units = [read_trees(model.fit(X, y)).unit for model, y, _ in MODELS]
    assert (
        units
        == ["probability"] * 2 + ["value", "probability"] + ["vote share"] * 2 + ["score"] * 2 + ["value"] * 2
    )


@pytest.mark.parametrize(
    ("model", "says"),
    [
        (LinearRegression(), "is not a model of hedgerow that adds up trees"),
        (HedgerowClassifier(n_estimators=2), "transformed tables"),
        (EnsembleClassifier(NaiveBayesClassifier(), n_estimators=2), "members that are not trees"),
        (EnsembleClassifier(n_estimators=2, combination="product"), "does not average its trees"),
        (LsBoostClassifier(n_estimators=2), "its stumps are trees"),
    ],
)
def test_what_is_no_sum_of_trees_is_refused_with_the_way_out(model, says):
    model.fit(X, LABEL)
    assert not adds_up_trees(model)
    with pytest.raises(TypeError, match=says) as refused:
        read_trees(model)
    assert "shap.Explainer" in str(refused.value)


def test_additive_models_without_a_round_are_their_start():
    model = LsBoostRegressor(TREES, n_estimators=3).fit(X, np.full(80, 2.5))
    found = read_trees(model)
    assert (len(found.parts), found.start.tolist()) == (0, [2.5])
