import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.analysis.comparison import naive
from tests.analysis.comparison.published import LECTURE

from hedgerow.analysis.comparison import holm, wilcoxon
from hedgerow.analysis.comparison.scores import subtract


@given(st.lists(st.integers(-12, 12), min_size=1, max_size=9, unique_by=lambda d: abs(d) or d))
def test_exact_p_values_are_shares_of_all_signs(differences):
    tested = wilcoxon(differences)
    assert tested.exact
    n = tested.n_used
    assert n == sum(d != 0 for d in differences)
    assert tested.positive + tested.negative == n * (n + 1) / 2
    assert tested.p_value == pytest.approx(naive.wilcoxon_exact(differences))


@given(st.lists(st.integers(-5, 5), max_size=30))
def test_swapping_the_methods_swaps_the_sums(differences):
    ours, theirs = wilcoxon(differences), wilcoxon([-d for d in differences])
    assert (ours.positive, ours.negative) == (theirs.negative, theirs.positive)
    assert ours.p_value == pytest.approx(theirs.p_value)
    assert 0 <= ours.p_value <= 1


@given(st.lists(st.integers(-9, 9), max_size=30), st.floats(0.01, 100))
def test_the_unit_does_not_matter(differences, unit):
    assert wilcoxon(np.array(differences) * unit).p_value == pytest.approx(wilcoxon(differences).p_value)


def test_when_the_distribution_is_exact():
    distinct = np.arange(1, 27)
    assert wilcoxon(distinct[:25]).exact
    assert not wilcoxon(distinct).exact
    assert wilcoxon(distinct, method="exact").exact
    assert not wilcoxon(distinct[:5], method="approx").exact
    assert not wilcoxon([1, 1, 2]).exact
    with pytest.raises(ValueError, match="same size"):
        wilcoxon([1, -1], method="exact")


def test_nothing_but_ties():
    tested = wilcoxon([0.0, 0.0])
    assert (tested.statistic, tested.p_value, tested.n_used) == (0, 1, 0)
    assert wilcoxon([]).p_value == 1


def test_one_sided():
    gains = [1, 2, 3, 4, -5]
    assert wilcoxon(gains, alternative="greater").p_value + wilcoxon(gains, alternative="less").p_value >= 1
    assert wilcoxon([1, 2, 3, 4, 5], alternative="greater").p_value == 1 / 32


def test_parity_with_scikit_posthocs():
    """scikit-posthocs 0.17.1, posthoc_wilcoxon(p_adjust="holm") on the lecture's table: normal, not corrected."""
    expected = [0.0005489574, 0.0022233438, 0.0005489574, 0.2010111738, 0.0448985590, 0.9584168126]
    first, second = np.triu_indices(4, 1)
    scores = LECTURE.to_numpy()
    differences = subtract(scores[:, first], scores[:, second])
    found = holm([wilcoxon(d, method="approx", correction=False).p_value for d in differences.T])
    assert found == pytest.approx(expected, abs=1e-9)


def test_gaps_are_refused():
    with pytest.raises(ValueError, match="leave pairs with a gap out"):
        wilcoxon([1.0, np.nan])
