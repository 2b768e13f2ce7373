"""The simple problem."""

import numpy as np
import pytest

from hedgerow.datasets import make_simple


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
