import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_array_equal

from hedgerow.analysis.comparison import quantitative_scores


@given(hnp.arrays(np.float64, st.tuples(st.integers(1, 4), st.integers(1, 5)), elements=st.floats(0, 9)))
def test_as_the_formula_says(errors):
    scored = quantitative_scores(errors)
    for n, row in enumerate(errors):
        for i, mine in enumerate(row):
            for j, other in enumerate(row):
                larger = max(mine, other)
                assert scored[n, i, j] == pytest.approx((other - mine) / larger if larger else 0.0)
    assert_array_equal(scored, -scored.transpose(0, 2, 1))
    assert np.abs(scored).max() <= 1


def test_a_gap_stays_a_gap():
    scored = quantitative_scores([[1.0, np.nan, 2.0]])[0]
    assert np.isnan(scored[1]).all()
    assert scored[0, 2] == 0.5


@pytest.mark.parametrize(("errors", "message"), [([[1, -0.5]], "the least is -0.5"), ([1, 2], "shape")])
def test_what_is_not_an_error_is_refused(errors, message):
    with pytest.raises(ValueError, match=message):
        quantitative_scores(errors)
