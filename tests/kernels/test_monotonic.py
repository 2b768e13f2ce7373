import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.tables import NUMBERS, Problem, examples, problems

TOLERANCE = 1e-9


def value_of(problem, rows):
    """What a leaf of these rows predicts, before limits: its value, or its share of the second class."""
    y, w = problem.y[rows], problem.w[rows].astype(float)
    if problem.criterion == "absolute_error":
        return naive.weighted_median(y, w)
    return np.average(y, weights=w)


def best_gains(problem, rows, directions, limits):
    """Best gain of all cuts that keep their direction by a margin, and that nearly do."""
    y, w, best = problem.y[rows], problem.w[rows].astype(float), {-TOLERANCE: -np.inf, TOLERANCE: -np.inf}
    for feature, direction in enumerate(directions):
        for side in problem.sides(feature, rows):
            gain = naive.gain(y, w, side, problem.criterion, problem.n_classes)
            values = [value_of(problem, rows[part]) for part in (side, ~side)]
            rise = (values[1] - values[0]) * direction
            room = min(rise, min(values) - limits[0], limits[1] - max(values))
            for margin, least in best.items():
                if direction == 0 or room >= -margin:
                    best[margin] = max(least, gain)
    return best[-TOLERANCE], best[TOLERANCE]


def judge_directions(problem, tree, directions):
    """Every node takes the best cut among those that keep the directions, and hands its limits on."""
    rows_of = naive.rows_of_nodes(tree, problem.X, np.flatnonzero(problem.w > 0))
    limits, found = {0: (-np.inf, np.inf)}, tree.values[:, 1]
    if problem.n_classes:
        found = tree.values[:, 1] / tree.values.sum(axis=1)
    for node in range(tree.node_count):
        rows = rows_of[node]
        assert found[node] == pytest.approx(np.clip(value_of(problem, rows), *limits[node]), abs=1e-9)
        promised, possible = best_gains(problem, rows, directions, limits[node])
        if tree.is_leaf[node]:
            assert promised == -np.inf or len(np.unique(problem.y[rows])) < 2
            continue
        assert promised - 1e-8 <= tree.gain[node] <= possible + 1e-8
        left, right = int(tree.children_left[node]), int(tree.children_right[node])
        middle = np.clip(
            (value_of(problem, rows_of[left]) + value_of(problem, rows_of[right])) / 2, *limits[node]
        )
        direction = directions[tree.feature[node]]
        limits[left] = limits[right] = limits[node]
        if direction:
            lower, upper = (left, right) if direction > 0 else (right, left)
            limits[lower], limits[upper] = (limits[node][0], middle), (middle, limits[node][1])
            assert found[lower] <= found[upper]


def predict(tree, X):
    answers = tree.forest.outputs(X)[0]
    return answers[:, 1] if tree.n_classes else answers


def check_along(tree, X, directions):
    """Moved along a feature with a direction, no row is predicted the other way."""
    for feature, direction in enumerate(directions):
        if direction:
            moved = np.repeat(X, 40, axis=0)
            moved[:, feature] = np.tile(np.linspace(-4, 4, 40), len(X))
            steps = np.diff(predict(tree, moved).reshape(len(X), 40), axis=1)
            assert (steps * direction >= 0).all()


@st.composite
def constrained(draw, rows, criteria):
    problem = draw(problems(rows=rows, criteria=criteria, kinds=NUMBERS, features=(1, 3)))
    if problem.n_classes:
        problem.y, problem.n_classes = np.minimum(problem.y, 1), 2
    n_features = problem.X.shape[1]
    return problem, draw(st.lists(st.sampled_from([1, -1, 0]), min_size=n_features, max_size=n_features))


@examples(30)
@given(constrained((2, 40), naive.VALUE_CRITERIA))
def test_every_split_of_values_is_the_best_that_keeps_the_directions(drawn):
    problem, directions = drawn
    tree = problem.grow(monotonic_cst=directions)[0]
    judge_directions(problem, tree, directions) if any(directions) else None
    check_along(tree, problem.X[:5], directions)


@examples(30)
@given(constrained((2, 40), naive.CLASS_CRITERIA))
def test_every_split_of_two_classes_is_the_best_that_keeps_the_directions(drawn):
    problem, directions = drawn
    tree = problem.grow(monotonic_cst=directions)[0]
    judge_directions(problem, tree, directions) if any(directions) else None
    check_along(tree, problem.X[:5], directions)


@pytest.mark.parametrize("criterion", [*naive.VALUE_CRITERIA, "entropy", "gini"])
@pytest.mark.parametrize("parameters", [{}, {"split": "random"}, {"max_leaf_nodes": 20}], ids=str)
def test_predictions_follow_the_directions_exactly(criterion, parameters):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    X[rng.random(X.shape) < 0.1] = np.nan
    signal = np.nan_to_num(X[:, 0] - X[:, 1] + np.sin(3 * X[:, 2])) + rng.normal(size=300)
    n_classes = 2 if criterion in naive.CLASS_CRITERIA else 0
    y = (signal > 0).astype(int) if n_classes else np.abs(signal)
    problem = Problem(X, y, rng.random(300) + 0.1, n_classes, np.zeros(4, bool), criterion)
    tree = problem.grow(monotonic_cst=[1, -1, -1, 0], **parameters)[0]
    assert tree.n_leaves > 3
    grid = rng.normal(size=(30, 4))
    check_along(tree, grid, [1, -1, -1, 0])


def test_the_first_feature_may_be_forbidden_and_the_second_allowed():
    problem = Problem(
        np.array([[0.0, 1.0], [1.0, 0.0]]),
        np.array([0.0, 1.0]),
        np.ones(2, int),
        0,
        np.zeros(2, bool),
        "squared_error",
    )
    tree = problem.grow(monotonic_cst=[-1, -1])[0]
    assert tree.feature[0] == 1


def test_data_against_the_direction_are_one_leaf():
    x = np.linspace(-2, 2, 10)
    problem = Problem(x[:, None], x, np.ones(10, int), 0, np.zeros(1, bool), "squared_error")
    assert problem.grow(monotonic_cst=[-1])[0].node_count == 1


def test_categories_hand_limits_on():
    rng = np.random.default_rng(4)
    X = np.stack([rng.normal(size=200), rng.integers(0, 4, 200)], axis=1)
    y = X[:, 0] + 2 * (X[:, 1] == 2) + rng.normal(size=200)
    problem = Problem(X, y, np.ones(200, int), 0, np.array([False, True]), "squared_error")
    tree = problem.grow(monotonic_cst=[1, 0])[0]
    assert (tree.nodes["categorical"] == 1).any()
    check_along(tree, X[:30], [1, 0])
