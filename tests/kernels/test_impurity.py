import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from tests.kernels import naive
from tests.kernels.tables import examples, make_rules, make_work

from hedgerow._kernels.impurity import gain_of, score_left


@njit
def measure(work, rules):
    return gain_of(score_left(work, rules), work, rules)


def gain_of_counts(total, left, criterion):
    rules = make_rules(n_classes=len(total), criterion=naive.CRITERIA.index(criterion))
    return measure(make_work(weights=[*total, *left]), rules)


def expected_gain(total, left, criterion):
    y = np.repeat(np.arange(len(total)), 2)
    w = np.stack([left, np.subtract(total, left)], axis=1).ravel().astype(float)
    return naive.gain(y, w, np.tile([True, False], len(total)), criterion, len(total))


# Rogers 2007, eq. 2.16-2.22: (9,5) -> (6,2) + (3,3).
@pytest.mark.parametrize(
    ("criterion", "expected"),
    [("entropy", 0.0481270304), ("gain_ratio", 0.0488486155), ("gini", 0.0306122449), ("sum_minority", 0.0)],
)
def test_the_pencil_example(criterion, expected):
    assert gain_of_counts((9, 5), (6, 2), criterion) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(
    ("counts", "criterion", "expected"),
    [
        ((9, 5), "entropy", 0.9402859587), ((9, 5), "gini", 0.4591836735), ((9, 5), "sum_minority", 0.3571428571),
        ((2, 3, 5), "entropy", 1.4854752972), ((2, 3, 5), "gini", 0.62), ((5, 3, 2), "gini", 0.62),
    ],
)  # fmt: skip
def test_the_twin_knows_the_pencil_impurities(counts, criterion, expected):
    assert naive.impurity(counts, criterion) == pytest.approx(expected, abs=1e-10)


# Rogers 2007, eq. 2.16-2.22.
@pytest.mark.parametrize(
    ("y", "n_left", "expected"), [((1, 2, 3, 10), 3, 12.0), ((1, 2, 4, 5), 2, 2.25), ((1, 1, 1, 1), 2, 0.0)]
)
def test_the_pencil_variance(y, n_left, expected):
    rules = make_rules(n_classes=0, criterion=4)
    moments = np.subtract(y, np.mean(y))
    work = make_work(regression=True, weights=[len(y), n_left], sums=[0.0, moments[:n_left].sum()])
    assert measure(work, rules) == pytest.approx(expected)


@examples(60)
@given(
    st.integers(2, 5).flatmap(
        lambda k: st.lists(st.tuples(st.integers(0, 90), st.integers(0, 90)), min_size=k, max_size=k)
    ),
    st.sampled_from(naive.CLASS_CRITERIA),
)
def test_gains_of_class_weights(pairs, criterion):
    left, right = np.array(pairs).T
    if left.sum() == 0 or right.sum() == 0:
        return
    expected = expected_gain(left + right, left, criterion)
    assert gain_of_counts(left + right, left, criterion) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("criterion", naive.CLASS_CRITERIA)
def test_weights_in_trillions_lose_no_digits_that_matter(criterion):
    scale = 2**40
    small = gain_of_counts((9, 5), (6, 1), criterion)
    assert gain_of_counts((9 * scale, 5 * scale), (6 * scale, scale), criterion) == pytest.approx(
        small, abs=1e-12
    )
