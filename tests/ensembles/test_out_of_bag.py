import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.combination import Mean, NaiveBayesCombination, Vote, WeightedMedian
from hedgerow.combination.averaging import harden
from hedgerow.ensembles.out_of_bag import OutOfBag
from hedgerow.foundation.training_set import TrainingSet


class Fixed:
    """Members whose outputs are looked up by the row number in the first column."""

    def __init__(self, table):
        self.table = table

    def __len__(self):
        return len(self.table)

    def outputs(self, X):
        return self.table[:, X[:, 0].astype(int)]

    def sum_outputs(self, X, weights, hard):
        outputs = harden(self.outputs(X)) if hard else self.outputs(X)
        return np.tensordot(np.ones(len(self)) if weights is None else weights, outputs, 1)


N_ROWS = 2500
ROWS = np.arange(N_ROWS, dtype=float)[:, None]
GENERATOR = np.random.default_rng(0)
VALUES = Fixed(GENERATOR.random((5, N_ROWS)))
CLASSES = Fixed(GENERATOR.dirichlet(np.ones(3), size=(5, N_ROWS)))
WEIGHTS = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
CASES = pytest.mark.parametrize(
    ("members", "combination"),
    [(VALUES, Mean()), (VALUES, WeightedMedian()), (CLASSES, Vote())],
    ids=["mean", "median", "vote"],
)


def rows_of(members, in_bag, y=None, n_classes=None):
    training = TrainingSet.of(ROWS, np.zeros(N_ROWS) if y is None else y, n_classes=n_classes)
    return OutOfBag(members, training, np.packbits(in_bag, axis=1), WEIGHTS, 2)


@CASES
def test_only_members_that_did_not_see_a_row_predict_it(members, combination):
    in_bag = GENERATOR.random((5, N_ROWS)) < 0.6
    in_bag[:, 3] = True
    combined = rows_of(members, in_bag).combine([combination])
    assert np.isnan(combined[3]).all()
    for row in (0, 1, 1500, 2499):
        out = ~in_bag[:, row]
        expected = combination.combine(members.table[out][:, [row]], WEIGHTS[out])[0] if out.any() else np.nan
        assert_allclose(combined[row], expected)


@CASES
def test_each_fold_has_its_own_rule(members, combination):
    in_bag = GENERATOR.random((5, N_ROWS)) < 0.3
    rows = rows_of(members, in_bag)
    assert_allclose(rows.combine([combination] * 7), rows.combine([combination]))


def test_a_rule_learns_from_the_other_folds():
    y = CLASSES.table[0].argmax(axis=1)
    tallies = rows_of(CLASSES, np.zeros((5, N_ROWS), bool), y, 3).tally(NaiveBayesCombination())
    assert len(tallies) == 10
    assert all(tally.predicted_weight.any() for tally in tallies)
    assert not any(
        tally.predicted_weight.any()
        for tally in rows_of(CLASSES, np.ones((5, N_ROWS), bool), y, 3).tally(NaiveBayesCombination())
    )
