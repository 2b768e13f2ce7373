import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import boolean, float64, int64, njit, uint64, void
from scipy.stats import kstest
from tests.kernels import naive
from tests.kernels.tables import COMPILED, Problem, examples, make_rules, problems

from hedgerow._kernels import random_scan
from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.growth_workspace import SEARCH, TREES, allocate_search
from hedgerow._kernels.impurity import gain_of
from hedgerow._kernels.records import CODED_COLUMNS, NODE, RULES_TYPE, SQUARED_ERROR, UNSETTLED
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.grower import tabulate
from hedgerow.trees.rules import CRITERIA

MASK = 2**64 - 1


@njit(
    [
        void(
            CODED_COLUMNS.type,
            SEARCH.type,
            RULES_TYPE,
            buffer(int64),
            int64,
            int64,
            buffer(uint64),
            buffer(float64),
        )
    ]
)
def scan(columns, work, rules, features, n_lanes, n, state, out):
    for lane in range(n_lanes):
        work.lane_features[lane] = features[lane]
    random_scan.scan_random_cuts(columns, work, rules, n_lanes, 1, n, state)
    for lane in range(n_lanes):
        score, point = work.draw_sums[random_scan.SCORE + lane], work.draw_sums[random_scan.POINT + lane]
        out[4 * lane] = gain_of(score, work, rules) if score > -np.inf else score
        out[4 * lane + 1], out[4 * lane + 2] = point, -1.0
        if score > -np.inf:
            out[4 * lane + 2] = random_scan.part_codes(columns, work, features[lane], 1, n, point)


@njit([void(CODED_COLUMNS.type, SEARCH.type, TREES.type, int64)])
def place(columns, work, trees, n):
    random_scan.place_cuts(columns, work, trees.nodes, 0, n)


@njit([boolean(RULES_TYPE)])
def serves(rules):
    return random_scan.can_draw_by_lanes(rules)


def units(seed, n):
    """The numbers that the generator draws (splitmix64)."""
    drawn = []
    for i in range(n):
        bits = (seed + 0x9E3779B97F4A7C15 * (i + 1)) & MASK
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        drawn.append(((bits ^ (bits >> 31)) >> 11) * 2.0**-53)
    return drawn


def look(problem, rows, features, *, seed=0, with_values=True, by_row=False, **limits):
    """Draw a cut for each feature in a node of these rows: (gain or NaN or -inf, point, code) of each."""
    table = BinnedTable.from_matrix(problem.X)
    columns = table.columns(with_values=with_values)
    if by_row:
        codes = np.ascontiguousarray(table.codes.T).reshape(-1)
        columns = columns._replace(codes=codes, feature_step=1, row_step=table.n_features)
    regression, n, w = not problem.n_classes, len(rows), problem.w[rows].astype(np.int64)
    rules = make_rules(
        n_classes=problem.n_classes, criterion=CRITERIA[problem.criterion], split=1, **limits
    )  # fmt: skip
    assert serves(rules)
    targets = problem.y.astype(float) if regression else np.zeros(1)
    work = allocate_search(
        len(problem.y) + 1, 0, targets, tabulate(int(problem.w.sum()), problem.n_classes), rules
    )
    work.rows[1 : n + 1], work.payload[1 : n + 1] = rows, w if regression else w << 16 | problem.y[rows]
    if regression:
        work.moments[1 : n + 1] = w * (targets[rows] - np.average(targets[rows], weights=w))
        work.weights[0] = w.sum()
    else:
        work.weights[: problem.n_classes] = np.bincount(problem.y[rows], w, problem.n_classes)
    out = np.zeros(4 * len(features))
    scan(
        columns, work, rules, np.array(features, np.int64), len(features), n, np.array([seed], np.uint64), out
    )  # fmt: skip
    found = out.reshape(-1, 4)[:, :3]
    for feature, line in zip(features, found, strict=True):
        if line[2] >= 0:  # where a node has no row, any code may be told
            ranks = table.codes[feature, rows]
            line[2] = ranks[ranks <= line[2]].max()
    return found


def expect(problem, rows, features, seed, min_rows=1, min_weight=0):
    """The same, one feature and one row after the other."""
    y, w, found = problem.y[rows], problem.w[rows].astype(float), []
    for unit, feature in zip(units(seed, len(features)), features, strict=True):
        column = problem.X[rows, feature]
        least, greatest = column.min(), column.max()
        point = least + unit * (greatest - least)
        point = point if point < greatest else least
        left = column <= point
        if least == greatest:
            found.append((np.nan, point, -1))
        elif not naive.allowed(w, left, min_rows, min_weight):
            found.append((-np.inf, point, -1))
        else:
            ranks = naive.rank_column(problem.X[:, feature])[0]
            gain = naive.gain(y, w, left, problem.criterion, problem.n_classes)
            found.append((gain, point, ranks[rows][left].max()))
    return np.array(found)


@st.composite
def nodes(draw, rows, kinds=("ties", "wide", "steps", "constant")):
    """Some rows of a table, and up to eight of its features."""
    problem = draw(
        problems(rows=rows, kinds=kinds, features=(1, 8), weights=("ones", "integers", "fractions"))
    )
    if problem.w.dtype.kind == "f":  # as the grower hands them over: units of a size that no table has
        problem.w = np.rint(problem.w * 2.0**30).astype(np.int64)
    seen = np.flatnonzero(problem.w > 0)
    n = draw(st.integers(min(2, len(seen)), len(seen)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    seed, shuffled = draw(st.integers(0, MASK)), draw(st.booleans())
    features = np.arange(problem.X.shape[1])
    return problem, rng.permutation(seen)[:n], rng.permutation(features) if shuffled else features, seed


def agree(found, expected):
    np.testing.assert_array_equal(np.isfinite(found[:, 0]), np.isfinite(expected[:, 0]))
    np.testing.assert_array_equal(np.isnan(found[:, 0]), np.isnan(expected[:, 0]))
    np.testing.assert_allclose(found[:, 0], expected[:, 0], rtol=1e-7, atol=1e-7)
    np.testing.assert_array_equal(found[:, 1:], expected[:, 1:])


@examples(60)
@given(nodes(rows=(2, random_scan.FEW_ROWS)))
def test_few_rows_are_cut_as_by_the_naive_twin(node):
    problem, rows, features, seed = node
    agree(look(problem, rows, features, seed=seed), expect(problem, rows, features, seed))


@examples(40)
@given(nodes(rows=(2, 2500 if COMPILED else 300)))
def test_many_rows_are_cut_as_by_the_naive_twin(node):
    problem, rows, features, seed = node
    agree(look(problem, rows, features, seed=seed), expect(problem, rows, features, seed))


@examples(40)
@given(nodes(rows=(2, 300)), st.integers(1, 5), st.integers(0, 6))
def test_limits_forbid_cuts_as_the_naive_twin_does(node, min_rows, min_weight):
    problem, rows, features, seed = node
    limits = {"min_rows_leaf": min_rows, "min_weight_leaf": min_weight}
    agree(
        look(problem, rows, features, seed=seed, **limits),
        expect(problem, rows, features, seed, min_rows, min_weight),
    )


@examples(40)
@given(nodes(rows=(2, 200)), st.booleans())
def test_values_and_codes_give_the_same_bits(node, by_row):
    problem, rows, features, seed = node
    by_values = look(problem, rows, features, seed=seed)
    np.testing.assert_array_equal(
        by_values, look(problem, rows, features, seed=seed, with_values=False, by_row=by_row)
    )


@examples(30)
@given(nodes(rows=(2, 3000 if COMPILED else 200)))
def test_the_code_kept_is_the_last_one_that_the_threshold_sends_left(node):
    problem, rows, features, seed = node
    table = BinnedTable.from_matrix(problem.X)
    found = look(problem, rows, features, seed=seed)
    cuts = [
        (feature, point, code)
        for feature, (gain, point, code) in zip(features, found, strict=True)
        if code >= 0
    ]
    nodes = np.zeros(len(cuts) + 1, NODE)
    nodes["feature"], nodes["categorical"] = -1, UNSETTLED
    for record, (feature, point, code) in zip(nodes, cuts, strict=False):
        record.feature, record.threshold, record.code = feature, point, code
    rules = make_rules()
    work = allocate_search(len(nodes), 0, np.zeros(1), tabulate(3, 2), rules)
    trees = TREES.allocate(
        nodes=nodes, values=1, classes=0, ends=0, notes=1, subsets=1, starts=2, word_starts=2, n_values=1, is_listed=0,
        most_nodes=len(nodes), most_words=1, most_listed=0,
    )  # fmt: skip
    place(table.columns(with_values=True), work, trees, len(nodes))
    for record, (feature, point, _) in zip(nodes, cuts, strict=False):
        column, ranks = problem.X[:, feature], table.codes[feature]
        assert record.code == ranks[column <= point].max()
        assert point == record.threshold
        np.testing.assert_array_equal(ranks <= record.code, column <= record.threshold)
        assert record.categorical == 0


def test_a_column_of_any_scale_is_searched():
    rng = np.random.default_rng(0)
    n = 3000
    steep = np.sign(rng.normal(size=n)) * np.exp(rng.uniform(-600, 600, n))
    X = np.stack(
        [steep, 5e-324 * rng.integers(0, 9, n), rng.uniform(-1, 1, n) * 1.7e308, 1e9 + rng.normal(size=n)],
        axis=1,
    )
    problem = Problem(X, rng.integers(0, 3, n), np.ones(n, np.int64), 3, np.zeros(4, bool), "gini")
    with np.errstate(over="ignore"):
        for seed in range(20):
            for rows in (np.arange(n), np.arange(60)):
                agree(look(problem, rows, range(4), seed=seed), expect(problem, rows, range(4), seed))


def test_points_are_uniform():
    rng = np.random.default_rng(1)
    X = np.sort(rng.exponential(size=(50, 1)), axis=0)
    problem = Problem(X, np.arange(50) % 2, np.ones(50, np.int64), 2, np.zeros(1, bool), "entropy")
    n = 400 if COMPILED else 100
    points = [look(problem, np.arange(50), [0], seed=seed * 7919)[0, 1] for seed in range(n)]
    assert kstest((np.array(points) - X[0, 0]) / (X[-1, 0] - X[0, 0]), "uniform").pvalue > 1e-4


@pytest.mark.parametrize(
    ("changes", "served"),
    [({}, False), ({"split": 1}, True), ({"split": 1, "n_classes": 257}, False),
     ({"split": 1, "description_length": True}, False),
     ({"split": 1, "n_classes": 0, "criterion": SQUARED_ERROR}, True)],
)  # fmt: skip
def test_which_rules_are_served(changes, served):
    assert serves(make_rules(**changes)) == served


@examples(40)
@given(
    problems(
        rows=(2, 400),
        kinds=("ties", "wide", "steps", "constant", "ties?", "wide?", "categories"),
        features=(1, 12),
    ),
    st.integers(1, 4),
)
def test_trees_of_random_cuts_part_rows_by_codes_and_values_alike(problem, min_rows):
    forest = problem.grow(split="random", n_trees=3, min_samples_leaf=min_rows)
    for t in range(len(forest)):
        tree = forest[t]
        rows_of = naive.rows_of_nodes(tree, problem.X, np.flatnonzero(problem.w > 0))
        for node in range(tree.node_count):
            assert rows_of[node].size == tree.n_node_samples[node]
            if tree.is_leaf[node]:
                continue
            rows = rows_of[node]
            left = np.isin(rows, rows_of[tree.children_left[node]])
            w = problem.w[rows].astype(float)
            assert naive.allowed(w, left, min_rows)
            gain = naive.gain(problem.y[rows], w, left, problem.criterion, problem.n_classes)
            assert tree.gain[node] == pytest.approx(gain, abs=1e-7)
