"""ML-kNN."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.datasets.generators.label_sets import make_label_sets
from hedgerow.many_labels import MLKNNClassifier
from hedgerow.many_labels.nearest import learn_probabilities

LINE, HALVES = np.arange(6.0)[:, None], np.array([[1], [1], [1], [0], [0], [0]])
sample = make_label_sets(120, random_state=0)
X, Y = sample.X, sample.Y


def test_the_specified_values():
    nearest = MLKNNClassifier(2, scaling="none").fit(LINE, HALVES)  # Check P0.mlknn
    n_near = nearest._count_near(LINE, np.arange(6))
    assert n_near.ravel().tolist() == [2, 2, 1, 1, 0, 0]
    assert np.bincount(n_near[:3, 0], minlength=3).tolist() == [0, 1, 2]
    assert np.bincount(n_near[3:, 0], minlength=3).tolist() == [2, 1, 0]
    assert nearest.predict_proba([[1.4], [2.6], [4.2]]).ravel().tolist() == [0.75, 0.5, 0.25]
    assert nearest.predict([[1.4], [2.6], [4.2]]).ravel().tolist() == [1, 0, 0]


def naive_nearest(X, Y, rows, k, s):
    """Label by label and row by row."""
    scale = X.std(axis=0, ddof=1)
    X, rows = X / scale, rows / scale
    scores = np.empty((len(rows), Y.shape[1]))
    for label, y in enumerate(Y.T):
        counts = np.zeros((2, k + 1))
        for i in range(len(X)):
            far = ((X - X[i]) ** 2).sum(axis=1)
            far[i] = np.inf
            counts[y[i], y[np.argsort(far, kind="stable")[:k]].sum()] += 1
        prior = (s + y.sum()) / (2 * s + len(y))
        likely = (s + counts) / (s * (k + 1) + counts.sum(axis=1, keepdims=True))
        for i, row in enumerate(rows):
            d = y[np.argsort(((X - row) ** 2).sum(axis=1), kind="stable")[:k]].sum()
            on, off = prior * likely[1, d], (1 - prior) * likely[0, d]
            scores[i, label] = on / (on + off)
    return scores


@pytest.mark.parametrize(("k", "s"), [(10, 1.0), (3, 0.5)])
def test_the_slow_way_finds_the_same(k, s):
    nearest = MLKNNClassifier(k, smoothing=s).fit(X[:80], Y[:80])
    assert_allclose(nearest.predict_proba(X[80:]), naive_nearest(X[:80], Y[:80], X[80:], k, s))


def test_more_neighbours_than_rows():
    nearest = MLKNNClassifier(99).fit(X[:5], Y[:5])
    assert nearest.n_neighbors_ == 4
    assert nearest.probabilities_.shape == (6, 5)
    alone = MLKNNClassifier().fit(X[:1], Y[:1])
    assert alone.predict(X[:3]).shape == (3, 6)


def test_weights_count_in_the_probabilities():
    n_near, on = np.array([[0], [1], [2], [2]]), np.array([[0], [1], [1], [0]], bool)
    weighed = learn_probabilities(n_near, on, np.array([1.0, 2.0, 1.0, 3.0]), 2, 1.0)
    repeated = np.repeat(np.arange(4), [1, 2, 1, 3])
    assert_allclose(weighed, learn_probabilities(n_near[repeated], on[repeated], np.ones(7), 2, 1.0))


def test_categories_and_missing_values():
    frame = pd.DataFrame({"size": X[:, 0], "kind": np.where(sample.topics % 2, "odd", "even")})
    frame.loc[::7, "size"] = np.nan
    nearest = MLKNNClassifier(5).fit(frame, Y)
    assert np.isfinite(nearest.predict_proba(frame)).all()


def test_a_learned_threshold():
    nearest = MLKNNClassifier(threshold="pcut").fit(X, Y)
    assert 0 < nearest.threshold_ < 1
    assert_array_equal(nearest.predict(X), nearest.predict_proba(X) >= nearest.threshold_)


@pytest.mark.parametrize(
    "wrong",
    [{"n_neighbors": 0}, {"smoothing": 0}, {"smoothing": "1"}, {"scaling": "log"}, {"threshold": 1.0}],
)
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}="):
        MLKNNClassifier(**wrong).fit(X, Y)


def test_predictions_are_those_of_scikit_multilearn():
    """Recorded from its version 0.2.0: a training row is not its own neighbour, a new row skips none."""
    table = make_label_sets(300, random_state=0)
    nearest = MLKNNClassifier(scaling="none").fit(table.X[:200], table.Y[:200])
    answers = nearest.predict(table.X[200:])
    assert answers.sum(axis=0).tolist() == [51, 62, 60, 43, 45, 93]
    packed = np.packbits(answers[:10].astype(bool), axis=1)[:, 0]
    assert packed.tolist() == [44, 244, 52, 196, 236, 196, 52, 52, 244, 244]
