import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import Ridge

from hedgerow import DecisionTreeRegressor
from hedgerow.boosting.additive.round_tables import ProjectedTable, SharedTable, StandardTable
from hedgerow.boosting.additive.stumps import SignStump
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner
from hedgerow.trees.binning import BinnedTable
from hedgerow.views.projection import RandomProjection

rng = np.random.default_rng(0)
X, u, w = rng.normal(size=(30, 4)), rng.normal(size=30), rng.random(30)
SEED = np.uint64(7)
TRAINING = TrainingSet.of(X, u)
LEARNERS = [SignStump(), DecisionTreeRegressor(max_depth=2), as_learner(Ridge())]


class Strange:
    """A learner of which nothing is known, and which remembers its target in its own way."""

    def prepare(self, training):
        return StrangeTable(training.X, training.y.mean())


class StrangeTable:
    def __init__(self, X, mean):
        self.X, self.mean = X, mean

    def grow(self, seeds, weights, columns=None, targets=None):
        return self.mean


def test_a_round_learns_the_target_it_is_given():
    for learner in LEARNERS:
        direct = learner.prepare(TrainingSet.of(X, u, n_classes=None)).grow(np.array([SEED]), w[None])
        grown = SharedTable.prepare(learner, TRAINING).make(0).grow(u, w, SEED)
        assert_array_equal(grown.outputs(X), direct.outputs(X))


def test_a_learner_of_which_nothing_is_known_is_prepared_again():
    assert SharedTable.prepare(Strange(), TRAINING).make(0).grow(u, w, SEED) == u.mean()


def test_one_table_is_coded_once(monkeypatch):
    calls = []
    code = BinnedTable.from_matrix
    monkeypatch.setattr(BinnedTable, "from_matrix", lambda *args: calls.append(1) or code(*args))
    tables = SharedTable.prepare(DecisionTreeRegressor(max_depth=1), TRAINING)
    for seed in range(5):
        tables.make(seed).grow(u, w, SEED)
    assert len(calls) == 1


def test_a_lifted_member_answers_about_the_table_that_is_mixed():
    for learner in LEARNERS:
        tables = ProjectedTable(learner, RandomProjection("super"), X)
        one = tables.make(3)
        member = one.grow(u, w, SEED)
        assert one.table.shape == (30, 8)
        assert_array_equal(one.see_through(member).outputs(X), member.outputs(one.table))
        assert_array_equal(tables.make(3).table, one.table)
        assert not np.array_equal(tables.make(4).table, one.table)


def test_the_standard_table_has_numbers_only():
    mixed = np.column_stack([X[:, 0], rng.integers(0, 3, 30)])
    mixed[2, 0], mixed[3, 1] = np.nan, np.nan
    table = StandardTable.learn(
        TrainingSet.of(mixed, np.zeros(30), is_categorical=np.array([False, True]))
    ).transform(mixed)
    assert table.shape == (30, 4)
    assert np.isfinite(table).all()
    assert_allclose(table.mean(axis=0), 0, atol=1e-12)
    assert_allclose(table.std(axis=0), 1)
