"""Every node takes a cut as good as any: compared with all cuts of all features, one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.tables import COMPILED, Problem, examples, make_column

SIZES = [2, 3, 5, 9, 17, 33, 64, 65, 128, 159, 160, 161, 300, 511, 512, 513, 700, 1500, 3000, 5000]
LIMITS = {"min_samples_leaf": 1, "min_weight_fraction_leaf": 0.0}


def best_cuts(problem, min_samples_leaf=1, min_weight_fraction_leaf=0.0):
    """Best gain of each column over all its cuts."""
    least = min_weight_fraction_leaf * problem.w.sum()
    rule = (problem.y, problem.w.astype(float), problem.criterion, problem.n_classes, min_samples_leaf, least)
    cuts = [naive.gains_of_cuts(column, *rule) for column in problem.X.T]
    return [max(right.max(initial=-np.inf), left.max(initial=-np.inf)) for right, left, _ in cuts]


def check_root(problem, **limits):
    """The root has the best gain of all, and parts its rows so."""
    tree = problem.grow(max_depth=1, max_features=None, **limits)[0]
    best = max(best_cuts(problem, **limits))
    if best == -np.inf or tree.is_leaf[0]:
        assert best == -np.inf or len(np.unique(problem.y)) < 2
        return
    assert tree.gain[0] == pytest.approx(best, abs=1e-9 * max(1.0, abs(best)), rel=1e-7)
    column = problem.X[:, tree.feature[0]]
    left = np.where(np.isnan(column), bool(tree.nodes["missing_left"][0]), column <= tree.threshold[0])
    rule = (problem.criterion, problem.n_classes)
    assert naive.gain(problem.y, problem.w.astype(float), left, *rule) == pytest.approx(
        best, abs=1e-8, rel=1e-6
    )


@st.composite
def tables(draw, sizes):
    """Tables that lead astray who looks at a few cuts only: few positives, ties, outliers, many classes, weights."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n = draw(st.sampled_from(sizes))
    kinds = draw(
        st.lists(st.sampled_from(["wide", "ties", "steps", "wide?", "ties?"]), min_size=1, max_size=9)
    )
    X = np.stack([make_column(rng, kind, n) for kind in kinds], axis=1)
    criterion, y, n_classes = draw(st.sampled_from(naive.CRITERIA)), np.zeros(n, int), 0
    signal = np.nan_to_num(X[:, -1]) + draw(st.sampled_from([0.1, 1.0, 10.0])) * rng.normal(size=n)
    shape = draw(st.sampled_from(["rare", "even", "skewed"]))
    if criterion == "squared_error":
        y = np.round(signal, 6) + 1e4 * (shape == "rare") * (rng.random(n) < 3 / n)
    else:
        n_classes = draw(st.integers(2, 30)) if shape != "rare" else draw(st.integers(2, 3))
        y = np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))
        if shape == "rare":
            y = np.zeros(n, int)
            y[rng.permutation(n)[: draw(st.integers(1, 3))]] = n_classes - 1
        elif shape == "skewed":
            y = np.minimum(y, rng.integers(0, n_classes, n))
    weighting = draw(st.sampled_from(["ones", "draws", "fractions"]))
    w = {"ones": np.ones(n, int), "draws": rng.poisson(1.0, n) + 1, "fractions": rng.random(n) + 0.01}[
        weighting
    ]
    return Problem(X, y, w, n_classes, np.zeros(X.shape[1], bool), criterion)


@examples(300)
@given(tables(SIZES if COMPILED else SIZES[:14]))
def test_the_root_takes_the_best_of_all_cuts(problem):
    check_root(problem)


@examples(80)
@given(
    tables([40, 200, 600, 1500] if COMPILED else [40, 200]), st.integers(2, 30), st.sampled_from([0.0, 0.05])
)
def test_the_best_of_the_cuts_that_leaves_allow(problem, min_rows, min_weight):
    check_root(problem, min_samples_leaf=min_rows, min_weight_fraction_leaf=min_weight)


@examples(40)
@given(tables([20, 100, 170, 400, 900] if COMPILED else [20, 100]), st.integers(0, 9))
def test_of_equal_cuts_the_first_feature_and_its_lowest_cut_win(problem, seed):
    """Columns are copies, and whole numbers of few values make ties."""
    X = np.round(problem.X[:, [0, *range(problem.X.shape[1]), 0]])
    X[np.isnan(X)] = 0.0
    tied = Problem(X, problem.y, problem.w, problem.n_classes, np.zeros(X.shape[1], bool), problem.criterion)
    tree = tied.grow(max_depth=1, max_features=None, seed=seed)[0]
    gains = [
        naive.gains_of_cuts(column, tied.y, tied.w.astype(float), tied.criterion, tied.n_classes)
        for column in X.T
    ]
    if tree.is_leaf[0]:
        return
    best = max(right[:-1].max(initial=-np.inf) for right, _, _ in gains)
    near = 1e-10 * max(best, 1e-3)
    feature = next(
        f for f, (right, _, _) in enumerate(gains) if right[:-1].max(initial=-np.inf) >= best - near
    )
    right, _, values = gains[feature]
    place = int(np.flatnonzero(right[:-1] >= best - near)[0])
    assert tree.feature[0] == feature
    assert values[place] <= tree.threshold[0] < values[place + 1]


@pytest.mark.parametrize("n_classes", [2, 7, 30])
@pytest.mark.parametrize("criterion", naive.CLASS_CRITERIA)
def test_more_rows_than_a_key_has_places(criterion, n_classes):
    """Bins of more than 65,536 rows are counted code by code, for positions no longer fit behind a code."""
    n = 70_000 if COMPILED else 1000
    rng = np.random.default_rng(n_classes)
    X = np.stack([np.round(rng.normal(size=n), 3), np.round(rng.normal(size=n), 2)], axis=1)
    y = np.digitize(X[:, 0] + 5 * rng.normal(size=n), np.linspace(-5, 5, n_classes - 1))
    check_root(Problem(X, y, np.ones(n, int), n_classes, np.zeros(2, bool), criterion))


def test_a_target_far_from_zero_is_cut_as_well_as_one_about_it():
    rng = np.random.default_rng(0)
    X, noise = rng.normal(size=(900, 5)), rng.normal(size=900)
    near = Problem(X, noise, np.ones(900, int), 0, np.zeros(5, bool), "squared_error").grow(max_depth=6)[0]
    far = Problem(X, noise + 1e6, np.ones(900, int), 0, np.zeros(5, bool), "squared_error").grow(max_depth=6)[
        0
    ]
    np.testing.assert_array_equal(near.feature, far.feature)
    np.testing.assert_array_equal(near.threshold, far.threshold)


@pytest.mark.parametrize("criterion", naive.CRITERIA)
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("n", [100, 300, 1500])
def test_the_first_feature_wins_however_it_is_binned(criterion, n_classes, n):
    """Two columns have the same best cut, which the rounded one shows at once and the other inside a bin."""
    value = np.random.default_rng(n).normal(size=n)
    rounded = np.round(value, 1)
    y = (rounded > 0.25) * (n_classes - 1)
    for columns in ([value, rounded], [rounded, value], [value, rounded, value]):
        X = np.stack(columns, axis=1)
        classes = 0 if criterion == "squared_error" else n_classes
        problem = Problem(
            X,
            y * 1.0 if not classes else y,
            np.ones(n, int),
            classes,
            np.zeros(len(columns), bool),
            criterion,
        )
        tree = problem.grow(max_depth=1, max_features=None)[0]
        assert tree.feature[0] == 0
        assert tree.n_leaves == 2
        assert not tree.values[1:, 2].any() if not classes else (tree.values[1:] > 0).sum() == 2
