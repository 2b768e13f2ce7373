import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris
from tests.contract import parametrize_with_contract
from tests.selection.unsupervised.tables import make_clustered, make_mixed

from hedgerow.selection.unsupervised import ClusterEnsemble, ClusterEnsembleSelector, keep_before_scree
from hedgerow.selection.unsupervised.agreement import adjusted_rand_index
from hedgerow.selection.unsupervised.coordinates import Coordinates
from hedgerow.selection.unsupervised.member import find_nearest, grow_member
from hedgerow.selection.unsupervised.selector import count_changes, find_changed, sum_by_cluster

QUICK = ClusterEnsemble(60, clusterer=KMeans(n_init=2), n_clusters=3)
MANY = clone(QUICK).set_params(n_estimators=120, base_clusters=3, max_features=4)


def expected_failures(estimator):
    why = "weights are chances to be drawn, so equal weights draw other rows"
    return {"check_sample_weight_equivalence_on_dense_data": why}


@pytest.mark.filterwarnings("ignore:ClusterEnsembleSelector found none")
@parametrize_with_contract(
    [ClusterEnsembleSelector(ClusterEnsemble(8, clusterer=KMeans(n_init=1)), random_state=0)],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_features_with_clusters_are_kept():
    """All three in every table; of five that are noise, fewer than one on average."""
    n_noise = []
    for seed in range(5):
        X, _ = make_clustered(seed=seed)
        selector = ClusterEnsembleSelector(MANY, random_state=seed, n_jobs=2).fit(X)
        assert selector.found_[:3].all()
        assert selector.scores_[:3].min() > selector.scores_[3:].max()
        n_noise.append(selector.found_[3:].sum())
    assert np.mean(n_noise) <= 1.0


def test_each_cluster_has_its_own_features():
    """Rows of the first kind differ from the rest in feature 0 only, and so on."""
    X, kinds = make_clustered(150)
    selector = ClusterEnsembleSelector(MANY, unbiased=True, random_state=0).fit(X)
    labels = selector.ensemble_.labels_
    assert adjusted_rand_index(kinds, labels) > 0.95
    for kind in range(3):
        cluster = labels[kinds == kind][0]
        assert selector.cluster_means_[cluster].argmax() == kind


def test_what_is_told_adds_up():
    X, _ = make_clustered(90)
    selector = ClusterEnsembleSelector(QUICK, random_state=0).fit(X)
    labels = selector.ensemble_.labels_
    sizes = np.bincount(labels)
    np.testing.assert_allclose(selector.cluster_importances_, selector.cluster_means_ * sizes[:, None])
    np.testing.assert_allclose(selector.scores_, selector.row_importances_.mean(axis=0))
    by_mean = [keep_before_scree(curve) for curve in selector.cluster_means_]
    np.testing.assert_array_equal(selector.cluster_supports_, by_mean)  # sum and mean select the same
    np.testing.assert_array_equal(selector.found_, selector.cluster_supports_.any(axis=0))
    assert list(selector.frame()) == ["feature", "score", "selected", "n_clusters"]
    assert selector.p_values_ is None


def test_unbiased_importances_are_shares_of_the_chances():
    X, _ = make_clustered(60)
    plain, fair = (
        ClusterEnsembleSelector(QUICK, unbiased=unbiased, random_state=0).fit(X) for unbiased in (False, True)
    )
    assert (fair.row_importances_ >= plain.row_importances_).all()
    assert fair.row_importances_.max() <= 1.0
    few = ClusterEnsembleSelector(clone(QUICK).set_params(n_estimators=5), unbiased=True, random_state=0)
    with pytest.warns(UserWarning, match="about 0.5 chances to move by a feature, fewer than 5"):
        few.fit(X)


def test_categories_and_gaps():
    frame, _ = make_mixed()
    ensemble = clone(QUICK).set_params(n_clusters=2, base_clusters=2)
    selector = ClusterEnsembleSelector(ensemble, random_state=0).fit(frame)
    assert {"size", "word"} <= set(selector.frame()["feature"][:2])
    assert list(selector.transform(frame).dtypes) == list(frame[selector.get_feature_names_out()].dtypes)


def test_threads_do_not_matter():
    X, _ = make_clustered(60)
    one, two = (ClusterEnsembleSelector(QUICK, random_state=3, n_jobs=n).fit(X) for n in (1, 2))
    np.testing.assert_array_equal(one.row_importances_, two.row_importances_)
    assert two.ensemble_.n_jobs == 2


def test_the_seed_of_an_ensemble_is_its_own():
    X, _ = make_clustered(60)
    seeded = clone(QUICK).set_params(random_state=7)
    one, two = (ClusterEnsembleSelector(seeded, random_state=seed).fit(X) for seed in (0, 1))
    np.testing.assert_array_equal(one.ensemble_.labels_, two.ensemble_.labels_)
    assert (one.row_importances_ != two.row_importances_).any()


def test_fixed_features_and_groups():
    X, _ = make_clustered(90)
    selector = ClusterEnsembleSelector(QUICK, fixed_features=[7], groups=[[0, 6]], random_state=0).fit(X)
    assert selector.support_[[0, 6, 7]].all()
    assert "group" in selector.frame()


def test_rows_without_weight_have_no_say():
    X, _ = make_clustered(120)
    X[90:, 7] += np.linspace(-500, 500, 30)
    weights = np.where(np.arange(120) < 90, 1.0, 0.0)
    selector = ClusterEnsembleSelector(MANY, random_state=0).fit(X, sample_weight=weights)
    assert selector.scores_[:3].min() > selector.scores_[3:].max()
    assert not selector.row_importances_[90:].any()


def test_a_table_without_differences_keeps_everything():
    with pytest.warns(UserWarning, match="ClusterEnsembleSelector found none of 3 features .* kept all"):
        selector = ClusterEnsembleSelector(QUICK, random_state=0).fit(np.ones((20, 3)))
    assert selector.support_.all()


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"rule": "knee"}, ValueError, "rule='knee' must be 'acceleration' or 'double'"),
        ({"ensemble": KMeans()}, TypeError, "is not a ClusterEnsemble"),
        ({"when_empty": "few"}, ValueError, "when_empty='few' must be 'best', 'all' or 'none'"),
    ],
)
def test_what_cannot_be_is_refused(parameters, error, message):
    with pytest.raises(error, match=message):
        ClusterEnsembleSelector(**parameters).fit(np.ones((5, 2)))


def test_petals_tell_irises_apart():
    """Elghazel & Aussem (2010) cluster iris better by fewer features: here, by the two of the largest importance."""
    iris = load_iris()
    X = (iris.data - iris.data.mean(axis=0)) / iris.data.std(axis=0)
    ensemble = ClusterEnsemble(clusterer=KMeans(n_init=2))
    rankings = [
        ClusterEnsembleSelector(ensemble, unbiased=True, random_state=seed, n_jobs=2).fit(X).scores_
        for seed in range(4)
    ]
    assert [set(np.argsort(-scores)[:2]) for scores in rankings] == [{2, 3}] * 4
    every, petals = (
        adjusted_rand_index(iris.target, KMeans(3, n_init=10, random_state=0).fit_predict(X[:, columns]))
        for columns in ([0, 1, 2, 3], [2, 3])
    )
    assert petals > every + 0.2


def test_pencil_example():
    points = np.array([[0, 0], [1, 0], [5, 1], [6, 0]], float)
    centroids = np.array([[0.5, 0], [5.5, 0.5]])
    assert find_nearest(points, centroids).tolist() == [0, 0, 1, 1]
    changed = find_changed(points, centroids, np.array([0, 1]), np.array([2, 0, 3, 1]))
    assert changed.astype(int).T.tolist() == [[1, 0, 0, 1], [0, 0, 0, 0]]
    rows = np.array([[0.1, 0], [0.2, 0.1], [0, 0.3], [0.1, 0.2]])
    sums = sum_by_cluster(rows, np.array([0, 0, 1, 1]))
    np.testing.assert_allclose(sums, [[0.3, 0.1], [0.1, 0.5]])
    weighted = sum_by_cluster(rows, np.array([0, 0, 1, 1]), np.array([2.0, 1.0, 0.0, 1.0]))
    np.testing.assert_allclose(weighted, [[0.4, 0.1], [0.1, 0.2]])


@given(st.integers(0, 1000), st.integers(1, 4))
def test_an_exchanged_summand_is_a_new_distance(seed, n_centroids):
    rng = np.random.default_rng(seed)
    points, centroids = rng.normal(size=(15, 4)), rng.normal(size=(n_centroids, 4))
    owner, order = np.array([2, 5, 5, 7]), rng.permutation(15)
    before = find_nearest(points, centroids)
    for place, feature in enumerate((2, 5, 7)):
        shuffled = np.where(owner == feature, points[order], points)
        naive = find_nearest(shuffled, centroids) != before
        np.testing.assert_array_equal(find_changed(points, centroids, owner, order)[:, place], naive)


def grow_some(n_jobs):
    rng = np.random.default_rng(0)
    table = np.column_stack([np.repeat([0.0, 8.0], 30) + rng.normal(size=60), rng.normal(size=(60, 3))])
    coordinates = Coordinates.learn(table, np.zeros(4, bool))
    points = coordinates.place(table)
    members = [grow_member(points, coordinates, KMeans(n_init=3), 2, 2, None, seed) for seed in range(40)]
    return members, *count_changes(points, coordinates, members, seed=3, n_jobs=n_jobs)


def test_only_rows_out_of_bag_have_a_chance():
    members, changes, chances = grow_some(1)
    naive = np.zeros((60, 4), int)
    for member in members:
        naive[np.ix_(~member.in_bag, member.features)] += 1
    np.testing.assert_array_equal(chances, naive)
    assert (changes <= chances).all()
    assert changes[:, 0].sum() > 2 * changes[:, 1:].sum(axis=0).max()
    np.testing.assert_array_equal(grow_some(2)[1], changes)


def test_half_of_the_rows_move_between_two_clusters_of_one_feature():
    """A row is given a value of the other half with probability one half."""
    _, changes, chances = grow_some(1)
    assert changes[:, 0].sum() / chances[:, 0].sum() == pytest.approx(0.5, abs=0.1)
