import numpy as np
import pytest
from sklearn.cluster import DBSCAN, KMeans
from tests.contract import parametrize_with_contract
from tests.selection.unsupervised.tables import make_clustered, make_mixed

from hedgerow.selection.unsupervised import ClusterWrapperSelector

QUICK = KMeans(n_init=2)


def expected_failures(estimator):
    """The criterion of two clusters of any start finds the same features; three clusters differ by their starts."""
    if estimator.criterion == "separability":
        return {}
    return {"check_sample_weight_equivalence_on_dense_data": "k-means draws other starts for other rows"}


@pytest.mark.filterwarnings("ignore:ClusterWrapperSelector found none")
@parametrize_with_contract(
    [
        ClusterWrapperSelector(clusterer=KMeans(n_init=1), n_clusters=2, random_state=0),
        ClusterWrapperSelector(
            "davies_bouldin", clusterer=KMeans(n_init=1), n_clusters=(2, 3), random_state=0
        ),
    ],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def make_pair(seed=0, n_samples=120):
    X = np.random.default_rng(seed).normal(size=(n_samples, 5))
    X[:, [1, 2]] += np.repeat([0.0, 4.0], n_samples // 2)[:, None]
    return X


@pytest.mark.parametrize("criterion", ["separability", "davies_bouldin"])
def test_the_search_begins_with_a_feature_that_has_clusters(criterion):
    first = [
        ClusterWrapperSelector(criterion, clusterer=QUICK, n_clusters=2, random_state=0).fit(make_pair(seed))
        for seed in range(5)
    ]
    assert {selector.path_["feature"].iloc[0] for selector in first} <= {"x1", "x2"}


def test_the_path_gets_better_and_stops():
    selector = ClusterWrapperSelector(clusterer=QUICK, n_clusters=2, random_state=0).fit(make_pair())
    assert set(selector.path_["feature"]) == {"x1", "x2"}
    assert selector.path_["criterion"].is_monotonic_increasing
    assert sorted(selector.scores_[selector.found_]) == [0.5, 1.0]
    assert not selector.scores_[~selector.found_].any()
    assert len(selector.labels_) == 120
    one = ClusterWrapperSelector(clusterer=QUICK, n_clusters=2, max_features=1, random_state=0).fit(
        make_pair()
    )
    assert one.found_.sum() == 1


def test_the_index_of_davies_and_bouldin_falls_along_the_path():
    X, _ = make_clustered(90, 5)
    selector = ClusterWrapperSelector("davies_bouldin", clusterer=QUICK, random_state=0).fit(X)
    assert (np.diff(selector.path_["criterion"]) < 0).all()
    assert set(selector.get_support(indices=True)) <= {0, 1, 2}


def test_categories_gaps_weights_threads_and_decisions():
    frame, _ = make_mixed()
    weights = np.random.default_rng(0).random(len(frame)) + 0.5
    one, two = (
        ClusterWrapperSelector(
            clusterer=QUICK, n_clusters=2, fixed_features=["more"], random_state=0, n_jobs=n
        ).fit(frame, sample_weight=weights)
        for n in (1, 2)
    )
    np.testing.assert_array_equal(one.scores_, two.scores_)
    assert one.support_[4]
    assert one.path_["feature"].iloc[0] in {"word", "other"}  # levels are perfect clusters


def test_whole_weights_are_repeats_where_nothing_is_drawn():
    X = make_pair(n_samples=40)
    counts = np.random.default_rng(0).integers(1, 3, 40)
    parameters = {"clusterer": DBSCAN(eps=0.4, min_samples=4)}
    weighted = ClusterWrapperSelector(**parameters).fit(X, sample_weight=counts)
    repeated = ClusterWrapperSelector(**parameters).fit(np.repeat(X, counts, axis=0))
    np.testing.assert_array_equal(weighted.scores_, repeated.scores_)


def test_constant_features_are_not_tried():
    X = np.column_stack([np.ones(60), make_pair(n_samples=60)])
    assert not ClusterWrapperSelector(clusterer=QUICK, n_clusters=2, random_state=0).fit(X).found_[0]
    with pytest.warns(UserWarning, match="found none of 2 features"):
        assert ClusterWrapperSelector(clusterer=QUICK).fit(np.ones((10, 2))).path_.empty


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"criterion": "silhouette"}, "criterion='silhouette' must be 'separability' or 'davies_bouldin'"),
        ({"max_features": 0}, "max_features=0 must be an int"),
        ({"n_clusters": 0}, "n_clusters=0 must be a number of clusters"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        ClusterWrapperSelector(**parameters).fit(make_pair(n_samples=10))
