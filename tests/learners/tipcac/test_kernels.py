import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel

from hedgerow.learners.tipcac.classifier import TIPCACClassifier
from hedgerow.learners.tipcac.kernels import LinearKernel, RBFKernel, find_scale, resolve_kernel

LEFT, RIGHT = np.random.default_rng(0).normal(size=(2, 20, 4))
ONES = np.ones(20)


def test_they_are_those_of_scikit_learn():
    assert_allclose(LinearKernel()(LEFT, RIGHT), linear_kernel(LEFT, RIGHT))
    assert_allclose(RBFKernel(1.5)(LEFT, RIGHT), rbf_kernel(LEFT, RIGHT, gamma=1 / (2 * 1.5**2)))


def test_large_offsets_cost_no_digits():
    assert_allclose(RBFKernel(1.0)(LEFT + 1e7, RIGHT + 1e7), RBFKernel(1.0)(LEFT, RIGHT), rtol=1e-6)
    assert_allclose(RBFKernel(1.0)(LEFT, LEFT).diagonal(), 1.0)


def test_the_scale_is_half_the_mean_squared_distance():
    distances = ((LEFT[:, None] - LEFT) ** 2).sum(axis=2)
    assert find_scale(LEFT, ONES) ** 2 == pytest.approx(distances.mean() / 2)
    weights = np.arange(20) % 3 + 1
    repeated = np.repeat(LEFT, weights, axis=0)
    assert find_scale(LEFT, weights) == pytest.approx(find_scale(repeated, np.ones(len(repeated))))
    assert find_scale(np.ones((3, 2)), np.ones(3)) == 1.0


def test_names_and_callables():
    assert resolve_kernel(None, "scale", LEFT, ONES) is None
    assert resolve_kernel(rbf_kernel, "scale", LEFT, ONES) is rbf_kernel
    assert resolve_kernel("linear", "scale", LEFT, ONES) == LinearKernel()
    assert resolve_kernel("rbf", 8, LEFT, ONES) == RBFKernel(8.0)
    assert resolve_kernel("rbf", "scale", LEFT, ONES) == RBFKernel(find_scale(LEFT, ONES))


@pytest.mark.parametrize(
    ("kernel", "sigma", "message"),
    [
        ("rfb", 1.0, "kernel='rfb' must be 'rbf' or 'linear'"),
        ("rbf", 0, "sigma=0 must be a finite number above 0"),
        ("rbf", "wide", "sigma='wide'"),
        ("rbf", np.nan, "sigma=nan"),
    ],
)
def test_what_is_refused(kernel, sigma, message):
    with pytest.raises(ValueError, match=message):
        TIPCACClassifier(kernel, sigma=sigma).fit(np.eye(4), [0, 0, 1, 1])
