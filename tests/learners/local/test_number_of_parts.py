import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.local.number_of_parts import choose_n_parts, draw_folds


def answer_by_steps(rows, n_parts, X):
    edges = np.linspace(0, 1, n_parts + 1)[1:-1]
    part, asked = np.digitize(rows.X[:, 0], edges), np.digitize(X[:, 0], edges)
    means = np.array([rows.y[part == number].mean() for number in range(n_parts)])[asked]
    return means if rows.n_classes is None else np.column_stack([1 - means, means])


def make_rows(y, n_classes=None):
    return TrainingSet.of(np.linspace(0, 0.999, len(y))[:, None], y, n_classes=n_classes)


def test_as_many_parts_as_steps():
    stairs = np.repeat([0.0, 3.0, 1.0, 2.0], 50)
    noisy = stairs + np.random.default_rng(0).normal(size=200)
    assert choose_n_parts(make_rows(noisy), answer_by_steps, 0) == 4
    labels = (np.repeat([0.1, 0.9], 100) > np.random.default_rng(0).random(200)).astype(int)
    assert choose_n_parts(make_rows(labels, 2), answer_by_steps, 0) == 2


def test_noise_is_nearly_always_left_in_one_part():
    chosen = [
        choose_n_parts(make_rows(np.random.default_rng(seed).normal(size=100)), answer_by_steps, seed)
        for seed in range(30)
    ]
    assert np.mean(np.array(chosen) == 1) > 0.8


def test_few_rows_are_not_parted():
    def refuse(rows, n_parts, X):
        raise AssertionError("there is nothing to compare")

    assert choose_n_parts(make_rows(np.arange(12.0)), refuse, 0) == 1


def test_rows_of_little_weight_have_little_to_say():
    values = np.repeat([0.0, 5.0], 50)
    weights = np.where(np.arange(100) < 50, 1.0, 1e-9)
    rows = TrainingSet.of(np.linspace(0, 0.999, 100)[:, None], values, weights=weights)

    def answer(rows, n_parts, X):
        return np.full(len(X), 0.0 if n_parts == 1 else 5.0)  # right where there is weight, and where not

    assert choose_n_parts(rows, answer, 0) == 1


def test_folds_share_out_every_class():
    y = np.repeat([0, 1, 2], [30, 9, 3])
    folds = draw_folds(y, 3, seed=1)
    assert_array_equal([np.bincount(folds[y == label]) for label in range(3)], [[10] * 3, [3] * 3, [1] * 3])
    assert (draw_folds(y, 3, seed=2) != folds).any()
