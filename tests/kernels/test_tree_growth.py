import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.judging import judge
from tests.kernels.tables import CATEGORIES, COMPILED, NUMBERS, Problem, examples, make_rules, problems

from hedgerow._kernels import growth_workspace
from hedgerow._kernels.records import Rules
from hedgerow._kernels.tree_growth import grow_trees
from hedgerow.trees import binning
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.class_weights import ClassWeights, chain
from hedgerow.trees.estimators import DecisionTreeClassifier
from hedgerow.trees.grower import TreeGrower, tabulate
from hedgerow.trees.pruning import paths
from hedgerow.trees.tree import Forest


@examples(60)
@given(problems(rows=(2, 64), kinds=NUMBERS + CATEGORIES))
def test_every_split_of_a_small_tree_is_a_best_one(problem):
    judge(problem, problem.grow()[0])


@examples(16)
@given(problems(rows=(65, 300 if COMPILED else 120), kinds=NUMBERS))
def test_every_split_of_a_larger_tree_keeps_its_promise(problem):
    judge(problem, problem.grow()[0])


@examples(30)
@given(
    problems(rows=(2, 120), kinds=NUMBERS, weights=("ones", "fractions")),
    st.integers(1, 6),
    st.integers(2, 20),
    st.integers(1, 8),
    st.sampled_from([0.0, 0.1]),
)
def test_limits_hold(problem, max_depth, min_split, min_leaf, min_weight):
    tree = problem.grow(
        max_depth=max_depth, min_samples_split=min_split, min_samples_leaf=min_leaf,
        min_weight_fraction_leaf=min_weight,
    )[0]  # fmt: skip
    judge(
        problem, tree, min_rows=min_leaf, min_weight=min_weight * problem.w.sum(), max_depth=max_depth,
        min_split=min_split,
    )  # fmt: skip


@examples(40)
@given(
    problems(rows=(2, 120), kinds=NUMBERS + CATEGORIES, features=(1, 12)),
    st.sampled_from([{}, {"max_leaf_nodes": 9}, {"split": "random"}, {"max_features": 2}]),
)
def test_a_table_that_lies_row_by_row_grows_the_same_trees(problem, parameters):
    by_column = problem.grow(**parameters)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(binning, "_LARGE", 0)
        by_row = problem.grow(**parameters)
    for name in ("nodes", "values", "subsets"):
        assert np.asarray(getattr(by_row, name)).tobytes() == np.asarray(getattr(by_column, name)).tobytes()


def continuous(n, criterion, seed, n_features=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, n_features))
    signal = X[:, 0] + X[:, 1] * X[:, 2] + 0.5 * rng.normal(size=n)
    regression = criterion == "squared_error"
    y = signal if regression else np.digitize(signal, [-0.5, 0.7])
    return Problem(X, y, np.ones(n, np.int64), 0 if regression else 3, np.zeros(n_features, bool), criterion)


def assert_same(nested, expected):
    if not isinstance(expected, tuple):
        assert nested == expected
        return
    assert nested[0] == expected[0]
    assert nested[1:3] == pytest.approx(expected[1:3], abs=1e-8)
    assert_same(nested[3], expected[3])
    assert_same(nested[4], expected[4])


@pytest.mark.parametrize("criterion", ["entropy", "gini", "squared_error"])
@pytest.mark.parametrize("seed", range(3))
def test_the_whole_tree_is_that_of_the_recursive_twin(criterion, seed):
    problem = continuous(60, criterion, seed)
    # Deeper nodes of a few rows tie often.
    expected = naive.grow(problem.X, problem.y, problem.w, criterion, problem.n_classes, max_depth=3)
    assert_same(naive.nest(problem.grow(max_depth=3)[0]), expected)


@pytest.mark.parametrize("max_leaves", [2, 3, 5, 8])
@pytest.mark.parametrize("criterion", ["entropy", "squared_error"])
def test_best_first_takes_the_largest_weighted_gains(max_leaves, criterion):
    problem = continuous(60, criterion, 7)
    tree = problem.grow(max_leaf_nodes=max_leaves)[0]
    frontier = [(0, naive.grow(problem.X, problem.y, problem.w, criterion, problem.n_classes))]
    rows = {0: np.arange(60)}
    for _ in range(max_leaves - 1):
        place = max(
            (i for i, (_, nested) in enumerate(frontier) if isinstance(nested, tuple)),
            key=lambda i: frontier[i][1][2] * rows[frontier[i][0]].size,
        )
        key, (feature, threshold, _, left, right) = frontier.pop(place)
        here = rows.pop(key)
        below = problem.X[here, feature] <= threshold
        first = max([*rows, key], default=0) + 1
        rows |= {first: here[below], first + 1: here[~below]}
        frontier += [(first, left), (first + 1, right)]
    leaves = tree.forest.apply(problem.X)[:, 0]
    parts = {frozenset(np.flatnonzero(leaves == leaf).tolist()) for leaf in np.unique(leaves)}
    assert parts == {frozenset(part.tolist()) for part in rows.values()}
    assert tree.n_leaves == max_leaves


def test_a_leaf_that_was_not_split_keeps_no_trace_of_its_split():
    tree = continuous(60, "entropy", 7).grow(max_leaf_nodes=3)[0]
    leaves = tree.nodes[tree.is_leaf]
    assert (leaves["feature"] == -1).all()
    assert (leaves["gain"] == 0).all()


def test_splits_below_the_least_decrease_are_not_made():
    problem = continuous(100, "gini", 1)
    full, limited = problem.grow()[0], problem.grow(min_impurity_decrease=0.02)[0]
    share = limited.weighted_n_node_samples / 100
    assert (limited.gain * share)[~limited.is_leaf].min() >= 0.02
    assert limited.n_leaves < full.n_leaves
    np.testing.assert_array_equal(limited.nodes["threshold"][0], full.nodes["threshold"][0])


@pytest.mark.parametrize("criterion", naive.CLASS_CRITERIA)
def test_exclusive_or_needs_splits_without_gain(criterion):
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    problem = Problem(X, np.array([0, 1, 1, 0]), np.ones(4, np.int64), 2, np.zeros(2, bool), criterion)
    tree = problem.grow()[0]
    assert (tree.node_count, tree.n_leaves, tree.gain[0], tree.feature[0]) == (7, 4, 0.0, 0)
    assert (tree.forest.outputs(X)[0].argmax(axis=1) == problem.y).all()


@examples(30)
@given(problems(rows=(2, 150), kinds=("wide",), weights=("ones",)))
def test_distinct_rows_are_learned_by_heart(problem):
    tree = problem.grow()[0]
    assert tree.node_count == 2 * tree.n_leaves - 1
    answers = tree.forest.outputs(problem.X)[0]
    if problem.n_classes:
        assert (answers.argmax(axis=1) == problem.y).all()
        assert (answers.max(axis=1) == 1.0).all()
    else:
        np.testing.assert_allclose(answers, problem.y, atol=1e-12)


def assert_weights_are_repeats(problem):
    rows = np.repeat(np.arange(len(problem.y)), problem.w)
    again = Problem(
        problem.X[rows], problem.y[rows], np.ones(rows.size, np.int64), problem.n_classes, problem.is_categorical,
        problem.criterion,
    )  # fmt: skip
    tree, other = problem.grow()[0], again.grow()[0]
    np.testing.assert_array_equal(tree.feature, other.feature)
    np.testing.assert_array_equal(tree.forest.apply(problem.X)[rows], other.forest.apply(again.X))
    np.testing.assert_allclose(tree.gain, other.gain, atol=1e-9)
    np.testing.assert_allclose(tree.values, other.values, atol=1e-9)


@examples(30)
@given(
    problems(rows=(2, 30), kinds=NUMBERS + CATEGORIES, weights=("integers",), criteria=naive.CLASS_CRITERIA)
)
def test_integer_weights_are_repeated_rows(problem):
    assume(problem.w.sum() <= 64)
    assert_weights_are_repeats(problem)


@examples(20)
@given(
    problems(
        rows=(30, 150), kinds=("ties", "steps", "ties?"), weights=("integers",), criteria=naive.CLASS_CRITERIA
    )
)
def test_integer_weights_are_repeated_rows_where_codes_are_few(problem):
    """Repeats can make a node of more than 64 rows, which then looks at wide columns coarsely first."""
    assert_weights_are_repeats(problem)


@examples(20)
@given(problems(rows=(2, 30), kinds=("wide",), weights=("integers",), criteria=("squared_error",)))
def test_integer_weights_are_repeated_rows_for_values(problem):
    """Sums of values in another order round differently, so only the gain of the first split is the same for sure."""
    rows = np.repeat(np.arange(len(problem.y)), problem.w)
    again = Problem(
        problem.X[rows], problem.y[rows], np.ones(rows.size), 0, problem.is_categorical, problem.criterion
    )
    tree, other = problem.grow()[0], again.grow()[0]
    if rows.size <= 64:
        assert tree.gain[0] == pytest.approx(other.gain[0], abs=1e-9)
    np.testing.assert_allclose(tree.values[0], other.values[0], atol=1e-9)


@pytest.mark.parametrize("criterion", naive.CRITERIA)
@pytest.mark.parametrize("factor", [0.37, 3.0, 1e-6, 1e9])
def test_the_scale_of_the_weights_does_not_matter(criterion, factor):
    problem = continuous(150, criterion, 3)
    w = np.random.default_rng(0).random(150) + 0.1
    tree = problem.grow(weights=w[None], max_depth=4)[0]
    scaled = problem.grow(weights=factor * w[None], max_depth=4)[0]
    for field in ("feature", "left", "threshold", "n_rows"):
        np.testing.assert_array_equal(tree.nodes[field], scaled.nodes[field])
    np.testing.assert_allclose(tree.gain, scaled.gain, atol=1e-9)
    np.testing.assert_allclose(tree.weighted_n_node_samples * factor, scaled.weighted_n_node_samples)


@pytest.mark.parametrize("criterion", ["entropy", "gini", "squared_error"])
def test_permuted_columns_permute_the_tree(criterion):
    problem = continuous(200, criterion, 4)
    order = np.array([2, 0, 1])
    problem.w = np.random.default_rng(5).random(200) + 0.1  # with counts there would be ties
    tree = problem.grow(min_samples_leaf=10)[0]
    problem.X = problem.X[:, order]
    permuted = problem.grow(min_samples_leaf=10)[0]
    inner = ~tree.is_leaf
    np.testing.assert_array_equal(tree.feature[inner], order[permuted.feature[inner]])
    np.testing.assert_array_equal(tree.threshold, permuted.threshold)


def test_relabelled_classes_relabel_the_values():
    problem = continuous(200, "entropy", 5)
    tree = problem.grow(max_depth=3)[0]
    relabel = np.array([1, 2, 0])
    problem.y = relabel[problem.y]
    relabelled = problem.grow(max_depth=3)[0]
    np.testing.assert_array_equal(tree.threshold, relabelled.threshold)
    np.testing.assert_array_equal(tree.values, relabelled.values[:, relabel])


def test_missing_values_go_where_the_training_rows_said():
    x = np.array([1.0, 2.0, 3.0, 4.0, np.nan, np.nan])
    for y, side in (([0, 0, 1, 1, 0, 0], 1), ([0, 0, 1, 1, 1, 1], 2)):
        problem = Problem(x[:, None], np.array(y), np.ones(6, np.int64), 2, np.zeros(1, bool), "entropy")
        tree = problem.grow()[0]
        assert tree.node_count == 3
        assert tree.forest.apply(np.array([[np.nan]]))[0, 0] == side


def test_missing_values_unseen_in_the_node_follow_the_larger_child():
    x = np.arange(5.0)[:, None]
    for y, side in (([0, 0, 0, 1, 1], 1), ([0, 0, 1, 1, 1], 2)):
        tree = Problem(x, np.array(y), np.ones(5, np.int64), 2, np.zeros(1, bool), "entropy").grow()[0]
        assert tree.forest.apply(np.array([[np.nan]]))[0, 0] == side


def test_missing_rows_can_be_split_from_present_ones():
    x = np.array([1.0, 2.0, 1.0, 2.0, np.nan, np.nan])
    problem = Problem(
        x[:, None], np.array([0, 0, 0, 0, 1, 1]), np.ones(6, np.int64), 2, np.zeros(1, bool), "gini"
    )
    tree = problem.grow()[0]
    assert tree.node_count == 3
    assert tree.threshold[0] == np.inf
    assert tree.forest.apply(np.array([[np.nan], [1e300]]))[:, 0].tolist() == [2, 1]


def test_trees_of_one_call_are_those_of_many():
    problem = continuous(100, "entropy", 6)
    weights = np.random.default_rng(1).integers(0, 3, (5, 100))
    forest = problem.grow(weights=weights, max_features=1)
    for t in range(5):
        alone = problem.grow(seed=t, weights=weights[t : t + 1], max_features=1)
        np.testing.assert_array_equal(forest[t].nodes, alone[0].nodes)
        judge(problem, problem.grow(weights=weights)[t], weights=weights[t])


def test_each_tree_uses_its_own_columns_and_targets():
    problem = continuous(100, "entropy", 8, n_features=5)
    columns = [np.array([0, 3]), np.array([4, 1])]
    targets = np.stack([(problem.y > 0).astype(int), np.where(problem.y == 2, -1, problem.y)])
    prepared = problem.prepare()
    forest = prepared.grow(
        np.arange(2, dtype=np.uint64), np.ones((2, 100), np.int64), columns, targets
    ).forest
    for t in range(2):
        used = np.unique(forest[t].feature[~forest[t].is_leaf])
        assert set(used) <= set(columns[t])
        seen = targets[t] >= 0
        np.testing.assert_array_equal(forest[t].values[0], np.bincount(targets[t][seen], minlength=3))


def test_description_length_grows_breadth_first_with_one_ledger_for_the_tree():
    """Two features are worth naming; what the tree has named already is cheaper than anything new."""
    rng = np.random.default_rng(2)
    X = rng.integers(0, 2, (400, 8)).astype(float)
    y = ((X[:, 2] > 0) & (X[:, 5] > 0)).astype(int)
    y = np.where(rng.random(400) < 0.02, 1 - y, y)
    problem = Problem(X, y, np.ones(400, np.int64), 2, np.zeros(8, bool), "entropy")
    tree = problem.grow(pruning="mdl")[0]
    assert set(tree.feature[~tree.is_leaf]) == {2, 5}
    assert tree.n_leaves == 3


@pytest.mark.parametrize("n_trees", [0, 1, 3])
def test_the_kernel_itself(n_trees):
    X = np.array([[0.0], [1.0], [2.0]])
    table = BinnedTable.from_matrix(X)
    (grown,) = grow_trees(
        table.columns(), np.array([[0, 0, 1]], np.int32), np.zeros(1),
        np.ones((1, 3), np.int64), np.zeros((1, 1), np.int32), np.empty(0), np.empty((0, 0), np.float32),
        tabulate(3, 2), np.zeros(n_trees, np.uint64), make_rules(max_leaves=2**31 - 1),
    )  # fmt: skip
    assert isinstance(make_rules(), Rules)
    assert grown.nodes["threshold"].tolist() == [1.5, 0.0, 0.0] * n_trees
    assert grown.notes.shape == (0, 2)
    assert grown.values.tolist() == [[2.0, 1.0], [2.0, 0.0], [0.0, 1.0]] * n_trees
    assert grown.subsets.size == grown.classes.size == grown.list_starts.size == 0
    assert grown.starts.tolist() == [3 * t for t in range(n_trees + 1)]
    assert grown.word_starts.tolist() == [0] * (n_trees + 1)


def test_no_weight_grows_a_lone_empty_leaf():
    for criterion in ("entropy", "squared_error"):
        tree = continuous(10, criterion, 0).grow(weights=np.zeros((1, 10), np.int64))[0]
        assert (tree.node_count, tree.n_node_samples[0]) == (1, 0)


@pytest.mark.usefixtures("compiled_only")
@pytest.mark.parametrize("criterion", ["entropy", "gini", "squared_error"])
def test_thousands_of_rows(criterion):
    problem = continuous(5000, criterion, 9)
    tree = problem.grow()[0]
    leaves = tree.forest.apply(problem.X)[:, 0]
    np.testing.assert_array_equal(
        np.bincount(leaves, minlength=tree.node_count)[tree.is_leaf], tree.n_node_samples[tree.is_leaf]
    )
    answers = tree.forest.outputs(problem.X)[0]
    if criterion == "squared_error":
        np.testing.assert_allclose(answers, problem.y, atol=1e-12)
    else:
        assert (answers.argmax(axis=1) == problem.y).all()
    shallow = problem.grow(max_depth=1)[0]
    rule = (problem.y, problem.w, criterion, problem.n_classes)
    gains = [naive.gains_of_cuts(column, *rule)[0].max() for column in problem.X.T]
    assert shallow.gain[0] == pytest.approx(max(gains), abs=1e-9)
    assert shallow.feature[0] == np.argmax(gains)


def best_gain(x, y):
    """Largest entropy gain of a cut of x, the obvious way."""

    def entropy(labels):
        shares = np.bincount(labels) / max(labels.size, 1)
        return -sum(p * np.log2(p) for p in shares if p > 0)

    return max(
        entropy(y) - (left.mean() * entropy(y[left]) + (~left).mean() * entropy(y[~left]))
        for left in (x <= cut for cut in np.unique(x)[:-1])
    )


@pytest.mark.parametrize("max_features", [1, 2, None])
def test_each_node_notes_what_its_first_draw_offered(max_features):
    rng = np.random.default_rng(3)
    X, y = rng.integers(0, 9, (80, 5)).astype(float), rng.integers(0, 2, 80)
    table = BinnedTable.from_matrix(X)
    prepared = TreeGrower(DecisionTreeClassifier(max_features=max_features), table, y, 2, X)
    weights = np.ones((60, 80), np.int64)
    seeds = rng.integers(2**60, size=60).astype(np.uint64)
    forest = prepared.grow(seeds, weights, note_first=True).forest
    assert prepared.grow(seeds, weights).forest.first_draws is None
    drawn, gain = forest.first_draws.T
    split = forest.nodes["feature"] >= 0
    assert (drawn[~split] == -1).all()
    assert (drawn[split] >= 0).all()
    roots = np.bincount(drawn[forest.starts[:-1]].astype(int), minlength=5)
    assert roots.min() > 0  # a root draws any feature, also where all of them are tried
    assert (gain[split] <= forest.nodes["gain"][split] + 1e-9).all()
    if max_features == 1:
        np.testing.assert_array_equal(drawn[split], forest.nodes["feature"][split])
    for t in range(5):
        tree, here = forest[t], slice(forest.starts[t], forest.starts[t + 1])
        passes = np.zeros((tree.node_count, 80), bool)
        passes[0] = True
        for node in np.flatnonzero(tree.nodes["left"] >= 0):
            left = X[:, tree.feature[node]] <= tree.threshold[node]
            passes[tree.children_left[node]] = passes[node] & left
            passes[tree.children_right[node]] = passes[node] & ~left
            f, rows = int(drawn[here][node]), passes[node]
            assert gain[here][node] == pytest.approx(best_gain(X[rows, f], y[rows]), abs=1e-9)
    joined = Forest.join([forest, forest])
    assert joined.first_draws.shape == (2 * forest.nodes.size, 2)
    assert Forest.join([forest, prepared.grow(seeds, weights).forest]).first_draws is None


def arguments(n_trees=4, **changes):
    """What `grow_trees` is called with, for numbers and a column of 70 categories."""
    rng = np.random.default_rng(3)
    X = np.stack([rng.normal(size=150), rng.integers(0, 70, 150).astype(float)], axis=1)
    table = BinnedTable.from_matrix(X, is_categorical=np.array([False, True]))
    given = {
        "columns": table.columns(),
        "labels": ((X[:, 1] % 3 == 0) ^ (rng.random(150) < 0.2)).astype(np.int32)[None],
        "targets": np.zeros(1),
        "weights": rng.integers(0, 3, (n_trees, 150)),
        "allowed": np.array([[0, 1]], np.int32),
        "distribution": np.empty(0),
        "relevance": np.empty((0, 0), np.float32),
        "table": tabulate(600, 2),
        "seeds": np.arange(n_trees, dtype=np.uint64),
        "rules": make_rules(max_leaves=2**31 - 1, max_features=1),
    }
    return given | changes


@pytest.mark.parametrize("most", [1, 4, 700])
@pytest.mark.parametrize("n_classes", [2, 7])
def test_trees_are_the_same_however_little_room_there_is(monkeypatch, most, n_classes):
    changes = {"rules": make_rules(n_classes=n_classes, max_leaves=2**31 - 1, max_features=1)}
    if n_classes > 2:
        changes["labels"] = np.random.default_rng(0).integers(n_classes, size=(1, 150)).astype(np.int32)
    (expected,) = grow_trees(**arguments(**changes))
    assert expected.subsets.size > 8  # trees of categories, whose words do not find room at first
    for name in ("MOST_NODES", "MOST_WORDS", "MOST_LISTED"):
        monkeypatch.setattr(growth_workspace, name, most)
    parts = grow_trees(**arguments(**changes))
    assert len(parts) > 1 or most == 700
    for name in ("nodes", "values", "subsets", "notes", "classes"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_array_equal(joined, getattr(expected, name))
    for name in ("starts", "word_starts", "list_starts"):
        whole = getattr(expected, name)
        np.testing.assert_array_equal(
            chain([getattr(part, name) for part in parts]) if whole.size else [], whole
        )


@pytest.mark.parametrize("n_classes", [5, 40, 3000])
def test_nodes_list_the_classes_that_they_have(n_classes):
    rng = np.random.default_rng(n_classes)
    labels, X = rng.integers(n_classes, size=400), rng.normal(size=(400, 4))
    weights = rng.integers(0, 4, size=(2, 400))
    problem = Problem(X, labels, weights[0], n_classes, np.zeros(4, bool), "entropy")
    grown = problem.grow(weights=weights, max_depth=6)
    assert isinstance(grown.values, ClassWeights)
    for t in range(2):
        rows, passed = paths(grown[t], X)
        expected = np.zeros((grown[t].node_count, n_classes))
        np.add.at(expected, (passed, labels[rows]), weights[t][rows])
        np.testing.assert_array_equal(grown[t].values, expected)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"labels": np.zeros((1, 149), np.int32)}, "labels has 149 columns; the table has 150 rows"),
        ({"labels": np.full((1, 150), 2, np.int32)}, "labels must lie in 0, ..., 1"),
        ({"labels": np.full((1, 150), -1, np.int32)}, "labels must lie in 0, ..., 1"),
        (
            {"weights": np.ones((3, 150), np.int64)},
            "weights has 3 lines; pass one, or one for each of the 4 trees",
        ),
        ({"weights": np.ones((4, 151), np.int64)}, "weights of 151 rows, but the table has 150"),
        ({"allowed": np.array([[0, 2]], np.int32)}, "allowed features must lie in 0, ..., 1"),
        ({"distribution": np.ones(3)}, "distribution has 3 entries; 2 features are allowed"),
        ({"relevance": np.ones((150, 3), np.float32)}, "relevance has shape"),
        ({"rules": make_rules(n_classes=0, criterion=4)}, "targets has shape"),
    ],
)
def test_what_would_lead_the_kernel_outside_its_arrays_is_refused(changes, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        grow_trees(**arguments(**changes))


def test_rows_without_weight_need_no_label():
    weights = np.ones((1, 150), np.int64)
    weights[0, :20] = 0
    labels = arguments()["labels"].copy()
    labels[0, :20] = -1
    (grown,) = grow_trees(**arguments(1, labels=labels, weights=weights))
    assert grown.nodes["n_rows"][0] == 130
