import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from tests.contract import parametrize_with_contract
from tests.selection.unsupervised.tables import make_clustered, make_mixed

from hedgerow.selection.unsupervised import ClusterEnsemble, SelfOrganisingMap
from hedgerow.selection.unsupervised.agreement import adjusted_rand_index

QUICK = KMeans(n_init=2)


def expected_failures(estimator):
    why = "weights are chances to be drawn, so equal weights draw other rows"
    return {"check_sample_weight_equivalence_on_dense_data": why}


@parametrize_with_contract(
    [ClusterEnsemble(15, clusterer=QUICK, random_state=0)], expected_failed_checks=expected_failures
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    "clusterer",
    [QUICK, AgglomerativeClustering(), DBSCAN(eps=0.7), SelfOrganisingMap(n_epochs=10)],
)
def test_clusters_are_found_by_members_of_any_kind(clusterer):
    X, kinds = make_clustered(120, 4)
    ensemble = ClusterEnsemble(40, clusterer=clusterer, n_clusters=3, max_features=3, random_state=0).fit(X)
    assert adjusted_rand_index(kinds, ensemble.labels_) > 0.9


def test_the_consensus_is_better_than_its_members():
    X, kinds = make_clustered(150, 12, seed=1)
    ensemble = ClusterEnsemble(100, clusterer=QUICK, n_clusters=3, random_state=0).fit(X)
    alone = [adjusted_rand_index(kinds, member.labels) for member in ensemble.members_]
    assert adjusted_rand_index(kinds, ensemble.labels_) > np.mean(alone) + 0.4


def test_the_number_of_clusters_is_where_members_agree():
    X, _ = make_clustered(120, 6)
    ensemble = ClusterEnsemble(60, clusterer=QUICK, max_features=3, random_state=0).fit(X)
    assert ensemble.n_clusters_ == max(ensemble.agreement_, key=ensemble.agreement_.get) == 3
    assert list(ensemble.agreement_) == list(range(2, 11))
    assert ensemble.base_clusters_ == 3
    assert ensemble.labels_[0] == 0


@pytest.mark.parametrize("normalization", ["co_sampled", "paper"])
def test_rows_that_are_always_together_meet(normalization):
    """In the paper's count, in the share (1 - 1/e)^2 of the members that have drawn both."""
    X, kinds = make_clustered(90, 3)
    ensemble = ClusterEnsemble(
        200,
        clusterer=QUICK,
        n_clusters=3,
        base_clusters=3,
        max_features=None,
        normalization=normalization,
        random_state=0,
    ).fit(X)
    together = ensemble.co_association()
    same = (kinds[:, None] == kinds) & ~np.eye(90, dtype=bool)
    expected = 1.0 if normalization == "co_sampled" else (1 - np.exp(-1)) ** 2
    assert together[same].mean() == pytest.approx(expected, abs=0.02)
    assert together[~same & ~np.eye(90, dtype=bool)].max() == 0
    assert adjusted_rand_index(kinds, ensemble.labels_) == 1.0


def test_new_rows_join_the_cluster_they_meet_most():
    X, kinds = make_clustered(150)
    ensemble = ClusterEnsemble(60, clusterer=QUICK, n_clusters=3, max_features=4, random_state=0).fit(X[:120])
    of_kind = {int(kind): int(label) for kind, label in zip(kinds[:120], ensemble.labels_, strict=True)}
    found = ensemble.predict(X[120:])
    assert np.mean([of_kind[kind] == label for kind, label in zip(kinds[120:], found, strict=True)]) > 0.9


def test_threads_do_not_matter_and_seeds_do():
    X, _ = make_clustered(60)
    one, two, other = (
        ClusterEnsemble(20, clusterer=QUICK, random_state=seed, n_jobs=n_jobs).fit(X)
        for seed, n_jobs in ((0, 1), (0, 2), (1, 1))
    )
    np.testing.assert_array_equal(one.labels_, two.labels_)
    np.testing.assert_array_equal(one.co_association(), two.co_association())
    assert (one.co_association() != other.co_association()).any()


def test_categories_and_gaps():
    frame, kinds = make_mixed()
    ensemble = ClusterEnsemble(60, clusterer=QUICK, n_clusters=2, max_features=3, random_state=0).fit(frame)
    assert adjusted_rand_index(kinds, ensemble.labels_) > 0.8
    assert adjusted_rand_index(kinds, ensemble.predict(frame)) > 0.8


def test_more_rows_than_can_be_linked():
    X, kinds = make_clustered(150)
    ensemble = ClusterEnsemble(60, clusterer=QUICK, n_clusters=3, max_linked=60, random_state=0).fit(X)
    assert ensemble.linked_.size == 60
    assert ensemble.co_association().shape == (60, 60)
    assert adjusted_rand_index(kinds, ensemble.labels_) > 0.85


def test_weights_are_chances():
    X, kinds = make_clustered(90)
    weights = np.where(np.arange(90) < 15, 0.0, 1.0)
    ensemble = ClusterEnsemble(60, clusterer=QUICK, n_clusters=3, random_state=0)
    ensemble.fit(X, sample_weight=weights)
    assert not any(member.in_bag[:15].any() for member in ensemble.members_)
    assert ensemble.linked_.tolist() == list(range(15, 90))
    assert adjusted_rand_index(kinds, ensemble.labels_) > 0.85
    tripled = clone(ensemble).fit(X, sample_weight=3 * weights)
    np.testing.assert_array_equal(tripled.labels_, ensemble.labels_)


def test_members_may_choose_their_numbers():
    X, _ = make_clustered(60)
    ensemble = ClusterEnsemble(10, clusterer=QUICK, base_clusters="each", random_state=0).fit(X)
    assert ensemble.base_clusters_ is None
    assert len({len(member.centroids) for member in ensemble.members_}) > 1


def test_a_pickle_predicts_the_same():
    X = load_iris().data
    ensemble = ClusterEnsemble(10, clusterer=QUICK, random_state=0).fit(X)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(ensemble)).predict(X), ensemble.predict(X))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_estimators": 0}, "n_estimators=0 must be an int of 1 or more"),
        ({"base_clusters": "many"}, "base_clusters='many' must be an int of 1 or more, or 'davies_bouldin'"),
        ({"n_clusters": (5, 2)}, r"n_clusters=\(5, 2\) must be a number"),
        ({"n_clusters": "auto"}, "n_clusters='auto' must be a number"),
        ({"max_features": 0.0}, "max_features=0.0 must be an int of 1 or more, or a share"),
        ({"max_features": 9}, "an int from 1 to 8"),
        ({"normalization": "all"}, "normalization='all' must be 'co_sampled' or 'paper'"),
        ({"max_linked": 1}, "max_linked=1 must be an int of 2"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    X, _ = make_clustered(20)
    ensemble = ClusterEnsemble(5, clusterer=QUICK).set_params(**parameters)
    with pytest.raises(ValueError, match=message):
        ensemble.fit(X)
    with pytest.raises(NotFittedError):
        ensemble.predict(X)
