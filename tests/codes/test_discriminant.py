import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_digits, make_blobs

from hedgerow.codes.discriminant import Discriminant, Grouping, find_width, group_information, sum_windows
from hedgerow.codes.protocol import LearnedDesign
from hedgerow.codes.validity import check_code
from hedgerow.ensembles.coded.ecoc import ECOCClassifier

FOUR = np.array([[0.0], [1.0], [4.0], [5.0]])


def learn(X, y, seed=0, weights=None, **parameters):
    design = Discriminant(**parameters)
    code = design.learn(X, y, int(y.max()) + 1, sample_weight=weights, generator=np.random.RandomState(seed))
    return code, design


def inform_slowly(rows, groups, width):
    """The definition, pair by pair."""
    n, d = rows.shape
    inside = everywhere = between = 0.0
    for k in range(n):
        for m in range(n):
            distance = np.sum((rows[k] - rows[m]) ** 2)
            window = np.exp(-distance / (4 * width**2)) / (4 * np.pi * width**2) ** (d / 2)
            inside += window * (groups[k] == groups[m])
            everywhere += window * sum(np.mean(groups == c) ** 2 for c in (0, 1))
            between += window * np.mean(groups == groups[k])
    return inside / n**2, everywhere / n**2, between / n**2


def test_it_is_a_learned_design():
    assert isinstance(Discriminant(), LearnedDesign)


def test_information_of_four_points():
    windows = sum_windows(FOUR, np.arange(4), 4, 1.0, normalise=True)
    left = np.array([1.0, 1.0, 0.0, 0.0])
    touching = windows @ left
    terms = Grouping(left @ touching, touching.sum(), left.sum()).terms(windows.sum(), 4)
    assert_allclose(terms, (0.125448, 0.065262, 0.065262), atol=1e-6)
    is_left = np.array([[True, True, False, False], [True, False, True, False]])
    assert_allclose(group_information(windows, np.ones(4), is_left), [0.060186, 0.006553], atol=1e-6)
    assert_allclose(terms, inform_slowly(FOUR, np.array([0, 0, 1, 1]), 1.0))


@given(st.integers(2, 5), st.integers(1, 3), st.integers(0, 200))
def test_sums_over_classes_give_the_definition(n_classes, n_features, seed):
    generator = np.random.RandomState(seed)
    y = np.concatenate([np.arange(n_classes), generator.randint(0, n_classes, 6)])
    rows = generator.standard_normal((y.size, n_features))
    is_left = generator.randint(0, 2, n_classes).astype(bool)
    windows = sum_windows(rows, y, n_classes, 0.7, normalise=True)
    sizes = np.bincount(y, minlength=n_classes).astype(float)
    inside, everywhere, between = inform_slowly(rows, is_left[y].astype(int), 0.7)
    found = group_information(windows, sizes, is_left)
    assert found == pytest.approx(inside + everywhere - 2 * between, abs=1e-12)
    assert found == pytest.approx(group_information(windows, sizes, ~is_left), abs=1e-12)
    assert found >= -1e-12  # an integral of a square


def test_integer_weights_are_repeated_rows():
    generator = np.random.RandomState(0)
    rows, y, counts = generator.random_sample((12, 2)), np.arange(12) % 3, generator.randint(1, 4, 12)
    weighted = sum_windows(rows, y, 3, 0.5, counts.astype(float))
    assert_allclose(weighted, sum_windows(rows.repeat(counts, axis=0), y.repeat(counts), 3, 0.5))


def test_near_classes_are_parted_last():
    """Classes 0 and 1 lie together, far from 2 and 3."""
    X = np.array([0.0, 0.1, 1.0, 1.1, 8.0, 8.1, 9.0, 9.1])[:, None]
    code, design = learn(X, np.arange(8) // 2)
    assert code.T.tolist() == [[-1, -1, 1, 1], [-1, 1, 0, 0], [0, 0, -1, 1]]
    assert design.information_[0] > design.information_[1:].max()


@pytest.mark.parametrize("n_classes", [2, 3, 5, 9, 14])
@pytest.mark.parametrize("max_exhaustive", [2, 10])
def test_every_code_is_a_tree_that_ends_with_single_classes(n_classes, max_exhaustive):
    X, y = make_blobs(20 * n_classes, 3, centers=n_classes, random_state=1)
    code, _ = learn(X, y, max_exhaustive=max_exhaustive)
    check_code(code)
    assert code.shape == (n_classes, n_classes - 1)
    assert code.dtype == np.int8
    groups = [set(range(n_classes))]
    for column in code.T:
        parted = set(np.flatnonzero(column))
        assert parted in groups
        groups.remove(parted)
        sides = [set(np.flatnonzero(column == side)) for side in (-1, 1)]
        assert min(parted) in sides[0]
        groups += sides
    assert sorted(map(len, groups)) == [1] * n_classes


def test_the_floating_search_is_nearly_as_good_as_trying_all():
    shares = []
    for seed in range(20):
        X, y = make_blobs(200, 2, centers=9, random_state=seed)
        (_, best), (_, floating) = (learn(X, y, max_exhaustive=most) for most in (10, 2))
        assert floating.information_[0] <= best.information_[0] + 1e-12
        shares.append(floating.information_[0] / best.information_[0])
    assert np.mean(shares) > 0.97
    assert np.median(shares) > 0.999


def test_width_is_half_the_largest_distance_of_class_means():
    rows, y = np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 4.0]]), np.array([0, 0, 2])
    assert find_width(rows, y, np.ones(3), 4) == 2.0
    assert find_width(rows[:2], np.array([0, 0]), np.ones(2), 1) == 1.0
    assert learn(FOUR, np.arange(4), standardise=False)[1].width_ == 2.5
    assert learn(FOUR, np.arange(4), width=0.3)[1].width_ == 0.3


def test_scale_does_not_matter_unless_asked_for():
    X, y = load_digits(return_X_y=True)
    X, y = X[:500, 10:20], y[:500]
    units = 10.0 ** np.arange(10)
    assert_array_equal(learn(X, y)[0], learn(X * units, y)[0])
    _, raw = learn(X, y, standardise=False)
    _, stretched = learn(X * units, y, standardise=False)
    assert stretched.width_ > 100 * raw.width_


def test_drawn_rows_stand_for_their_class():
    X, y = make_blobs([3000, 40, 40, 40], 2, random_state=2)
    full, drawn = (learn(X, y, max_rows_per_class=most) for most in (3000, 200))
    assert_array_equal(full[0], drawn[0])
    assert_allclose(full[1].information_, drawn[1].information_, rtol=0.1)
    assert_array_equal(learn(X, y, seed=1)[1].information_, learn(X, y, seed=1)[1].information_)


def test_rows_of_weight_zero_take_no_part():
    X, y = make_blobs(100, 2, centers=5, random_state=0)
    weights = np.r_[np.ones(80), np.zeros(20)]
    X[80:] += 100
    assert_array_equal(
        learn(X, y, weights=weights, standardise=False)[0], learn(X[:80], y[:80], standardise=False)[0]
    )


def test_missing_values_lie_at_the_mean():
    X, y = make_blobs(100, 3, centers=4, random_state=0)
    X[::7, 0] = np.nan
    filled = np.where(np.isnan(X), np.nanmean(X, axis=0), X)
    assert_array_equal(learn(X, y, standardise=False)[0], learn(filled, y, standardise=False)[0])


def test_absent_classes_equal_means_and_constant_columns_are_no_trouble():
    X = np.ones((6, 2))
    code = Discriminant().learn(X, np.array([0, 0, 1, 1, 3, 3]), 5, generator=np.random.RandomState(0))
    check_code(code)


def test_hundreds_of_classes():
    generator = np.random.RandomState(0)
    y = np.arange(1200) % 300
    code, _ = learn(generator.standard_normal((300, 4))[y] + 0.1 * generator.standard_normal((1200, 4)), y)
    check_code(code)


def test_the_design_can_be_copied():
    X, y = make_blobs(60, 2, centers=4, random_state=0)
    code, design = learn(X, y)
    assert_array_equal(pickle.loads(pickle.dumps(design)).code_, code)
    assert not hasattr(clone(design), "code_")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"width": 0.0}, "width=0.0 must be a finite number above 0"),
        ({"max_exhaustive": 1}, "max_exhaustive=1 must be an int from 2 to 20"),
        ({"max_exhaustive": 30}, "max_exhaustive=30 must be an int from 2 to 20"),
        ({"max_rows_per_class": 0}, "max_rows_per_class=0 must be an int of 1 or more"),
    ],
)
def test_bad_parameters_are_refused_by_name(parameters, message):
    with pytest.raises(ValueError, match=message):
        learn(FOUR, np.arange(4), **parameters)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="n_classes=1 must be an int of 2 or more"):
        learn(FOUR, np.zeros(4, int))


def test_it_is_the_code_of_an_ensemble():
    X, y = make_blobs(200, 2, centers=5, random_state=0)
    ensemble = ECOCClassifier(code=Discriminant(), bootstrap=False, random_state=0).fit(X, y)
    assert ensemble.code_matrix_.shape == (5, 4)
    assert ensemble.score(X, y) > 0.95
