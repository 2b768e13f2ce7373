import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from hedgerow.learners.tipcac import lines
from hedgerow.learners.tipcac.kernels import LinearKernel, RBFKernel
from hedgerow.learners.tipcac.lines import choose_threshold, find_coefficients, find_direction, score_cuts

X = np.array(
    [[2, 0, 1], [3, 1, 0], [4, 1, 2], [3, 2, 1], [6, 3, 2], [7, 3, 4], [8, 5, 3], [7, 4, 3]], dtype=float
)
IS_FIRST = np.arange(8) < 4
FISHER = [-0.9903751369, 0.1237968921, 0.0618984461]
ONE, TWO = [-0.7619047619, -0.5238095238, -0.3809523810], [-0.8625676758, -0.3575638300, -0.3579456833]
RBF = RBFKernel(2.0)(X, X)


def unit(vector):
    return vector / np.linalg.norm(vector)


def centre(gram):
    means = gram.mean(axis=0)
    return gram - means - means[:, None] + means.mean()


@pytest.mark.parametrize(("n_directions", "direction"), [("all", FISHER), (1, ONE), (2, TWO), (3, FISHER)])
def test_directions_of_eight_rows(n_directions, direction):
    assert_allclose(find_direction(X, IS_FIRST, None, n_directions), direction, atol=1e-10)


def test_all_directions_are_fishers_discriminant_and_one_joins_the_means():
    generator = np.random.default_rng(0)
    rows = generator.normal(size=(100, 6)) @ generator.normal(size=(6, 6))
    first = rows[:, 0] + generator.normal(size=100) > 0
    lda = LinearDiscriminantAnalysis(solver="lsqr").fit(rows, ~first)
    assert_allclose(find_direction(rows, first, None, "all"), -unit(lda.coef_[0]), atol=1e-8)
    difference = rows[first].mean(axis=0) - rows[~first].mean(axis=0)
    assert_allclose(find_direction(rows, first, None, 1), unit(difference))


def test_a_linear_kernel_gives_the_same_directions():
    gram = LinearKernel()(X, X)
    values = np.linalg.eigvalsh(centre(gram))[::-1]
    assert_allclose(values[:3], [62.8992430337, 4.2657665692, 0.7099903971])
    centred = X - X.mean(axis=0)
    for variance, direction in ((0.90, ONE), (0.97, TWO)):
        alpha = find_coefficients(gram, IS_FIRST, variance=variance)
        assert_allclose(unit(centred.T @ alpha), direction, atol=1e-9)
    printed = find_coefficients(gram, IS_FIRST, variance=0.97, spectrum="unit")
    assert_allclose(unit(centred.T @ printed), [-0.9986979641, -0.0032224338, -0.0509116136], atol=1e-9)


def test_coefficients_in_the_space_of_nearness():
    values = np.linalg.eigvalsh(centre(RBF))[::-1]
    assert_allclose(
        values,
        [2.5999721044, 0.8124083943, 0.5047495331, 0.3898787268, 0.3643828558, 0.1582999816, 0.0668015559, 0],
        atol=1e-9,
    )
    assert values[:5].sum() / values.sum() >= 0.9 > values[:4].sum() / values.sum()
    alpha = find_coefficients(RBF, IS_FIRST, variance=0.9)
    expected = [
        0.1183930877, 0.0490254701, 0.3513714565, 0.1358899193, -0.4117041131, -0.1015842157, -0.1688965783,
        0.0275049734,
    ]  # fmt: skip
    assert_allclose(alpha, expected, atol=1e-9)
    places = RBF @ alpha
    assert_allclose(places[[0, 4]], [0.3744157920, -0.3279405000], atol=1e-9)
    cut = choose_threshold(places, IS_FIRST, threshold="paper")
    assert cut == pytest.approx(0.36317193768683653, abs=1e-12)
    assert ((places >= cut) == IS_FIRST).all()
    printed = find_coefficients(RBF, IS_FIRST, variance=0.9, spectrum="unit")
    assert printed[0] == pytest.approx(0.3274541003, abs=1e-9)
    assert (RBF @ printed)[0] == pytest.approx(0.9994610380, abs=1e-9)


def test_coefficients_sum_to_zero_so_that_points_need_no_centring():
    for spectrum in ("scaled", "unit"):
        assert find_coefficients(RBF, IS_FIRST, spectrum=spectrum).sum() == pytest.approx(0, abs=1e-12)


def test_the_whole_spectrum_puts_every_row_where_its_class_is():
    alpha = find_coefficients(RBF, IS_FIRST, variance=1.0)
    places = RBF @ alpha
    assert_allclose(places[IS_FIRST], places[0])
    assert_allclose(places[~IS_FIRST], places[-1])


@pytest.mark.parametrize("spectrum", ["scaled", "unit"])
def test_whole_weights_are_repeats(spectrum):
    weights = np.array([1, 2, 1, 3, 1, 1, 2, 1])
    rows = np.repeat(np.arange(8), weights)
    weighted = find_coefficients(RBF, IS_FIRST, weights.astype(float), spectrum=spectrum)
    repeated = find_coefficients(RBF[np.ix_(rows, rows)], IS_FIRST[rows], spectrum=spectrum)
    assert_allclose(np.bincount(rows, repeated), weighted, atol=1e-10)
    one = find_direction(X, IS_FIRST, weights.astype(float), 2)
    assert_allclose(find_direction(X[rows], IS_FIRST[rows], None, 2), one, atol=1e-10)


def test_rows_that_do_not_differ():
    same = np.ones((4, 3))
    side = np.array([True, True, False, False])
    assert_allclose(find_direction(same, side), 0.0)
    assert np.isfinite(find_coefficients(LinearKernel()(same, same), side)).all()


@pytest.mark.parametrize("variance", [0.5, 0.9])
def test_large_matrices_are_decomposed_in_part(monkeypatch, variance):
    rows = np.random.default_rng(0).normal(size=(300, 3))
    gram, first = RBFKernel(3.0)(rows, rows), np.arange(300) < 120
    exact = find_coefficients(gram, first, variance=variance)
    monkeypatch.setattr(lines, "_SMALL", 100)
    assert_allclose(find_coefficients(gram, first, variance=variance), exact, atol=1e-8)


LINES = st.lists(st.tuples(st.integers(-5, 5), st.booleans(), st.integers(1, 3)), min_size=1, max_size=20)


def count_right(places, is_first, weights, threshold):
    return weights[(places >= threshold) == is_first].sum()


def test_the_mean_of_the_best_can_be_worse_than_any_of_them():
    places, is_first = np.arange(6), np.array([1, 0, 1, 1, 1, 1], bool)
    assert_array_equal(score_cuts(places, is_first)[1][[0, 2]], 5)
    assert choose_threshold(places, is_first, threshold="paper") == 1.0
    assert choose_threshold(places, is_first) == 1.5
    ones = np.ones(6)
    assert [count_right(places, is_first, ones, cut) for cut in (1.0, 1.5)] == [4, 5]


def test_the_first_of_equally_wide_gaps():
    places, is_first = np.arange(8), np.array([0, 1, 1, 0, 0, 1, 1, 1], bool)
    assert_array_equal(score_cuts(places, is_first)[1][:-1], [5, 6, 5, 4, 5, 6, 5, 4])
    assert choose_threshold(places, is_first, threshold="paper") == 3.0
    assert choose_threshold(places, is_first) == 0.5
    ones = np.ones(8)
    assert [count_right(places, is_first, ones, cut) for cut in (3.0, 0.5)] == [4, 6]


@given(LINES)
def test_no_other_cut_is_better(line):
    places, is_first, weights = (np.array(column) for column in zip(*line, strict=True))
    points, scores = score_cuts(places, is_first, weights)
    assert_array_equal(points, np.unique(places))
    cuts = [*points, points[-1] + 1]
    assert_array_equal(scores, [count_right(places, is_first, weights, cut) for cut in cuts])
    assert count_right(places, is_first, weights, choose_threshold(places, is_first, weights)) == scores.max()


@given(LINES)
def test_whole_weights_are_repeats_of_threshold(line):
    places, is_first, weights = (np.array(column) for column in zip(*line, strict=True))
    repeated = np.repeat(places, weights), np.repeat(is_first, weights)
    for threshold in ("gap", "paper"):
        for score in ("accuracy", "balanced"):
            choices = {"threshold": threshold, "score": score}
            assert choose_threshold(places, is_first, weights, **choices) == choose_threshold(
                *repeated, **choices
            )


def test_the_widest_of_the_best_gaps():
    assert choose_threshold([0.0, 1.0, 5.0, 6.0], [0, 0, 1, 1]) == 3.0
    assert choose_threshold([0.0, 1.0, 1.5, 4.0, 9.0], [0, 1, 0, 1, 1]) == 2.75


def test_a_side_of_its_own_only_where_it_is_best():
    # All of the second class: 4 of 5; a cut after the first class's one row in the middle is no better.
    everything_second = choose_threshold([0.0, 1.0, 2.0, 3.0, 4.0], [1, 0, 0, 0, 0])
    assert everything_second > 4.0
    everything_first = choose_threshold([0.0, 1.0, 2.0], [1, 1, 0])
    assert everything_first < 0.0
    assert choose_threshold([2.0, 2.0, 2.0], [1, 1, 0]) < 2.0  # one point: the larger class
    assert choose_threshold([2.0, 2.0, 2.0], [1, 0, 0]) > 2.0


def test_balanced_cuts_hear_the_small_class():
    places = np.r_[np.linspace(0, 10, 100), [9.5, 10.5, 11.5]]
    is_first = np.arange(103) >= 100
    plain, balanced = (choose_threshold(places, is_first, score=score) for score in ("accuracy", "balanced"))
    assert balanced < 9.5
    assert plain > 10.0


def test_rounding_makes_no_gaps():
    places = np.array([0.1 + 0.2, 0.3, 1.0])
    assert len(score_cuts(places, [0, 1, 1])[0]) == 2


@pytest.mark.parametrize("is_first", [[True, False], [False, True]])
def test_two_rows_are_cut_in_the_middle_or_not_at_all(is_first):
    cut = choose_threshold([1.0, 3.0], is_first)
    assert cut == (2.0 if is_first[1] else -1.0)
