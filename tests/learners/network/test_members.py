import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes, load_iris

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import MemberError
from hedgerow.learners.network import members as networks
from hedgerow.learners.network.estimators import NetworkClassifier, NetworkRegressor

X, y = load_iris(return_X_y=True)
SEEDS = np.arange(4, dtype=np.uint64)
COUNTS = np.random.default_rng(0).integers(0, 3, (4, 150)).astype(np.int32)
COLUMNS = [np.array([0, 2]), np.array([1, 3]), np.array([1, 2, 3]), np.array([3])]


@pytest.mark.parametrize("columns", [None, COLUMNS], ids=["all features", "some features"])
@pytest.mark.parametrize("cells", [1, 2**11, 2**17])
def test_members_answer_alone_as_they_do_together(columns, cells, monkeypatch):
    monkeypatch.setattr(networks, "_BATCH_CELLS", cells)
    holes = X.copy()
    holes[::13, 2] = np.nan
    table = NetworkClassifier(3, epochs=4).prepare(TrainingSet.of(holes, y, n_classes=3))
    members = table.grow(SEEDS, COUNTS, columns)
    outputs = members.outputs(holes)
    single = [
        table.grow(SEEDS[i : i + 1], COUNTS[i : i + 1], None if columns is None else columns[i : i + 1])
        for i in range(4)
    ]
    joined = single[0].join(single[1:])
    assert len(joined) == 4
    assert len(joined.batches) == (1 if columns is None else 3)  # those of one shape are asked together
    assert_array_equal(joined.outputs(holes), outputs)
    combination_weights = np.array([2.0, 0.5, 1.0, 3.0])
    assert_allclose(
        joined.sum_outputs(holes, combination_weights, hard=False),
        np.tensordot(combination_weights, outputs, 1),
    )
    assert_array_equal(joined.sum_outputs(holes, None, hard=True).sum(axis=1), 4)
    for index in range(4):
        assert_array_equal(members[index].predict_proba(holes), outputs[index])
        assert members[index].n_features_in_ == 4
        assert members[index].loss_history_.shape == (5,)


def test_a_member_is_what_a_fit_on_its_rows_and_features_would_be():
    rows, features = COUNTS[0] > 0, COLUMNS[0]
    member = (
        NetworkClassifier(3, epochs=4)
        .prepare(TrainingSet.of(X, y, n_classes=3))
        .grow(SEEDS[:1], COUNTS[:1], [features])
    )
    repeated = np.repeat(np.flatnonzero(rows), COUNTS[0][rows])
    alone = NetworkClassifier(3, epochs=4).prepare(
        TrainingSet.of(X[np.ix_(repeated, features)], y[repeated], n_classes=3)
    )
    ones = np.ones((1, len(repeated)), np.int32)
    assert_allclose(member.outputs(X), alone.grow(SEEDS[:1], ones).outputs(X[:, features]), atol=1e-6)


def test_questions_of_their_own():
    """A member may learn other classes than the table's; -1 leaves rows out."""
    table = NetworkClassifier(3, epochs=6).prepare(TrainingSet.of(X, y, n_classes=2))
    targets = np.stack([np.where(y == 0, 1, 0), np.where(y == 2, -1, y)])
    asked = table.grow(SEEDS[:2], np.ones((2, 150), np.int32), None, targets).outputs(X)
    assert_array_equal(asked[0].argmax(axis=1), y == 0)
    alone = table.grow(SEEDS[1:2], (y != 2)[None].astype(np.int32), None, targets[1:]).outputs(X)
    assert_allclose(asked[1], alone[0], atol=1e-9)


def test_training_can_be_followed(monkeypatch):
    monkeypatch.setattr(networks, "_BATCH_CELLS", 2**12)
    table = NetworkClassifier(3, epochs=5).prepare(TrainingSet.of(X, y, n_classes=3))
    course = list(table.follow(SEEDS, COUNTS))
    assert [len(members) for members in course] == [4] * 6
    for epochs in (0, 2, 5):
        shorter = (
            NetworkClassifier(3, epochs=epochs).prepare(TrainingSet.of(X, y, n_classes=3)).grow(SEEDS, COUNTS)
        )
        assert_array_equal(course[epochs].outputs(X), shorter.outputs(X))
    history = course[-1].batches[0].history
    assert history.shape == (4, 6)
    assert (np.diff(history, axis=1) < 0).all()


def test_the_loss_is_the_mean_squared_error_in_units_of_the_target():
    data, target = load_diabetes(return_X_y=True)
    counts = np.random.default_rng(0).integers(0, 3, (1, len(target)))
    members = (
        NetworkRegressor(2, epochs=5)
        .prepare(TrainingSet.of(data, target, n_classes=None))
        .grow(SEEDS[:1], counts)
    )
    squares = (members.outputs(data)[0] - target) ** 2
    assert_allclose(members.batches[0].history[0, -1], np.average(squares, weights=counts[0]))


def test_fractional_weights_have_no_scale():
    table = NetworkClassifier(2, epochs=4).prepare(TrainingSet.of(X, y, n_classes=3))
    weights = np.random.default_rng(1).random((1, 150))
    once, thrice = (table.grow(SEEDS[:1], scale * weights).outputs(X) for scale in (1.0, 3.0))
    assert_allclose(once, thrice, atol=1e-6)


def test_features_are_drawn_with_all_their_categories():
    frame = pd.DataFrame({"size": X[:, 0], "kind": np.where(y == 0, 0.0, np.arange(150) % 3)})
    table = NetworkClassifier(2, epochs=4).prepare(
        TrainingSet.of(frame.to_numpy(), y, n_classes=3, is_categorical=np.array([False, True]))
    )
    members = table.grow(SEEDS[:3], COUNTS[:3], [np.array([1]), np.array([0]), np.array([0, 1])])
    assert [batch.standing.columns.tolist() for batch in members.batches] == [
        [[1, 2, 3]],
        [[0]],
        [[0, 1, 2, 3]],
    ]
    assert members.outputs(frame.to_numpy()).shape == (3, 150, 3)


def test_a_member_without_rows_says_so():
    counts = COUNTS.copy()
    counts[2] = 0
    with pytest.raises(MemberError) as raised:
        NetworkClassifier(2).prepare(TrainingSet.of(X, y, n_classes=3)).grow(SEEDS, counts)
    assert raised.value.index == 2
    assert "no row with a positive weight" in str(raised.value.__cause__)
