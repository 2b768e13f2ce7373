import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.optimize import minimize_scalar
from sklearn.metrics import log_loss

from hedgerow import DecisionTreeRegressor
from hedgerow.boosting import LsBoostRegressor
from hedgerow.boosting.additive.losses import LogisticLoss, SquaredLoss, find_probabilities, find_shares
from hedgerow.boosting.additive.stumps import SignStump
from hedgerow.foundation.training_set import TrainingSet

SEED = np.zeros(1, np.uint64)
rng = np.random.default_rng(0)
X, u, w = rng.normal(size=(40, 2)), rng.normal(size=40), rng.random(40)


def test_a_stumps_step_minimises_the_penalised_squares():
    stump = SignStump().prepare(TrainingSet.of(X, u, n_classes=None)).grow(SEED, w[None])
    h = stump.outputs(X)[0]
    member, step = SquaredLoss(None, 3.0).find_step(stump, u, h, w)
    best = minimize_scalar(lambda rho: w @ (u - rho * h) ** 2 + 3.0 * rho**2, tol=1e-12).x
    assert member is stump
    assert step == pytest.approx(best, abs=1e-6)
    _, same = SquaredLoss(w.sum() / (w.sum() + 3.0)).find_step(stump, u, h, w)
    assert same == pytest.approx(step)


def test_a_leafs_step_minimises_the_penalised_squares_of_the_leaf():
    tree = (
        DecisionTreeRegressor(max_depth=2).prepare(TrainingSet.of(X, u, n_classes=None)).grow(SEED, w[None])
    )
    shrunk, step = SquaredLoss(None, 3.0).find_step(tree, u, tree.outputs(X)[0], w)
    assert step == 1.0
    leaves = tree.forest.apply(X)[:, 0]
    for leaf in np.unique(leaves):
        inside = leaves == leaf
        expected = w[inside] @ u[inside] / (w[inside].sum() + 3.0)
        assert_allclose(shrunk.outputs(X)[0, inside], expected, rtol=1e-9)


def test_a_step_along_any_answer_is_least_squares_times_the_rate():
    h = X[:, 0] * 7.0
    _, step = SquaredLoss(0.5).find_step(None, u, h, w)
    assert step == pytest.approx(0.5 * (w * u) @ h / (w @ h**2))
    assert SquaredLoss(0.5).find_step(None, u, 0 * h, w)[1] == 0.0


def test_only_one_of_penalty_and_rate_may_be_given():
    with pytest.raises(ValueError, match="leave one of them None"):
        SquaredLoss.choose(0.1, 10.0)
    assert SquaredLoss.choose(None, None) == SquaredLoss(0.1)
    assert SquaredLoss.choose(None, 0) == SquaredLoss(None, 0)


@pytest.mark.parametrize(
    ("rate", "l2"), [(0.0, None), (-1, None), (np.nan, None), (None, -1.0), (None, np.nan)]
)
def test_lengths_that_make_no_sense_are_refused(rate, l2):
    with pytest.raises(ValueError, match="must be a finite number"):
        LsBoostRegressor(learning_rate=rate, l2=l2).fit([[0.0], [1.0]], [0.0, 1.0])


def test_working_responses_are_newtons():
    y, scores = np.array([[0.0, 1.0, 1.0]]), np.array([[0.3, -0.2, -9.0]])
    responses, weights = LogisticLoss(1.0).make_targets(y, scores, np.array([1.0, 2.0, 1.0]))
    for i, (label, score) in enumerate([(0, 0.3), (1, -0.2)]):
        p = 1 / (1 + np.exp(-score))
        assert responses[0, i] == pytest.approx((label - p) / (p * (1 - p)))
        assert weights[0, i] == pytest.approx((1 + i) * p * (1 - p))
    assert responses[0, 2] == 4.0  # a surprise is cut off


def test_extreme_scores_leave_finite_responses():
    y, scores = np.array([[0.0, 1.0]]), np.array([[-800.0, -800.0]])
    responses, weights = LogisticLoss(1.0).make_targets(y, scores, np.ones(2))
    assert np.isfinite(responses).all()
    assert (weights > 0).all()


@given(arrays(np.float64, (3, 5), elements=st.floats(-5, 5)))
def test_the_mean_of_the_scores_does_not_matter(scores):
    centred = 2 / 3 * (scores - scores.mean(axis=0))
    expected = np.exp(centred) / np.exp(centred).sum(axis=0)
    assert_allclose(find_probabilities(scores), expected, atol=1e-12)


def test_losses_are_scikit_learns():
    codes = rng.integers(0, 3, 20)
    y, scores, weights = np.eye(3)[codes].T, rng.normal(size=(3, 20)), rng.random(20)
    probabilities = find_probabilities(scores)
    assert LogisticLoss(1.0).measure(y, scores, weights) == pytest.approx(
        log_loss(codes, probabilities.T, sample_weight=weights)
    )
    binary = LogisticLoss(1.0).measure(y[:1], scores[:1], weights)
    share = find_probabilities(scores[:1])[0]
    assert binary == pytest.approx(log_loss(y[0], share, sample_weight=weights))
    expected = np.average(((y - scores) ** 2).sum(axis=0), weights=weights)
    assert SquaredLoss(0.1).measure(y, scores, weights) == pytest.approx(expected)


@given(arrays(np.float64, (1, 4), elements=st.floats(-1.3, 1.3)))
def test_shares_keep_the_order_and_stay_inside(scores):
    shares = find_shares(scores)
    assert_allclose(shares.sum(axis=0), 1.0)
    assert ((shares > 0) & (shares < 1)).all()
    inner = np.abs(scores[0]) < 0.95
    assert_allclose(shares[1, inner], (scores[0, inner] + 1) / 2)
    order = np.argsort(scores[0])
    gaps = np.diff(scores[0, order]) > 1e-6
    assert (np.diff(shares[1, order])[gaps] > 0).all()


def test_the_share_of_the_winning_class_is_the_largest():
    scores = rng.normal(0, 2, (4, 50))
    shares = find_shares(scores)
    assert_allclose(shares.sum(axis=0), 1.0)
    far = np.sort(scores, axis=0)[-1] < 1.3  # beyond that, doubles end
    assert (shares.argmax(axis=0) == scores.argmax(axis=0))[far].all()


def test_shares_of_a_row_do_not_depend_on_the_other_rows():
    scores = np.random.default_rng(0).normal(size=(26, 9))
    for find in (find_shares, find_probabilities):
        alone = np.hstack([find(scores[:, [row]]) for row in range(9)])
        np.testing.assert_array_equal(alone, find(scores))
