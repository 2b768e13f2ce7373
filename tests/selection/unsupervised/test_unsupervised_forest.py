import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier as OtherForest
from tests.contract import parametrize_with_contract
from tests.selection.unsupervised.tables import make_mixed

from hedgerow._kernels.pair_tracing import count_meetings
from hedgerow.ensembles.forest import RandomForestClassifier
from hedgerow.selection.unsupervised import UnsupervisedForestSelector
from hedgerow.selection.unsupervised.unsupervised_forest import synthesise_rows, turn_apart

FEW = RandomForestClassifier(60)


def expected_failures(estimator):
    why = "synthetic rows are drawn anew for other rows"
    return {"check_sample_weight_equivalence_on_dense_data": why}


@pytest.mark.filterwarnings("ignore:UnsupervisedForestSelector found none")
@pytest.mark.filterwarnings("ignore:.*out of bag.*:UserWarning")
@parametrize_with_contract(
    [UnsupervisedForestSelector(RandomForestClassifier(15), random_state=0)],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def make_tied(seed=0, n_samples=200):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_samples, 6))
    X[:, 3] = X[:, 1] + 0.2 * rng.normal(size=n_samples)
    return X


def test_pencil_example():
    leaves = np.array([[0, 1], [0, 2], [3, 1]], np.int32)
    proximity = np.empty((3, 3))
    count_meetings(leaves, leaves, proximity)
    np.testing.assert_allclose(proximity, [[1, 0.5, 0.5], [0.5, 1, 0], [0.5, 0, 1]])
    np.testing.assert_allclose(turn_apart(proximity)[0], [0, 0.70710678, 0.70710678], atol=1e-8)
    assert turn_apart(proximity)[1, 2] == 1.0


def test_synthetic_columns_keep_their_values_and_forget_each_other():
    X = make_tied(n_samples=2000)
    made = synthesise_rows(X, np.random.default_rng(0))
    for column in range(6):
        assert np.isin(made[:, column], X[:, column]).all()
    assert np.abs(np.corrcoef(made.T) - np.eye(6)).max() < 4 / np.sqrt(2000)
    weights = np.r_[np.zeros(1000), np.ones(1000)]
    heavy = synthesise_rows(X, np.random.default_rng(0), weights)
    assert np.isin(heavy[:, 0], X[1000:, 0]).all()


@pytest.mark.parametrize("importance", ["permutation", "impurity"])
def test_features_that_go_together_are_kept(importance):
    for seed in range(3):
        selector = UnsupervisedForestSelector(FEW, importance=importance, random_state=seed)
        assert selector.fit(make_tied(seed)).get_support(indices=True).tolist() == [1, 3]
        assert selector.oob_error_ < 0.45


def test_independent_features_cannot_be_told_from_synthetic_ones():
    X = np.random.default_rng(0).normal(size=(300, 4))
    selector = UnsupervisedForestSelector(FEW, when_empty="all", importance="impurity", random_state=0).fit(X)
    assert selector.oob_error_ == pytest.approx(0.5, abs=0.08)


def test_categories_and_gaps():
    frame, kinds = make_mixed(150)
    selector = UnsupervisedForestSelector(FEW, random_state=0).fit(frame)
    assert set(selector.frame()["feature"][:2]) == {"size", "word"}
    apart = selector.dissimilarity(frame)
    same = kinds[:, None] == kinds
    assert apart[same].mean() < apart[~same].mean()


def test_weights_and_threads():
    X = make_tied()
    one, two = (UnsupervisedForestSelector(FEW, random_state=0, n_jobs=n).fit(X) for n in (1, 2))
    np.testing.assert_array_equal(one.scores_, two.scores_)
    weights = np.r_[np.zeros(100), np.ones(100)]
    X[:100, 3] = np.random.default_rng(5).normal(size=100)
    weighted = UnsupervisedForestSelector(FEW, random_state=0).fit(X, sample_weight=weights)
    assert set(np.argsort(-weighted.scores_)[:2]) == {1, 3}


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"forest": OtherForest()}, TypeError, "is not a RandomForestClassifier of hedgerow"),
        ({"forest": RandomForestClassifier(bootstrap=False)}, ValueError, "bootstrap=False"),
        ({"importance": "gain"}, ValueError, "importance='gain' must be 'permutation' or 'impurity'"),
        ({"rule": "knee"}, ValueError, "rule='knee' must be 'acceleration' or 'double'"),
    ],
)
def test_what_cannot_be_is_refused(parameters, error, message):
    with pytest.raises(error, match=message):
        UnsupervisedForestSelector(**parameters).fit(make_tied(n_samples=20))
