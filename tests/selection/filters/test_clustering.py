import numpy as np
import pandas as pd
import pytest
from scipy.cluster.hierarchy import fcluster
from tests.contract import parametrize_with_contract

from hedgerow.datasets import load
from hedgerow.selection.filters import FeatureClusterSelector
from hedgerow.selection.filters.clustering import cut_tree


@pytest.mark.filterwarnings("ignore:FeatureClusterSelector found none")
@parametrize_with_contract([FeatureClusterSelector(), FeatureClusterSelector(2, measure="pearson")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def draw(n=400, seed=0):
    """Three features, each in three noisy versions, the second one the least noisy."""
    rng = np.random.default_rng(seed)
    hidden = rng.normal(size=(n, 3))
    X = np.column_stack([hidden + noise * rng.normal(size=(n, 3)) for noise in (0.4, 0.1, 0.4)])
    return X, hidden.sum(axis=1)


@pytest.mark.parametrize("measure", ["symmetrical_uncertainty", "pearson"])
@pytest.mark.parametrize("linkage", ["average", "complete", "single"])
def test_the_best_of_each_cluster_is_kept(measure, linkage):
    X, y = draw()
    selector = FeatureClusterSelector(3, measure=measure, linkage=linkage).fit(X, y > 0)
    assert selector.labels_.tolist() == [0, 1, 2] * 3
    kept = selector.get_support(indices=True)
    assert sorted(selector.labels_[kept]) == [0, 1, 2]
    for label in range(3):
        members = np.flatnonzero(selector.labels_ == label)
        assert selector.support_[members[np.argmax(selector.scores_[members])]]
    assert selector.frame()["cluster"].nunique() == 3


def test_values_are_measured_by_correlation():
    X, y = draw()
    selector = FeatureClusterSelector(3).fit(X, y)
    assert selector.get_support(indices=True).tolist() == [3, 4, 5]
    np.testing.assert_allclose(selector.scores_, np.abs(np.corrcoef(X.T, y)[-1, :-1]))


def test_clusters_are_as_alike_as_is_asked():
    X, y = draw()
    assert FeatureClusterSelector(min_association=0.5).fit(X, y).support_.sum() == 3
    assert FeatureClusterSelector(min_association=0.999).fit(X, y).support_.sum() == 9
    assert FeatureClusterSelector(min_association=0.0).fit(X, y).support_.sum() == 1


@pytest.mark.parametrize("n_clusters", [1, 5, 20, 60, 99])
def test_the_tree_is_cut_as_another_does(n_clusters):
    table = load("sonar")
    selector = FeatureClusterSelector(n_clusters).fit(table.features, table.target)
    assert selector.support_.sum() == selector.labels_.max() + 1 == min(n_clusters, 60)
    other = fcluster(selector.merges_, n_clusters, criterion="maxclust")
    assert len(set(zip(selector.labels_, other, strict=True))) == len(set(other))
    firsts = [np.flatnonzero(selector.labels_ == label)[0] for label in range(selector.labels_.max() + 1)]
    assert firsts == sorted(firsts)


def test_frames_gaps_constants_and_weights():
    rng = np.random.default_rng(0)
    word, counts = rng.choice(["a", "b", "c"], 200), rng.integers(0, 3, 200)
    X = pd.DataFrame({"same": [1.0] * 200, "word": word, "again": word, "noise": rng.normal(size=200)})
    X.loc[::7, "noise"] = np.nan
    y = np.where(word == "a", "yes", "no")
    selector = FeatureClusterSelector(n_jobs=2, discretise="distinct").fit(X[["same", "word", "again"]], y)
    assert selector.labels_.tolist() == [-1, 0, 0]
    assert list(selector.transform(X[["same", "word", "again"]])) == ["word"]
    weighted = FeatureClusterSelector(2).fit(X, y, sample_weight=counts)
    repeated = FeatureClusterSelector(2).fit(
        X.loc[np.repeat(np.arange(200), counts)].reset_index(drop=True), np.repeat(y, counts)
    )
    np.testing.assert_allclose(weighted.scores_, repeated.scores_)
    np.testing.assert_array_equal(weighted.labels_, repeated.labels_)


def test_constants_are_never_kept():
    with pytest.warns(UserWarning, match="found none of 2 .* pass features that vary"):
        selector = FeatureClusterSelector(when_empty="none").fit(np.zeros((6, 2)), [0, 1] * 3)
    assert selector.labels_.tolist() == [-1, -1]
    lonely = FeatureClusterSelector().fit(np.array([[0, 5], [1, 5]] * 5), [0, 1] * 5)
    assert lonely.get_support(indices=True).tolist() == [0]


def test_a_tree_of_one_leaf():
    assert cut_tree(np.empty((0, 4)), 1, 0).tolist() == [0]
    assert cut_tree(np.empty((0, 4)), 0, 0).tolist() == []


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_clusters": 0}, "n_clusters=0 must be an int of 1 or more"),
        ({"min_association": 2.0}, r"min_association=2.0 must be a number in \[0, 1\]"),
        ({"linkage": "ward"}, "linkage='ward' must be 'average', 'complete' or 'single'"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    X, y = draw(30)
    with pytest.raises(ValueError, match=message):
        FeatureClusterSelector(**parameters).fit(X, y)
