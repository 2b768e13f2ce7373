import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.filters.mrmr_cost import (
    count_correlations,
    count_correlations_apart,
    expect_correlations,
)


def count_by_hand(runs, n_columns):
    pairs = set()
    for run in runs:
        for step, g in enumerate(run[:-1]):
            pairs |= {frozenset((f, g)) for f in range(n_columns) if f not in run[: step + 1]}
    return n_columns + len(pairs)


@given(
    st.integers(1, 8).flatmap(lambda k: st.lists(st.permutations(range(8)).map(lambda p: p[:k]), min_size=1))
)
def test_every_pair_is_counted_once(runs):
    found = count_correlations(np.array(runs), 8)
    assert found == count_by_hand(runs, 8)
    assert found <= 8 + 8 * 7 // 2
    assert count_correlations(np.array(runs[:1]), 8) == count_correlations_apart(8, len(runs[0]))


def test_the_paper_s_example_is_its_worst_case():
    """Schowe & Morik's figure: 5 features, 3 of them, 3 parts: 15 passes, where apart they need 36."""
    assert count_correlations([[0, 1, 2], [2, 3, 4], [4, 1, 0]], 5) == 15
    assert count_correlations_apart(5, 3, 3) == 36


def test_runs_apart_as_in_the_tables():
    assert count_correlations_apart(34, 10, 5) == 1475
    assert count_correlations_apart(325, 10, 5) == 16025


def test_what_to_expect_by_hand():
    assert expect_correlations(34, 10, 1, 0.4) == pytest.approx(295)
    assert expect_correlations(34, 10, 5, 0.4) == pytest.approx(484.14618908788)
    assert expect_correlations(34, 10, 5, 1.0) == pytest.approx(295)  # runs that agree cost as much as one
    assert expect_correlations(325, 10, 5, 0.0) == 325 + 9 * 320 * 5
    assert expect_correlations(34, 30, 20, 0.0) == 34 + 34 * 33 / 2  # no more than all pairs


def test_the_closed_form_is_the_recursion():
    """P_i, the share of run i that earlier runs have paid for: P_1 = 0, P_i = P_(i-1) + (1 - P_(i-1)) r."""
    repeated, known = 0.8 / 1.4, [0.0]
    for _ in range(4):
        known.append(known[-1] + (1 - known[-1]) * repeated)
    np.testing.assert_allclose(known, [0, 0.5714285714, 0.8163265306, 0.9212827988, 0.9662640566])
    assert 5 - sum(known) == pytest.approx(1.7246980424822986)
    assert expect_correlations(34, 10, 5, 0.4) == pytest.approx(34 + 9 * 29 * (5 - sum(known)))


def test_a_similarity_is_between_0_and_1():
    with pytest.raises(ValueError, match=r"jaccard=1.5 must be a number in \[0, 1\]"):
        expect_correlations(34, 10, 5, 1.5)
