import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import false_discovery_control

from hedgerow.relevance.adjustment import benjamini_hochberg, holm

P_VALUES = st.lists(st.floats(0, 1), max_size=8)


def naive_holm(p_values):
    """The largest of the steps up to each p-value."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    steps = [min(1.0, p_values[i] * (len(order) - rank)) for rank, i in enumerate(order)]
    return [max(steps[: order.index(i) + 1]) for i in range(len(p_values))]


def naive_benjamini_hochberg(p_values):
    """The smallest of the steps from each p-value on."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    steps = [min(1.0, p_values[i] * len(order) / (rank + 1)) for rank, i in enumerate(order)]
    return [min(steps[order.index(i) :]) for i in range(len(p_values))]


@given(P_VALUES)
def test_as_holm_says(p_values):
    assert_allclose(holm(p_values), naive_holm(p_values))


@given(P_VALUES)
def test_as_benjamini_and_hochberg_say(p_values):
    assert_allclose(benjamini_hochberg(p_values), naive_benjamini_hochberg(p_values))


@given(P_VALUES.filter(len))
def test_as_in_scipy(p_values):
    assert_allclose(benjamini_hochberg(p_values), false_discovery_control(p_values), atol=1e-12)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@given(P_VALUES, st.randoms(use_true_random=False))
def test_the_order_does_not_matter_and_nothing_gets_smaller(adjust, p_values, random):
    places = list(range(len(p_values)))
    random.shuffle(places)
    adjusted = adjust(p_values)
    assert_allclose(adjust([p_values[place] for place in places]), adjusted[places])
    assert (adjusted >= np.array(p_values)).all()
    assert (adjusted <= 1).all()


@given(P_VALUES)
def test_holm_is_the_stricter(p_values):
    assert (holm(p_values) >= benjamini_hochberg(p_values) - 1e-12).all()


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_what_is_no_p_value_is_shown(adjust):
    with pytest.raises(ValueError, match="holds nan"):
        adjust([0.1, np.nan])
    with pytest.raises(ValueError, match=r"holds 1\.5"):
        adjust([1.5])
    with pytest.raises(ValueError, match="shape"):
        adjust([[0.1]])
