from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import holm


@given(st.lists(st.floats(0, 1), max_size=8))
def test_as_holm_says(p_values):
    assert_allclose(holm(p_values), naive.holm(p_values))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_the_order_does_not_matter(p_values, random):
    places = list(range(len(p_values)))
    random.shuffle(places)
    assert_allclose(holm([p_values[place] for place in places]), holm(p_values)[places])
