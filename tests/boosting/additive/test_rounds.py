import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, RegressorMixin

from hedgerow.boosting.additive.losses import SquaredLoss
from hedgerow.boosting.additive.round_tables import ProjectedTable, SharedTable
from hedgerow.boosting.additive.rounds import Validation, grow_rounds, split_off
from hedgerow.boosting.additive.stumps import SignStump
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream, draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner
from hedgerow.views.projection import RandomProjection


@given(st.integers(2, 60), st.floats(0.05, 0.9), st.integers(0, 5), st.integers(1, 4))
def test_every_row_is_on_one_side_and_classes_keep_their_shares(n, fraction, seed, n_classes):
    n_watched = int(np.floor(fraction * n + 0.5))
    if not 0 < n_watched < n:
        return
    labels = np.random.default_rng(seed).integers(0, n_classes, n)
    learned, watched = split_off(np.arange(n) * 3, fraction, labels, seed)
    assert_array_equal(np.sort(np.concatenate([learned, watched])), np.arange(n) * 3)
    assert watched.size == n_watched
    for label in range(n_classes):
        share = n_watched * np.mean(labels == label)
        assert abs(np.sum(labels[watched // 3] == label) - share) <= 1.0


def test_the_split_follows_the_seed():
    first, second, other = (split_off(np.arange(50), 0.2, None, seed)[1] for seed in (0, 0, 1))
    assert_array_equal(first, second)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("fraction", [0.0, 1.0, 0.01, 0.99, -1, np.nan])
def test_a_share_that_leaves_nothing_is_refused(fraction):
    with pytest.raises(ValueError, match="leaves none"):
        split_off(np.arange(10), fraction, None, 0)


# The example that one can follow with a pencil; the penalty is 4, a learning rate of 6 / (6 + 4).
X = np.array([[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]], float)
y = np.array([[-1.0, 1.0, 1.0, -1.0, 1.0, 1.0]])
ONES = np.ones(6)
PENALISED = SquaredLoss(None, 4.0)


class GivenMatrices(RandomProjection):
    """Matrices that were drawn by somebody else, in their order."""

    def __init__(self, matrices=(), seeds=()):
        self.matrices, self.seeds = matrices, seeds
        super().__init__()

    def draw(self, seed, n_features):
        return np.array(self.matrices[self.seeds.index(seed)], float)


def training_of(X):
    return TrainingSet.of(X, np.zeros(len(X)))


def make_seeds(n_rounds, n_outputs=1):
    return draw_seeds(0, n_rounds * n_outputs).reshape(n_rounds, n_outputs, len(Stream))


def grow(loss, tables, y, seeds, weights=ONES, validation=None):
    with Progress(len(seeds), "test", verbose=False) as progress:
        return grow_rounds(loss, tables, y, weights, seeds, progress, validation)


def test_the_published_reading_of_lsboost_by_pencil():
    grown = grow(PENALISED, SharedTable.prepare(SignStump(), training_of(X)), y, make_seeds(2))
    (stumps,) = grown.model.members
    assert_allclose(grown.model.base, 1 / 3)
    assert_array_equal(stumps.features, [0, 0])
    assert_array_equal(stumps.thresholds, [1.5, 1.5])
    assert_array_equal(stumps.signs, [1, 1])
    assert_allclose(grown.model.steps[:, 0], [0.2666666667, 0.1066666667], atol=1e-9)
    assert_allclose(grown.model.steps[:, 0] * (6 + 4), [2.6666666667, 1.0666666667], atol=1e-9)  # |u.h|
    assert_allclose(grown.losses[1:] * 6, [4.3377777778, 4.1784888889], atol=1e-9)
    same = grow(SquaredLoss(0.6), SharedTable.prepare(SignStump(), training_of(X)), y, make_seeds(2))
    assert_allclose(same.model.steps, grown.model.steps, rtol=1e-12)


def test_the_published_reading_of_rpboost_by_pencil():
    seeds = make_seeds(2)
    matrices = [[[1, 1], [1, -1]], [[1, -1], [1, 1]]]
    projection = GivenMatrices(matrices, [int(seed) for seed in seeds[:, 0, Stream.FEATURES]])
    grown = grow(PENALISED, ProjectedTable(SignStump(), projection, X), y, seeds)
    (stumps,) = grown.model.members
    assert_array_equal(stumps.features, [1, 1])
    assert_array_equal(stumps.thresholds, [0.5, 0.5])
    assert_array_equal(stumps.directions, [[1, -1], [-1, 1]])
    assert_allclose(grown.model.steps[:, 0], [0.4, 0.2133333333], atol=1e-9)
    first, second = (scores[0] for scores in grown.model.stages(X))
    low, high = -0.0666666667, 0.7333333333
    assert_allclose(first, [low, low, high, low, high, high], atol=1e-9)
    assert_allclose(second, [-0.28, 0.1466666667, 0.52, -0.28, 0.52, 0.52], atol=1e-9)
    assert_array_equal(np.sign(second), y[0])
    assert_allclose(grown.model.score(X)[0], second)


@pytest.mark.parametrize("l2", [0.0, 4.0, 100.0])
def test_the_loss_falls_as_the_formula_says(l2):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 3)), np.sign(rng.normal(size=(1, 50)))
    grown = grow(
        SquaredLoss(None, l2),
        SharedTable.prepare(SignStump(), training_of(X)),
        y,
        make_seeds(20),
        np.ones(50),
    )
    before, after = 50 * grown.losses[:-1], 50 * grown.losses[1:]
    merit = grown.model.steps[:, 0] * (50 + l2)
    assert_allclose(before - after, merit**2 * (50 + 2 * l2) / (50 + l2) ** 2, rtol=1e-9)


def test_rounds_end_where_no_stump_explains_anything():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
    y = np.array([[-1.0, 1.0, 1.0, -1.0]])  # exclusive or
    grown = grow(
        SquaredLoss(1.0), SharedTable.prepare(SignStump(), training_of(X)), y, make_seeds(9), np.ones(4)
    )
    assert grown.model.steps.shape == (0, 1)
    assert_array_equal(grown.model.score(X), np.zeros((1, 4)))
    assert list(grown.model.stages(X)) == []
    assert grown.losses == [1.0]


def test_rounds_of_projections_end_only_where_nothing_is_left():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
    y = np.array([[-1.0, 1.0, 1.0, -1.0]])
    tables = ProjectedTable(SignStump(), RandomProjection(entries="normal"), X)
    grown = grow(SquaredLoss(1.0), tables, y, make_seeds(60), np.ones(4))
    assert_array_equal(np.sign(grown.model.score(X)), y)
    flat = grow(SquaredLoss(1.0), tables, np.ones((1, 4)), make_seeds(9), np.ones(4))
    assert flat.model.steps.shape == (0, 1)


def test_watched_rows_end_the_rounds_and_the_best_are_kept():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), rng.normal(size=(1, 60))  # nothing to learn
    validation = Validation(X[30:], y[:, 30:], np.ones(30), patience=4, tolerance=0.0)
    tables = SharedTable.prepare(SignStump(), training_of(X[:30]))
    grown = grow(SquaredLoss(1.0), tables, y[:, :30], make_seeds(50), np.ones(30), validation)
    assert len(grown.model.steps) == np.argmin(validation.losses) < len(validation.losses) - 1 < 50
    assert len(validation.losses) - 1 == len(grown.model.steps) + 4
    kept = SquaredLoss(1.0).measure(y[:, 30:], grown.model.score(X[30:]), np.ones(30))
    assert kept == pytest.approx(min(validation.losses))


class Clumsy(RegressorMixin, BaseEstimator):
    def fit(self, X, y):
        raise RuntimeError("no")


def test_an_error_says_in_which_round_it_was():
    tables = SharedTable.prepare(as_learner(Clumsy()), training_of(X))
    with pytest.raises(RuntimeError, match="no") as caught:
        grow(PENALISED, tables, y, make_seeds(1))
    assert "round 0" in caught.value.__notes__[0]
