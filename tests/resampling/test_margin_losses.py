import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.resampling import exponential_loss, logistic_loss, weigh_confidence


def test_far_on_the_wrong_side():
    assert exponential_loss(-2.0) == pytest.approx(7.389056, abs=1e-6)
    assert logistic_loss(-2.0) == pytest.approx(4.018150, abs=1e-6)


def test_one_grows_like_a_line():
    assert_allclose(np.diff(logistic_loss(np.array([-1000.0, -999.0, -998.0]))), -2.0)


def test_weights_fall_on_both_sides():
    found = weigh_confidence([0, 0.5, -0.5, 2])
    assert_allclose(found, [0.4258224522, 0.2582743728, 0.2582743728, 0.0576288022], atol=1e-10)
    assert_allclose(weigh_confidence([1000.0, -1000.0, 1001.0])[:2], np.exp(1) / (2 * np.exp(1) + 1))
