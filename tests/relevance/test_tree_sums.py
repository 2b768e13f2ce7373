import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from hedgerow import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    EnsembleClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
)
from hedgerow.boosting import LogitBoostClassifier, LsBoostClassifier, LsBoostRegressor
from hedgerow.relevance.tree_readers import adds_up_trees, read_sum
from hedgerow.relevance.tree_sums import JoinedTrees
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
    found = read_sum(model)
    total = np.tile(found.start, (len(X), 1))
    for part in found.trees:
        leaves = part.tree.forest.apply(X)[:, 0]
        for output, values in found.list_values(part):
            total[:, output] += values[leaves]
    if found.mixing is not None:
        total = total @ found.mixing
    if found.sums_to_one:
        total[:, 0] = 1.0 - total[:, 1:].sum(axis=1)
    np.testing.assert_allclose(total.reshape(said.shape) if said.ndim == 1 else total, said, atol=1e-12)


def test_the_unit_says_what_is_added_up():
    units = [read_sum(model.fit(X, y)).unit for model, y, _ in MODELS]
    assert (
        units
        == ["probability"] * 2 + ["value", "probability"] + ["vote share"] * 2 + ["score"] * 2 + ["value"] * 2
    )


def test_additive_models_without_a_round_are_their_start():
    model = LsBoostRegressor(TREES, n_estimators=3).fit(X, np.full(80, 2.5))
    found = read_sum(model)
    assert (len(found.trees), found.start.tolist()) == (1, [2.5])
    assert found.trees[0].leaf_values(1).tolist() == [[0.0]]


def test_trees_are_made_when_they_are_looked_at_one_after_the_other():
    parts = [RandomForestClassifier(n, random_state=0).fit(X, LABEL) for n in (2, 3)]
    sums = [read_sum(part).trees for part in parts]
    both = JoinedTrees(sums)
    assert len(both) == 5
    sizes = [len(each.tree.nodes) for part in sums for each in part]
    assert [len(each.tree.nodes) for each in both] == sizes
    assert [len(each.tree.nodes) for each in both[1:4]] == sizes[1:4]
    assert len(both[-1].tree.nodes) == sizes[-1]
    with pytest.raises(IndexError):
        both[5]


def test_only_trees_that_have_seen_rows_know_their_weights():
    assert adds_up_trees(LsBoostClassifier(TREES, n_estimators=2).fit(X, LABEL))
    assert not adds_up_trees(LsBoostClassifier(n_estimators=2).fit(X, LABEL))
    assert not adds_up_trees(LinearRegression().fit(X, NUMBER))
