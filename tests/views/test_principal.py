from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA

from hedgerow.views import PCARotation
from hedgerow.views.principal import _Pool, find_axes

X, y = load_wine(return_X_y=True)


def fit(view, table=X, target=y, seed=5, weights=None):
    return view.fit_member(np.array([seed], np.uint64), 0, table, target, weights)


def groups_of(axes):
    size = axes.loadings.shape[1]
    return [axes.order[start : start + size] for start in range(0, axes.order.size, size)]


def dense(axes):
    """The whole matrix, put together group by group."""
    matrix = np.zeros((axes.order.size, axes.order.size))
    start = 0
    for group in groups_of(axes):
        for line in range(group.size):
            for place, feature in enumerate(group):
                matrix[start + line, feature] = axes.loadings[start + line, place]
        start += group.size
    return matrix


@pytest.mark.parametrize("group_size", [1, 2, 3, 5, 13, 40])
def test_the_axes_are_those_of_scikit_learn_group_by_group(group_size):
    axes = fit(PCARotation(group_size, sub_sample=False))
    for start, group in zip(range(0, 13, min(group_size, 13)), groups_of(axes), strict=True):
        theirs = PCA(svd_solver="full").fit(X[:, group]).components_
        ours = axes.loadings[start : start + group.size, : group.size]
        assert_allclose(np.abs(np.sum(ours * theirs, axis=1)), 1.0, atol=1e-6)


@pytest.mark.parametrize("sub_sample", [True, False])
def test_the_rotation_is_block_diagonal_and_orthogonal(sub_sample):
    axes = fit(PCARotation(sub_sample=sub_sample))
    matrix = dense(axes)
    assert_allclose(matrix @ matrix.T, np.eye(13), atol=1e-6)
    assert_allclose(axes.transform(X), X @ matrix.T, rtol=1e-9)
    assert_array_equal(np.sort(axes.order), np.arange(13))
    assert np.count_nonzero(matrix) <= 4 * 9 + 1


def test_eight_features_make_groups_of_three_three_and_two():
    table = np.random.default_rng(0).normal(size=(30, 8))
    axes = fit(PCARotation(), table, np.zeros(30))
    assert [group.size for group in groups_of(axes)] == [3, 3, 2]
    assert_array_equal(axes.loadings[6:, 2], 0.0)


def test_as_many_features_can_be_derived_as_there_are_axes_of_groups():
    # Rogers 2007, section 4.3.2: 3 C(F, 3), which is 168 for eight features and 102,660 for sixty
    table = np.random.default_rng(0).normal(size=(50, 6)) * np.arange(1, 7)
    rotations = [dense(fit(PCARotation(sub_sample=False), table, np.zeros(50), seed)) for seed in range(120)]
    assert len({tuple(row.round(4)) for matrix in rotations for row in matrix}) == 3 * comb(6, 3)


@given(st.integers(1, 6), st.integers(1, 20), st.integers(0, 2**32))
def test_axes_are_orthogonal_ordered_and_point_up(size, n_rows, seed):
    sample = np.random.default_rng(seed).normal(size=(size, n_rows)) * np.arange(1, size + 1)[:, None]
    axes = find_axes(sample)
    assert_allclose(axes @ axes.T, np.eye(size), atol=1e-12)
    variances = (axes @ sample).var(axis=1)
    assert n_rows == 1 or np.all(np.diff(variances) <= 1e-9 * variances.max())
    assert np.all(axes[np.arange(size), np.abs(axes).argmax(axis=1)] > 0)


@pytest.mark.parametrize("value", [0.0, 0.1, -1e9])
def test_a_constant_group_keeps_its_axes(value):
    assert_array_equal(find_axes(np.full((3, 7), value)), np.eye(3))


def test_three_features_that_are_one_have_one_axis():
    line = np.linspace(-1, 1, 9)
    axes = find_axes(np.stack([line, line, -line]))
    assert_allclose(np.abs(axes[0]), 1 / np.sqrt(3))


def draw(target, weights=None, seed=0):
    return _Pool(target, weights, 0.75).draw(np.random.default_rng(seed))


def count_draws(target, weights, n_seeds):
    draws = np.concatenate([draw(target, weights, seed) for seed in range(n_seeds)])
    return np.bincount(draws, minlength=target.size)


def test_samples_are_three_quarters_of_the_rows_of_some_classes():
    target, sizes = np.repeat([0, 1, 2], [40, 20, 8]), np.array([40, 20, 8])
    drawn = [draw(target, seed=seed) for seed in range(300)]
    assert {rows.size for rows in drawn} == {round(0.75 * size) for size in (40, 20, 8, 60, 48, 28, 68)}
    for rows in drawn:
        assert (
            rows.size <= round(0.75 * sizes[np.unique(target[rows])].sum()) + 6
        )  # a small class may be missed


def test_every_subset_of_the_classes_but_the_empty_one_is_as_likely():
    target = np.repeat([0, 1], 50)
    sizes = [draw(target, seed=seed).size for seed in range(900)]
    both = np.mean(np.array(sizes) == 75)
    assert abs(both - 1 / 3) < 4 * np.sqrt(2 / 9 / 900)


def test_rows_that_a_member_does_not_see_are_never_drawn():
    weights = np.arange(178) % 3
    assert_array_equal(count_draws(y, weights, 40) > 0, weights > 0)


@pytest.mark.parametrize("factor", [1, 0.37])
def test_rows_are_drawn_by_their_weight(factor):
    counts = count_draws(np.zeros(100), np.repeat([1, 4], 50) * factor, 200)
    assert 3.7 < counts[50:].sum() / counts[:50].sum() < 4.3


def test_whole_weights_are_repeats():
    weights = np.random.default_rng(0).integers(0, 4, size=178)
    weighted = fit(PCARotation(sub_sample=False), weights=weights)
    repeated = fit(PCARotation(sub_sample=False), np.repeat(X, weights, axis=0), np.repeat(y, weights))
    assert_allclose(weighted.loadings, repeated.loadings, atol=1e-6)


def test_fractional_weights_pull_the_axes_to_the_heavy_rows():
    generator = np.random.default_rng(0)
    along, across = generator.normal(size=(2, 200, 2)) * [[[5.0, 0.1]], [[0.1, 5.0]]]
    weights = np.repeat([0.99, 0.001], 200)
    axes = fit(PCARotation(sub_sample=False), np.concatenate([along, across]), np.zeros(400), weights=weights)
    first = axes.loadings[0][np.argsort(axes.order)]
    assert_allclose(first, [1.0, 0.0], atol=0.05)


def test_the_seed_decides_and_nothing_else_does():
    assert_array_equal(fit(PCARotation()).loadings, fit(PCARotation()).loadings)
    assert not np.array_equal(fit(PCARotation()).order, fit(PCARotation(), seed=6).order)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"group_size": 0}, "group_size=0 must be an int of 1 or more"),
        ({"group_size": 2.5}, "group_size=2.5"),
        ({"max_samples": 0.0}, r"max_samples=0.0 must be a number in \(0, 1\]"),
        ({"max_samples": 1.5}, "max_samples=1.5"),
    ],
)
def test_wrong_parameters_are_named(parameters, message):
    with pytest.raises(ValueError, match=message):
        PCARotation(**parameters).fit_view(0, X, y)


def test_a_table_of_another_width_is_refused():
    with pytest.raises(ValueError, match="X has 4 features; this view was learned on 13"):
        fit(PCARotation()).transform(X[:, :4])


def test_the_view_can_be_cloned():
    assert clone(PCARotation(4)).group_size == 4


def test_large_weights_cost_no_more_than_small_ones():
    generator = np.random.default_rng(0)
    X, y, seeds = generator.normal(size=(40, 3)), np.arange(40) % 2, np.arange(1, dtype=np.uint64)
    weights = 1e15 * (1 + np.arange(40) % 3)
    found = PCARotation().fit_member(seeds, 0, X, y, weights).loadings
    np.testing.assert_array_equal(found, PCARotation().fit_member(seeds, 0, X, y, weights / 2**60).loadings)
