from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from hedgerow.selection.stability import rank_features, spearman_stability

tables = hnp.arrays(
    np.float64, st.tuples(st.integers(2, 5), st.integers(2, 6)), elements=st.integers(0, 4).map(float)
)


@given(tables)
def test_it_is_the_mean_of_scipys_correlations(scores):
    ranks = rank_features(scores)
    expected = []
    for one, other in combinations(ranks, 2):
        flat = [np.ptp(one) == 0, np.ptp(other) == 0]
        expected.append(float(all(flat)) if any(flat) else stats.spearmanr(one, other).statistic)
    assert spearman_stability(ranks) == pytest.approx(np.mean(expected), abs=1e-9)


def test_larger_scores_rank_first_and_missing_ones_last():
    assert rank_features([[5, np.nan, 5, 9], [1, 2, 3, 4]]).tolist() == [[2.5, 4, 2.5, 1], [4, 3, 2, 1]]


def test_one_run_is_refused():
    with pytest.raises(ValueError, match="two runs"):
        spearman_stability([[1, 2]])
