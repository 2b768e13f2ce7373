"""The nine-node networks."""

import numpy as np
import pytest

from hedgerow.datasets import make_network


@pytest.mark.parametrize(("target", "blanket"), [("G", "DE"), ("H", "EF"), ("I", "DF")])
@pytest.mark.parametrize("linear", [True, False])
@pytest.mark.parametrize("gaussian", [True, False])
def test_the_target_is_its_parents_plus_unit_noise(target, blanket, linear, gaussian):
    sample = make_network(20_000, target, linear=linear, gaussian=gaussian, random_state=0)
    assert "".join(sample.feature_names[column] for column in sample.relevant) == blanket
    assert sample.feature_names == tuple(sorted(set("ABCDEFGHI") - {target}))
    first, second = sample.X[:, sample.relevant].T
    noise = sample.y - (first + second if linear else first * second)
    assert noise.mean() == pytest.approx(0, abs=0.03)
    assert noise.std() == pytest.approx(1, abs=0.03)


def test_roots():
    gaussian, other = (
        make_network(20_000, gaussian=gaussian, random_state=0).X[:, :3] for gaussian in (1, 0)
    )
    np.testing.assert_allclose(gaussian.mean(axis=0), [1, 2, 3], atol=0.03)
    np.testing.assert_allclose(gaussian.std(axis=0), 1, atol=0.03)
    np.testing.assert_allclose(other.mean(axis=0), [0, 1, 0], atol=0.03)
    np.testing.assert_allclose(other.std(axis=0), [1, 1, 1 / np.sqrt(3)], atol=0.03)
