import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse

from hedgerow.analysis.bias_variance.replicates import LabelledRows, deal, need_rows, refuse_test, set_up


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, pd.DataFrame, pl.DataFrame])
def test_rows_of_any_table_can_be_taken_repeatedly(kind):
    table = np.arange(6.0).reshape(3, 2)
    taken = LabelledRows(
        kind(table), np.array(["a", "b", "c"]), np.array([1.0, 2.0, 3.0]), np.array([0, 1, 2])
    ).take(np.array([2, 0, 2]))
    X = taken.X.toarray() if sparse.issparse(taken.X) else np.asarray(taken.X)
    assert_array_equal(X, table[[2, 0, 2]])
    assert_array_equal(taken.y, ["c", "a", "c"])
    assert_array_equal(taken.sample_weight, [3, 1, 3])
    assert_array_equal(taken.strata, [2, 0, 2])


@settings(max_examples=30)
@given(st.lists(st.integers(0, 2), min_size=2, max_size=30), st.integers(2, 5), st.integers(0, 99))
def test_hands_are_even_in_size_and_in_every_stratum(strata, n_hands, seed):
    hands = deal(np.array(strata), len(strata), n_hands, np.random.default_rng(seed))
    for members in (hands, *(hands[np.array(strata) == each] for each in set(strata))):
        sizes = np.bincount(members, minlength=n_hands)
        assert sizes.max() - sizes.min() <= 1
    plain = deal(None, len(strata), n_hands, np.random.default_rng(seed))
    assert np.ptp(np.bincount(plain, minlength=n_hands)) <= 1


def test_what_is_missing_or_too_much_is_named():
    with pytest.raises(ValueError, match="pass both"):
        need_rows("bootstrap", None)
    part = LabelledRows(np.zeros((1, 1)), np.zeros(1))
    assert need_rows("bootstrap", part) is part
    refuse_test("folds", None)
    with pytest.raises(ValueError, match="leave test out"):
        refuse_test("folds", part)


def test_shared_randomness_is_apart_from_that_of_the_seeds():
    seeds = np.random.PCG64(7).random_raw(4)
    assert not np.isin(set_up(7).bit_generator.random_raw(4), seeds).any()
