from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.tables import examples

from hedgerow._kernels.masked_distances import CHUNK
from hedgerow.ensembles.masks.mask_evaluators import NeighbourWalk
from hedgerow.ensembles.masks.scores import Scoring
from hedgerow.learners.spaces import Space
from hedgerow.tables.distances import Differences


@st.composite
def tables(draw, rows=(2, 20)):
    """Known rows, rows to ask about (None: the known ones, each left out), kinds of columns, classes, weights, k."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_features, n_known = draw(st.integers(1, 5)), draw(st.integers(*rows))
    n_asked = draw(st.integers(0, 8))
    fineness = draw(st.sampled_from([0, 1, 6]))  # integers tie often
    X = np.round(rng.normal(size=(n_known + n_asked, n_features)) * 2, fineness)
    categorical = rng.random(n_features) < draw(st.sampled_from([0.0, 0.5]))
    X[:, categorical] = rng.integers(0, 3, (len(X), categorical.sum()))
    X[rng.random(X.shape) < draw(st.sampled_from([0.0, 0.2]))] = np.nan
    X[:, ~categorical] += draw(st.sampled_from([0.0, 1000.0]))  # years and the like: far from zero
    y = rng.integers(0, draw(st.integers(1, 4)), n_known)
    weights = rng.integers(1, 4, n_known).astype(float) if draw(st.booleans()) else None
    known, asked = X[:n_known], X[n_known:] if n_asked else None
    return known, asked, categorical, y, weights, draw(st.integers(1, 6))


def ask(known, asked, categorical, y, weights, k, scaling="standard"):
    kinds = {"is_categorical": categorical, "scaling": scaling}
    space = Space.learn(known, y, n_classes=4, n_neighbors=k, weights=weights, **kinds)
    return space.ask(known, np.arange(len(known))) if asked is None else space.ask(asked)


def naive(known, asked, categorical, y, weights, k, mask):
    """Recompute everything: distances of the masked table, feature by feature, and the neighbours of each row."""
    whole = Differences.learn(known, categorical)
    rows = whole.scaled(known if asked is None else asked)
    everybody = np.arange(len(known))[None]
    squares = sum(whole.compare(f, rows, everybody) ** 2 for f in np.flatnonzero(mask))
    own = range(len(known)) if asked is None else [-1] * len(asked)
    weights = np.ones(len(known)) if weights is None else weights
    return answer_by_neighbours(squares, own, y, weights, k)


def answer_by_neighbours(squares, own, labels, weights, k):
    """Class of each row by its k nearest known rows: the next one is the first of those as near as the nearest left."""
    answers = []
    for i, line in enumerate(squares):
        left = [j for j in range(len(labels)) if j != own[i]]
        votes, order = {}, []
        for _ in range(min(k, len(left))):
            nearest = min(line[j] for j in left)
            chosen = next(j for j in left if line[j] <= nearest * (1 + 1e-12))
            left.remove(chosen)
            order.append(labels[chosen])
            votes[labels[chosen]] = votes.get(labels[chosen], 0.0) + weights[chosen]
        answers.append(next(label for label in order if votes[label] >= max(votes.values()) * (1 - 1e-12)))
    return np.array(answers)


def answer_flip(walk, feature):
    """Answers after a flip that is not given up."""
    n_rows = len(walk.asked.own)
    limit = Scoring(np.zeros(n_rows, int), np.ones(n_rows), 4, "balanced_accuracy").find_limit(
        np.zeros(n_rows, int)
    )
    turn, answers = walk.find_flip(np.array([feature]), limit)
    assert turn == 0
    return answers


@examples(100)
@given(tables(), st.data())
def test_a_flip_is_the_same_as_computing_everything_again(given_table, data):
    asked = ask(*given_table)
    n_features = given_table[0].shape[1]
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=n_features, max_size=n_features)))
    mask[data.draw(st.integers(0, n_features - 1))] = True
    walk = NeighbourWalk(asked, mask)
    for feature in data.draw(st.lists(st.integers(0, n_features - 1), max_size=8)):
        flipped = walk.mask.copy()
        flipped[feature] ^= True
        if not flipped.any():
            continue
        expected = naive(*given_table, flipped)
        np.testing.assert_array_equal(answer_flip(walk, feature), expected)
        np.testing.assert_array_equal(asked.answer(flipped), expected)
        if data.draw(st.booleans()):
            walk.flip(feature)
        np.testing.assert_array_equal(walk.answer(), naive(*given_table, walk.mask))


@pytest.mark.parametrize("n_known", [CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])
@pytest.mark.parametrize("k", [1, 5, 20])
@pytest.mark.parametrize("fineness", [0, 9], ids=["ties", "numbers"])
def test_any_number_of_chunks_and_neighbours(n_known, k, fineness):
    rng = np.random.default_rng(n_known)
    table = (
        np.round(rng.normal(size=(n_known, 4)), fineness),
        None,
        None,
        rng.integers(0, 4, n_known),
        None,
        k,
    )
    asked = ask(*table)
    for mask in ([True] * 4, [True, False, False, True]):
        expected = naive(*table[:2], np.zeros(4, bool), *table[3:], np.array(mask))
        np.testing.assert_array_equal(asked.answer(np.array(mask)), expected)
        np.testing.assert_array_equal(NeighbourWalk(asked, np.array(mask)).answer(), expected)


def test_rounding_does_not_pile_up(compiled_only):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(70, 6)) * 10.0 ** np.arange(6), rng.integers(0, 3, 70)
    asked = ask(X, None, None, y, None, 1, scaling="none")
    walk = NeighbourWalk(asked, np.ones(6, bool))
    for feature in rng.integers(1, 6, 2000):
        walk.flip(feature)
    for feature in range(5, 1, -1):
        if walk.mask[feature]:
            walk.flip(feature)
    # Sums have been a thousand million times larger than the squares of the first feature, which is left.
    (walk.flip if not walk.mask[1] else int)(1)
    apart = np.abs(X[:, :1] - X[:, 0]) + np.diag([np.inf] * 70)
    np.testing.assert_array_equal(answer_flip(walk, 1), y[apart.argmin(axis=1)])


def test_a_row_that_is_infinitely_far_from_all_still_gets_an_answer():
    X = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])
    for value in (1e30, -1e200, 1e308):
        for k in (1, 2, 9):
            answers = ask(X, np.array([[value, value]]), None, np.array([2, 1, 0]), None, k).answer(
                np.ones(2, bool)
            )
            assert answers[0] in (0, 1, 2)


def test_of_equal_classes_that_of_the_nearest_row_wins():
    X, y = np.array([[0.0], [1.0], [2.0], [3.0], [4.0]]), np.array([1, 0, 0, 2, 2])
    assert ask(X, np.array([[0.4]]), None, y, None, 5).answer(np.array([True])).tolist() == [0]
    assert ask(X, np.array([[3.9]]), None, y, None, 5).answer(np.array([True])).tolist() == [2]
    heavy = np.array([9.0, 1, 1, 1, 1])
    assert ask(X, np.array([[3.9]]), None, y, heavy, 5).answer(np.array([True])).tolist() == [1]


def test_the_first_flip_within_the_limit_is_found():
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 6)), rng.integers(0, 2, 60)
    asked = ask(X, None, None, y, None, 1)
    mask, weights = np.array([True, False, True, False, False, True]), rng.random(60)
    wrong = [weights[asked.answer(mask ^ (np.arange(6) == f)) != y].sum() for f in range(6)]
    now = Scoring(y, weights, 2, "accuracy").find_limit(asked.answer(mask))
    for most in (0.0, *np.sort(wrong), np.inf):
        limit = replace(now, wrong=most)
        for features in (np.arange(6), np.arange(6)[::-1].copy(), np.array([3])):
            expected = next((turn for turn, f in enumerate(features) if wrong[f] < most - 1e-9), None)
            step = NeighbourWalk(asked, mask).find_flip(features, replace(limit, wrong=most - 1e-9))
            assert (None if step is None else step[0]) == expected
            if step is not None:
                flipped = mask ^ (np.arange(6) == features[expected])
                np.testing.assert_array_equal(step[1], asked.answer(flipped))


def test_a_flip_that_leaves_nothing_is_not_tried():
    asked = ask(np.arange(5.0)[:, None], None, None, np.arange(5) % 2, None, 1)
    limit = Scoring(np.zeros(5, int), np.ones(5), 4, "balanced_accuracy").find_limit(np.zeros(5, int))
    assert NeighbourWalk(asked, np.array([True])).find_flip(np.array([0]), limit) is None
