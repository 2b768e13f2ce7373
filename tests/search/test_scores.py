from threading import Thread

import numpy as np
import pytest

from hedgerow.search.scores import SubsetScores


def counting(n_units=4):
    asked = []

    def evaluate(masks):
        asked.extend(mask.tobytes() for mask in masks)
        return np.stack([masks.sum(axis=1), masks.sum(axis=1) + 1.0], axis=1)

    return SubsetScores(n_units, evaluate), asked


def test_a_subset_is_scored_once():
    scores, asked = counting()
    masks = np.array([[1, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0]], bool)
    np.testing.assert_array_equal(scores.score(masks), [1.5, 1.5, 2.5])
    scores.score(masks)
    assert len(asked) == 2
    assert (scores.n_scored, scores.n_asked) == (2, 6)
    assert scores.known(masks[2]) == 2.5
    assert scores.known(~masks[2]) is None
    assert scores.spread(masks[0]) == 0.5
    assert len(asked) == 2


def test_threads_share_what_is_known():
    scores, asked = counting(8)
    masks = np.eye(8, dtype=bool)
    threads = [Thread(target=scores.score, args=(masks,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(asked) == 8
    assert scores.n_asked == 64


def test_of_equal_subsets_the_smaller_then_the_lower_is_chosen():
    worth = {(): 0.1, (0,): 0.8, (2,): 0.8, (0, 1): 0.8, (1, 2): 0.805}
    scores = SubsetScores(
        3, lambda masks: np.array([[worth[tuple(np.flatnonzero(m).tolist())]] for m in masks])
    )
    masks = [np.isin(np.arange(3), key) for key in worth]
    assert scores.choose(masks).tolist() == [False, True, True]
    assert scores.choose(masks, tolerance=0.01).tolist() == [True, False, False]
    best = scores.best_of_each_size()
    assert {size: np.flatnonzero(mask).tolist() for size, mask in best.items()} == {0: [], 1: [0], 2: [1, 2]}


def test_what_is_no_number_is_worst():
    scores = SubsetScores(2, lambda masks: np.where(masks[:, :1], np.nan, 0.0))
    assert scores.score(np.array([[True, False], [False, True]])).tolist() == [-np.inf, 0.0]


def test_steps_are_heard():
    predicted = []
    scores = SubsetScores(
        2, lambda masks: masks[:, :1] * 1.0, lambda step, score: predicted.append((step.action, score))
    )
    mask = np.array([True, False])
    scores.note("+0", mask)
    mask[0] = False
    assert predicted == [("+0", 1.0)]
    assert scores.steps[0].mask.tolist() == [True, False]
    assert scores.masks().tolist() == [[True, False]]


def test_errors_pass_and_leave_nothing_behind():
    def evaluate(masks):
        raise ValueError("no")

    scores = SubsetScores(2, evaluate)
    with pytest.raises(ValueError, match="no"):
        scores.of(np.array([True, False]))
    assert scores.n_scored == 0
