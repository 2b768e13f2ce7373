import numpy as np
import pytest

from hedgerow.resampling.size import count_draws


@pytest.mark.parametrize(("max_samples", "expected"), [(None, 50), (7, 7), (0.5, 25), (1.0, 50), (0.001, 1)])
def test_sizes_follow_scikit_learn(max_samples, expected):
    assert count_draws(max_samples, 50) == expected


def test_a_fraction_is_of_the_total_weight():
    assert count_draws(0.5, 10, np.full(10, 4.0)) == 20


def test_a_fraction_of_tiny_weights_warns():
    with pytest.warns(
        UserWarning, match=r"max_samples=0.5 .* low number \(1\) .* passing `max_samples` as an integer"
    ):
        assert count_draws(0.5, 100, np.full(100, 0.01)) == 1


@pytest.mark.parametrize("max_samples", [0, -3, 0.0, -0.5, "half", True])
def test_a_wrong_size_names_the_value(max_samples):
    with pytest.raises(ValueError, match=f"max_samples={max_samples!r} must be"):
        count_draws(max_samples, 10)
