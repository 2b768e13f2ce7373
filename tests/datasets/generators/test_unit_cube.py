"""Points of the unit cube: classes and values follow the formulas, in the shares that theory says."""

import numpy as np
import pytest

from hedgerow.datasets import make_diagonal, make_friedman, make_simple, make_square_frame
from hedgerow.datasets.generators.unit_cube import friedman


def test_labels_follow_the_formula():
    raw, binary = (make_simple(random_state=0, binary=binary) for binary in (False, True))
    np.testing.assert_allclose(raw.y, raw.X[:, 0] ** 2 + 2 * raw.X[:, 1])
    np.testing.assert_array_equal(binary.y, np.where(raw.y > 4 / 3, 1, -1))


@pytest.mark.parametrize("threshold", [1, 4 / 3, 2])
def test_class_share_is_exact_theory(threshold):
    share = (make_simple(100_000, 2, threshold=threshold, random_state=0).y > 0).mean()
    assert share == pytest.approx(1 - (threshold - 1 / 3) / 2, abs=0.007)


def test_the_second_feature_alone_errs_on_an_eighth():
    sample = make_simple(100_000, 2, random_state=0)
    best = np.where(sample.X[:, 1] > (4 / 3 - 0.25) / 2, 1, -1)
    assert (best != sample.y).mean() == pytest.approx(0.125, abs=0.005)


def test_pencil_values():
    assert friedman(np.full((1, 10), 0.5))[0] == pytest.approx(14.571067811865476, abs=1e-12)
    assert friedman(np.array([[1, 0.5, 0, 1, 1]]))[0] == pytest.approx(10 + 5 + 10 + 5)


def test_labels_are_the_noisy_value_above_the_threshold():
    raw, binary = (make_friedman(random_state=3, binary=binary) for binary in (False, True))
    np.testing.assert_array_equal(binary.y, np.where(raw.y > 14, 1, -1))
    assert binary.X.shape == (200, 10)


def test_class_share_and_bayes_error():
    sample = make_friedman(200_000, 5, random_state=0)
    assert (sample.y > 0).mean() == pytest.approx(0.531, abs=0.005)
    best = np.where(friedman(sample.X) > 14, 1, -1)
    assert (best != sample.y).mean() == pytest.approx(sample.bayes_error, abs=0.003)


def test_bayes_error_is_given_only_where_it_is_known():
    assert make_friedman(5, noise=0, threshold=10).bayes_error == 0
    assert make_friedman(5, noise=2).bayes_error is None
    assert make_friedman(5, threshold=13).bayes_error is None
    assert make_friedman(5, binary=False).bayes_error is None


SAMPLE = make_diagonal(400_000, random_state=0)


def entropy(labels):
    share = (labels > 0).mean()
    return -sum(p * np.log2(p) for p in (share, 1 - share) if p > 0)


def gain(mask, feature, threshold):
    labels, left = SAMPLE.y[mask], SAMPLE.X[mask, feature] <= threshold
    return entropy(labels) - left.mean() * entropy(labels[left]) - (~left).mean() * entropy(labels[~left])


def test_labels_are_above_the_line_and_balanced():
    np.testing.assert_array_equal(SAMPLE.y, np.where(SAMPLE.X[:, 1] > 2.5 * SAMPLE.X[:, 0] - 0.75, 1, -1))
    assert (SAMPLE.y > 0).mean() == pytest.approx(0.5, abs=0.004)


@pytest.mark.parametrize(
    ("feature", "threshold", "expected"),
    [(0, 0.5, 0.5310044064), (0, 0.3, 0.3958156020), (0, 0.7, 0.3958156020), (1, 0.5, 0.0290494055)],
)
def test_root_gains(feature, threshold, expected):
    assert gain(np.ones(len(SAMPLE.y), dtype=bool), feature, threshold) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize("feature", [0, 1])
def test_both_features_are_equal_in_the_band(feature):
    band = (SAMPLE.X[:, 0] > 0.3) & (SAMPLE.X[:, 0] < 0.7)
    assert gain(band, feature, 0.5) == pytest.approx(0.1887218755, abs=0.005)


def test_the_frame_is_three_quarters_of_the_square():
    sample = make_square_frame(100_000, random_state=0)
    inside = ((sample.X >= 0.25) & (sample.X <= 0.75)).all(axis=1)
    assert ((sample.y < 0) == inside).all()
    assert (sample.y > 0).mean() == pytest.approx(0.75, abs=0.006)
