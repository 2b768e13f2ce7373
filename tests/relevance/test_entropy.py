import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy

from hedgerow.relevance.entropy import entropy_mass


@given(st.lists(st.floats(0, 100), min_size=1, max_size=5).filter(lambda weights: sum(weights) > 1e-3))
def test_as_in_scipy(weights):
    assert entropy_mass(weights) == pytest.approx(sum(weights) * entropy(weights, base=2), abs=1e-9)


def test_nothing_has_no_entropy():
    np.testing.assert_array_equal(entropy_mass(np.zeros((2, 3))), [0.0, 0.0])
