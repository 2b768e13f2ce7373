import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.ensemble import ExtraTreesRegressor as PeerTrees
from sklearn.ensemble import RandomForestClassifier as PeerForest
from sklearn.ensemble import RandomForestRegressor as PeerRegressor
from sklearn.linear_model import LogisticRegression

from hedgerow import RandomForestClassifier
from hedgerow.datasets import make_friedman
from hedgerow.relevance.fitted import read_fitted
from hedgerow.trees.binning import BinnedTable

SAMPLE = make_friedman(150, random_state=0)
X, CODES = SAMPLE.X.astype(np.float32).astype(float), (SAMPLE.y > 0).astype(int)
VALUES = make_friedman(150, binary=False, random_state=0).y
TABLE = BinnedTable.from_matrix(X)


@pytest.mark.parametrize(
    ("peer", "y"),
    [(PeerForest(10, random_state=0), CODES), (PeerRegressor(10, random_state=0), VALUES)],
    ids=["classes", "values"],
)
def test_the_trees_of_scikit_learn_answer_as_before(peer, y):
    peer.fit(X, y)
    forest = read_fitted(peer, TABLE, X, y).forest
    answers = forest.outputs(X)
    for t, tree in enumerate(peer.estimators_):
        expected = tree.predict_proba(X) if forest.n_classes else tree.predict(X)
        assert_allclose(answers[t], expected, rtol=1e-9)
        importances = tree.tree_.compute_feature_importances(normalize=False)
        assert_allclose(forest.gains()[t], importances, rtol=1e-6, atol=1e-12)


def test_codes_part_rows_as_thresholds_do():
    peer = PeerForest(10, random_state=0).fit(X, CODES)
    nodes = read_fitted(peer, TABLE, X, CODES).forest.nodes
    for node in nodes[nodes["feature"] >= 0]:
        below = X[:, node["feature"]] <= node["threshold"]
        assert_array_equal(TABLE.codes[node["feature"]] <= node["code"], below)


def test_missing_values_go_where_the_peer_sends_them():
    holes = X.copy()
    holes[::7, 0] = np.nan
    peer = PeerForest(10, random_state=0).fit(holes, CODES)
    evaluation = read_fitted(peer, BinnedTable.from_matrix(holes), holes, CODES)
    for t, tree in enumerate(peer.estimators_):
        assert_allclose(evaluation.forest.outputs(holes)[t], tree.predict_proba(holes), rtol=1e-9)


def test_bags_are_those_of_the_forest():
    for forest in (PeerForest(5, random_state=0), RandomForestClassifier(5, random_state=0)):
        forest.fit(X, CODES)
        evaluation = read_fitted(forest, TABLE, X, CODES)
        seen = np.unpackbits(evaluation.blocks[0].in_bag, axis=1, count=150)
        for t, rows in enumerate(forest.estimators_samples_):
            assert_array_equal(np.flatnonzero(seen[t]), np.unique(rows))


def test_a_forest_that_has_seen_every_row_teaches_nothing_about_unseen_ones():
    peer = PeerTrees(5, random_state=0).fit(X, VALUES)
    evaluation = read_fitted(peer, TABLE, X, VALUES)
    assert not evaluation.gains[0].uses.any()
    assert evaluation.trace("in_bag")[1].sum() > 0


def test_what_has_no_trees_is_refused():
    with pytest.raises(ValueError, match="LogisticRegression has no trees to read"):
        read_fitted(LogisticRegression().fit(X, CODES), TABLE, X, CODES)


def test_another_table_is_refused():
    peer = PeerForest(5, random_state=0).fit(X, CODES)
    with pytest.raises(ValueError, match="fitted on 10 features and X has 4"):
        read_fitted(peer, BinnedTable.from_matrix(X[:, :4]), X[:, :4], CODES)
    with pytest.raises(ValueError, match="fitted on more rows than the 100 of X"):
        read_fitted(peer, BinnedTable.from_matrix(X[:100]), X[:100], CODES[:100])
