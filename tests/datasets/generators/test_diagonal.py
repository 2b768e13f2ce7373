"""The diagonal and its population gains."""

import numpy as np
import pytest

from hedgerow.datasets import make_diagonal

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
