from dataclasses import replace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from tests.ensembles.masks.check_values import ACCURACY, make_evaluator, read_mask

from hedgerow.learners.spaces import Space

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(90, 5)), RNG.integers(0, 3, 90)
MASK = np.array([True, False, True, True, False])


@pytest.mark.parametrize(("bits", "accuracy"), ACCURACY.items())
def test_masks_that_were_worked_out_by_hand(bits, accuracy):
    evaluator = make_evaluator()
    assert evaluator.scoring.score(evaluator.asked.answer(read_mask(bits))) == pytest.approx(
        accuracy, abs=1e-12
    )
    assert evaluator.scoring.score(evaluator.walk(read_mask(bits)).answer()) == pytest.approx(
        accuracy, abs=1e-12
    )


@pytest.mark.parametrize("k", [1, 3])
def test_without_ties_the_answers_are_those_of_scikit_learn(k):
    y = Y % 2  # three neighbours of two classes do not tie
    space = Space.learn(X, y, n_classes=2, n_neighbors=k, scaling="none")
    new = RNG.normal(size=(40, 5))
    peer = KNeighborsClassifier(k).fit(X[:, MASK], y)
    np.testing.assert_array_equal(space.ask(new).answer(MASK), peer.predict(new[:, MASK]))
    near = peer.kneighbors(return_distance=False)
    left_out = space.ask(X, np.arange(90)).answer(MASK)
    np.testing.assert_array_equal(left_out, [np.bincount(y[rows]).argmax() for rows in near])


def test_numbers_are_put_on_one_scale():
    stretched = X * [1, 1e-3, 1e5, 40, 7] + [0, 5, -1e4, 3, 1]
    answers = [
        Space.learn(table, Y, n_classes=3).ask(table, np.arange(90)).answer(MASK) for table in (X, stretched)
    ]
    np.testing.assert_array_equal(*answers)


def test_more_neighbours_than_rows_are_all_the_rows():
    weights = np.where(Y == 2, 50.0, 1.0)
    space = Space.learn(X, Y, n_classes=3, n_neighbors=500, weights=weights)
    assert (space.ask(X).answer(MASK) == 2).all()


def test_a_lone_row_cannot_be_left_out():
    space = Space.learn(X[:1], Y[:1], n_classes=3)
    with pytest.raises(ValueError, match="n_samples=1"):
        space.ask(X[:1], np.array([0])).answer(MASK)
    assert (space.ask(X[1:]).answer(MASK) == Y[0]).all()


def test_an_empty_mask_is_refused():
    with pytest.raises(ValueError, match="the mask is empty"):
        Space.learn(X, Y, n_classes=3).ask(X).answer(np.zeros(5, bool))


def test_numbers_whose_squares_overflow_are_refused_by_their_value():
    with pytest.raises(ValueError, match=r"X holds 2e\+30 .* squares"):
        Space.learn(np.array([[0.0], [2e30]]), np.array([0, 1]), n_classes=2, scaling="none")
    answers = Space.learn(np.array([[0.0], [2e30]]), np.array([0, 1]), n_classes=2).ask(
        np.array([[1e30], [3e29]])
    )
    assert answers.answer(np.array([True])).tolist() == [0, 0]


def test_a_column_without_any_value_tells_nothing():
    empty = np.column_stack([X, np.full(90, np.nan)])
    wide, narrow = Space.learn(empty, Y, n_classes=3), Space.learn(X, Y, n_classes=3)
    expected = narrow.ask(X, np.arange(90)).answer(MASK)
    np.testing.assert_array_equal(wide.ask(empty, np.arange(90)).answer(np.append(MASK, True)), expected)
    seen = np.column_stack([X, np.arange(90.0)])
    np.testing.assert_array_equal(wide.ask(seen, np.arange(90)).answer(np.append(MASK, True)), expected)


@pytest.mark.parametrize("k", [1, 4, 12, 200])
def test_the_nearest_rows_come_in_order(k):
    space = Space.learn(X, Y, n_classes=3, scaling="none")
    new = RNG.normal(size=(40, 5))
    apart = np.sqrt(((new[:, None, MASK] - X[None][:, :, MASK]) ** 2).sum(axis=2))
    np.testing.assert_array_equal(space.ask(new).list_nearest(MASK, k), apart.argsort(axis=1)[:, :k])
    left_out = space.ask(X, np.arange(90)).list_nearest(MASK, k)
    assert left_out.shape == (90, min(k, 89))
    assert not (left_out == np.arange(90)[:, None]).any()


def test_of_rows_at_the_same_distance_the_first_is_nearer():
    table = np.zeros((70, 2))
    nearest = (
        Space.learn(table, np.zeros(70, int), n_classes=1, scaling="none")
        .ask(table[:2])
        .list_nearest(np.array([True, False]), 5)
    )
    np.testing.assert_array_equal(nearest, [np.arange(5)] * 2)


@pytest.mark.parametrize(
    "edit",
    [
        lambda space: replace(space, labels=space.labels[:-1]),
        lambda space: replace(space, labels=space.labels - 1),
        lambda space: replace(space, labels=space.labels.astype(np.int32)),
        lambda space: replace(space, weights=space.weights * np.inf),
        lambda space: replace(space, n_neighbors=0),
        lambda space: replace(space, n_classes=1),
        lambda space: replace(space, differences=replace(space.differences, scale=np.zeros(2))),
        lambda space: replace(space, differences=replace(space.differences, scale=np.ones(3))),
        lambda space: replace(space, differences=replace(space.differences, rows=np.full((4, 2), 1e30))),
        lambda space: replace(space, differences=replace(space.differences, groups=np.full(4, 9))),
    ],
)
def test_what_are_no_known_rows_is_refused(edit):
    rows = np.array([[0.0, 1.0], [2.0, 0.0], [1.0, 5.0], [3.0, 3.0]])
    space = Space.learn(rows, np.array([0, 1, 1, 0]), n_classes=2)
    space.check_loaded()
    with pytest.raises(ValueError, match=r"these are not known rows|n_neighbors"):
        edit(space).check_loaded()
