import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.feature_selection import f_classif

from hedgerow.selection.measures.moments import PERFECT, ClassSums, information_compression

numbers = st.integers(-1000, 1000).map(lambda whole: whole / 8)


def tables(n_columns=2, min_rows=4):
    return st.integers(min_rows, 20).flatmap(lambda n: hnp.arrays(float, (n, n_columns), elements=numbers))


def f_statistic(x, codes, weights=None):
    return ClassSums.of(x, codes, None, weights).f_statistic()


def test_f_by_hand():
    assert f_statistic([1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1]) == pytest.approx(13.5, rel=1e-14)
    assert f_statistic([1, 2, 4, 5, 9, 11], [0, 0, 1, 1, 2, 2]) == pytest.approx(
        37.166666666666664, rel=1e-14
    )


@given(tables(1), st.integers(1, 3))
def test_a_part_leaves(table, cut):
    x, codes = table[:, 0], np.arange(len(table)) % 2
    part, rest = (ClassSums.of(x[rows], codes[rows], 2) for rows in (slice(cut), slice(cut, None)))
    left = ClassSums.of(x, codes, 2).without(part)
    np.testing.assert_allclose(
        left.squares_between_and_within(), rest.squares_between_and_within(), atol=1e-7
    )


@given(tables(3))
def test_as_scikit_learn_says(table):
    y = np.arange(len(table)) % 3
    spread = table.std(axis=0)
    if (spread < 1e-9).any():
        return
    within = ClassSums.of(table, y).squares_between_and_within()[1]
    if (within > 1e-6).all() and len(table) > 3:
        np.testing.assert_allclose(f_statistic(table, y), f_classif(table, y)[0], rtol=1e-6, atol=1e-9)


def test_a_large_mean_costs_no_digits():
    assert f_statistic(np.arange(6) + 1e8, [0, 0, 0, 1, 1, 1]) == pytest.approx(13.5, rel=1e-12)
    x, y = np.array([1.0, 2, 3, 4, 5, 7]), np.array([2.0, 1, 4, 3, 7, 5])
    assert information_compression(x + 1e8, y - 1e8) == pytest.approx(information_compression(x, y))


def test_whole_weights_are_repeats():
    counts, codes = np.array([1, 0, 3, 2, 1, 2]), np.array([0, 1, 0, 1, 1, 0])
    x = np.array([1.0, 2, 3, 4, 5, 7])
    for measure in (f_statistic, information_compression):
        assert measure(x, codes, counts) == pytest.approx(
            measure(np.repeat(x, counts), np.repeat(codes, counts))
        )


def test_what_cannot_be_told_is_nothing():
    assert f_statistic([1, 1, 1, 1], [0, 0, 1, 1]) == 0.0
    assert f_statistic([1, 2, 3], [0, 0, 0]) == 0.0  # one class
    assert f_statistic([1, 2], [0, 1]) == 0.0  # as many classes as rows
    assert f_statistic([1, 1, 2, 2], [0, 0, 1, 1]) == PERFECT
    assert ClassSums.of([1, 1, 2, 2], [0, 0, 1, 1]).eta_squared() == 1.0


def test_a_class_that_leaves_is_gone():
    weights = np.array([0.1, 0.2, 0.3, 0.7, 0.9])
    x, codes = np.array([1.0, 2, 4, 5, 9]), np.array([0, 0, 1, 1, 2])
    rest = ClassSums.of(x, codes, 3, weights).without(ClassSums.of(x[4:], codes[4:], 3, weights[4:]))
    assert rest.weights[2] == 0.0
    expected = ClassSums.of(x[:4], codes[:4], 2, weights[:4]).eta_squared()
    assert rest.eta_squared() == pytest.approx(expected)


@given(tables())
def test_compression_is_the_smaller_eigenvalue(table):
    """Mitra et al. 2002."""
    x, y = table.T
    smaller = np.linalg.eigvalsh(np.cov(x, y, bias=True))[0]
    assert information_compression(x, y) == pytest.approx(smaller, abs=1e-6)
    assert information_compression(y, x) == pytest.approx(information_compression(x, y))
    assert information_compression(x, 3.0 * x - 2.0) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: information_compression([1, np.nan], [1, 2]), "x holds missing"),
        (lambda: information_compression([1, 2, 3], [1, 2]), "x has 3 rows and y has shape"),
        (lambda: information_compression([], []), "at least one row"),
        (lambda: information_compression([1, 2], [1, 2], [0, 0]), "not all zero"),
        (lambda: information_compression([1, 2], [1, 2], [-1, 2]), "none negative"),
        (lambda: f_statistic([1, 2], ["a", "b"]), "pass one integer"),
        (lambda: ClassSums.of([1, 2], [0, 2], 2), "codes run from 0 to 2"),
    ],
)
def test_what_cannot_be_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
