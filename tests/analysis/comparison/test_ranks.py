import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_array_equal
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import rank_methods

tables = hnp.arrays(
    np.float64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(-4, 4).map(float)
)


@given(tables, st.booleans())
def test_ranks_are_counts_of_better_methods(scores, higher):
    ranks = rank_methods(scores, higher_is_better=higher)
    assert_array_equal(ranks, [naive.rank_row(row, higher) for row in scores.tolist()])
    k = scores.shape[1]
    assert_array_equal(ranks.sum(axis=1), np.full(len(scores), k * (k + 1) / 2))
    assert_array_equal(rank_methods(-scores, higher_is_better=not higher), ranks)


@given(tables)
def test_a_monotone_transform_changes_nothing(scores):
    assert_array_equal(rank_methods(np.exp(scores)), rank_methods(scores))


def test_methods_that_print_the_same_are_tied():
    scores = [[0.914, 0.912, 0.92]]
    assert rank_methods(scores).tolist() == [[2, 3, 1]]
    assert rank_methods(scores, decimals=2).tolist() == [[2.5, 2.5, 1]]


@pytest.mark.parametrize(("scores", "message"), [([1, 2], "shape"), ([[1, np.nan]], "row 0 has a gap")])
def test_what_cannot_be_ranked_is_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        rank_methods(scores)
