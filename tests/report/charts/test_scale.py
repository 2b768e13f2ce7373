import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.report.charts.scale import Scale, choose_ticks, span

NUMBERS = st.floats(-1e6, 1e6)


@given(NUMBERS, st.floats(1e-3, 1e6))
def test_ticks_are_few_and_inside(low, width):
    ticks = choose_ticks(low, low + width)
    assert len(ticks) <= 11
    assert all(low - 1e-6 * width <= tick <= low + width * (1 + 1e-6) for tick in ticks)
    assert np.all(np.diff(ticks) > 0)


@given(st.lists(NUMBERS, min_size=1), NUMBERS)
def test_places_stay_within_the_ends(values, value):
    low, high = span(values)
    assert low < high
    assert 10.0 <= Scale(low, high, 10.0, 90.0)(value) <= 90.0


def test_a_range_of_nothing_has_one_tick():
    assert choose_ticks(2.0, 2.0) == [2.0]
    assert span([]) == (0.0, 1.0)
