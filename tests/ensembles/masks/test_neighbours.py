import numpy as np

from hedgerow.ensembles.masks.neighbours import MaskedNeighbours
from hedgerow.foundation.training_set import TrainingSet

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(50, 4)), RNG.integers(0, 3, 50)
COLUMNS = [np.array([0, 2]), np.array([1, 2, 3])]
SEEDS = np.zeros(2, np.uint64)


def grow(weights=None):
    prepared = MaskedNeighbours(1, "none").prepare(TrainingSet.of(X, Y, n_classes=3))
    return prepared.grow(SEEDS, np.tile(np.ones(50) if weights is None else weights, (2, 1)), COLUMNS)


def test_members_vote_through_their_columns():
    members, new = grow(), RNG.normal(size=(20, 4))
    outputs = members.outputs(new)
    for columns, output in zip(COLUMNS, outputs, strict=True):
        squares = ((new[:, None, columns] - X[None][:, :, columns]) ** 2).sum(axis=2)
        np.testing.assert_array_equal(output, np.eye(3)[Y[squares.argmin(axis=1)]])
    np.testing.assert_array_equal(members.sum_outputs(new, None, True), outputs.sum(axis=0))
    combination_weights = np.array([2.0, 0.5])
    np.testing.assert_allclose(
        members.sum_outputs(new, combination_weights, True),
        np.tensordot(combination_weights, outputs, axes=1),
    )
    np.testing.assert_array_equal(members[1].outputs(new), outputs[1:])
    np.testing.assert_array_equal(members[0].join([members[1]]).outputs(new), outputs)


def test_rows_without_weight_are_nobodys_neighbours():
    weights = np.where(Y == 0, 0.0, 1.0)
    assert not grow(weights).outputs(X)[:, :, 0].any()
