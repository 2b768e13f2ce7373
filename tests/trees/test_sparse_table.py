"""Sparse tables: what is stored, and that trees are the same as from the dense table, bit for bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.sparse import coo_array, csc_matrix, csr_array, csr_matrix, random_array

from hedgerow.trees.binning import BinnedTable, code_table
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.sparse_table import SparseTable

DENSITIES = (0.0, 0.01, 0.5, 1.0)


def draw_table(rng, n, m, density, digits=1):
    """Numbers of either sign, with as many zeros as asked for; some columns have far fewer."""
    is_stored = rng.random((n, m)) < density * np.where(rng.random(m) < 0.3, 0.2, 1.0)
    return np.where(is_stored, np.round(rng.normal(size=(n, m)), digits), 0.0)


def spell_out(table):
    return table.spell_out(np.arange(table.n_samples), np.arange(table.n_features))


@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("missing", [False, True], ids=["whole", "missing"])
def test_codes_and_values_are_those_of_the_dense_table(density, missing):
    rng = np.random.default_rng(0)
    X = draw_table(rng, 60, 12, density)
    if missing:
        X[rng.random(X.shape) < 0.1] = np.nan
    sparse, dense = SparseTable.from_matrix(csr_array(X)), BinnedTable.from_matrix(X)
    assert_array_equal(spell_out(sparse), dense.codes)
    assert_array_equal(sparse.traits, dense.traits)
    for feature in range(12):
        assert_array_equal(sparse.list_values(feature), dense.list_values(feature))
    sparse.check_loaded()


def test_neighbours_share_codes_as_in_a_long_dense_table():
    rng = np.random.default_rng(1)
    X = np.concatenate([rng.normal(size=70_000), np.zeros(500)])[:, None]
    sparse, dense = SparseTable.from_matrix(csr_array(X)), BinnedTable.from_matrix(X)
    assert_array_equal(spell_out(sparse), dense.codes)
    n_codes = dense.traits[0, 0]
    assert_array_equal(sparse.lower, dense.lower[0, :n_codes])
    assert_array_equal(sparse.upper, dense.upper[0, :n_codes])


def test_every_format_is_read_alike_and_left_alone():
    rng = np.random.default_rng(2)
    X = draw_table(rng, 20, 6, 0.4)
    expected = spell_out(SparseTable.from_matrix(csr_array(X)))
    for make in (csr_matrix, csc_matrix, coo_array):
        assert_array_equal(spell_out(SparseTable.from_matrix(make(X))), expected)
    long = csr_array(X)
    long.indices, long.indptr = long.indices.astype(np.int64), long.indptr.astype(np.int64)
    assert_array_equal(spell_out(SparseTable.from_matrix(long)), expected)
    # A cell in two parts, and one that holds a zero: both as the sum is.
    row, column = np.nonzero(X)
    data = np.concatenate([X[row, column] - 2.0, np.full(row.size, 2.0), [0.0]])
    rows, columns = np.concatenate([row, row, [3]]), np.concatenate([column, column, [np.argmin(X[3])]])
    for make in (csr_matrix, csc_matrix):
        doubled = make((data, (rows, columns)), shape=X.shape)
        before = doubled.copy()
        assert_array_equal(SparseTable.from_matrix(doubled).n_samples, 20)
        assert doubled.nnz == before.nnz
        assert_array_equal(doubled.data, before.data)
    unsummed = csc_matrix(X)
    unsummed.data[0] = 0.0
    dense = unsummed.toarray()
    table = SparseTable.from_matrix(unsummed)
    assert unsummed.data[0] == 0.0
    assert_array_equal(spell_out(table), BinnedTable.from_matrix(dense).codes)


def test_whole_numbers_truth_values_and_single_precision_are_numbers():
    rng = np.random.default_rng(3)
    X = rng.integers(0, 3, (15, 4))
    for kind in (np.int32, np.int64, bool, np.float32):
        cells = X.astype(kind)
        expected = BinnedTable.from_matrix(cells.astype(float)).codes
        assert_array_equal(spell_out(code_table(csr_array(cells))), expected)


def test_twins_rows_and_columns_are_those_of_the_dense_table():
    rng = np.random.default_rng(4)
    X = draw_table(rng, 30, 7, 0.3)
    sparse, dense = SparseTable.from_matrix(csr_array(X)), BinnedTable.from_matrix(X)
    donors, rows, columns = rng.permutation(30), rng.choice(30, 11, replace=False), np.array([5, 1, 2])
    assert_array_equal(spell_out(sparse.with_twins(donors)), dense.with_twins(donors).codes)
    assert_array_equal(spell_out(sparse.take_rows(rows)), dense.take_rows(rows).codes)
    narrow, expected = sparse.take_columns(columns), dense.take_columns(columns)
    assert_array_equal(spell_out(narrow), expected.codes)
    assert_array_equal(narrow.list_values(1), expected.list_values(1))
    for table in (sparse.with_twins(donors), sparse.take_rows(rows), narrow):
        table.check_loaded()
    with pytest.raises(ValueError, match="each of the 30 rows once"):
        sparse.with_twins(np.zeros(30, np.intp))


@pytest.mark.parametrize("X", [csr_array((0, 3)), csr_array((3, 0))], ids=["no row", "no column"])
def test_a_table_needs_a_row_and_a_column(X):
    with pytest.raises(ValueError, match="at least one row and one column"):
        SparseTable.from_matrix(X)


def test_infinite_values_are_refused():
    with pytest.raises(ValueError, match="infinite values"):
        SparseTable.from_matrix(csr_array(np.array([[np.inf, 1.0]])))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("codes", lambda codes: codes + np.uint16(100)),
        ("cell_rows", lambda rows: rows + np.int32(90)),
        ("cell_rows", lambda rows: rows[1:]),
        ("column_starts", lambda starts: starts[::-1].copy()),
        ("value_starts", lambda starts: starts * 2),
        ("zero_codes", lambda codes: codes + np.uint16(100)),
        ("traits", lambda traits: traits + 1),
    ],
)
def test_a_damaged_table_is_refused(name, change):
    table = SparseTable.from_matrix(csr_array(draw_table(np.random.default_rng(5), 12, 4, 0.5)))
    damaged = {each: getattr(table, each) for each in table.__dataclass_fields__}
    with pytest.raises(ValueError, match="not a coded table"):
        SparseTable(**damaged | {name: change(damaged[name])}).check_loaded()


def grow_both(X, y, n_classes, seed=0, n_trees=2, weights=None, **parameters):
    """Trees from the dense and from the sparse table."""
    rng, note_first = np.random.default_rng(seed), parameters.pop("note_first", False)
    if weights is None:
        weights = rng.poisson(1.0, (n_trees, len(y)))
        weights[:, 0] = 1
    tree = (DecisionTreeClassifier if n_classes else DecisionTreeRegressor)(**parameters)
    seeds = np.arange(n_trees, dtype=np.uint64) + np.uint64(seed)
    for table in (BinnedTable.from_matrix(X), SparseTable.from_matrix(csr_array(X))):
        grower = TreeGrower(tree, table, y, n_classes, X)
        yield grower.grow(seeds, weights, note_first=note_first).forest


def assert_same(dense, sparse):
    assert len(dense.nodes) == len(sparse.nodes)
    for field in dense.nodes.dtype.names:
        assert_array_equal(dense.nodes[field], sparse.nodes[field], err_msg=field)
    assert_array_equal(np.asarray(dense.values), np.asarray(sparse.values))
    if dense.first_draws is not None:
        assert_array_equal(dense.first_draws, sparse.first_draws)


def make_target(rng, X, n_classes):
    signal = np.nan_to_num(X[:, :3]).sum(axis=1) + 0.3 * rng.normal(size=len(X))
    if n_classes == 0:
        return signal
    return np.digitize(signal, np.linspace(-0.5, 1.0, n_classes - 1)).astype(np.intp)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_trees_are_those_of_the_dense_table(data):
    seed = data.draw(st.integers(0, 10_000), "seed")
    rng = np.random.default_rng(seed)
    n, m = data.draw(st.sampled_from([1, 2, 7, 40, 250])), data.draw(st.sampled_from([1, 4, 30]))
    X = draw_table(rng, n, m, data.draw(st.sampled_from(DENSITIES)), data.draw(st.sampled_from([0, 1, 6])))
    if data.draw(st.sampled_from([False, False, True]), "missing"):
        X[rng.random(X.shape) < 0.05] = np.nan
    n_classes = data.draw(st.sampled_from([0, 2, 5]), "classes")
    criteria = ["entropy", "gini", "gain_ratio", "sum_minority"] if n_classes else ["squared_error"]
    parameters = {
        "criterion": data.draw(st.sampled_from(criteria)),
        "max_features": data.draw(st.sampled_from([None, "sqrt", 3])),
        "min_samples_leaf": data.draw(st.sampled_from([1, 1, 4])),
        "max_depth": data.draw(st.sampled_from([None, 3])),
        "max_leaf_nodes": data.draw(st.sampled_from([None, None, 6])),
        "note_first": data.draw(st.booleans()),
    }
    weights = None if data.draw(st.booleans(), "bags") else rng.random((2, n)) + 0.01
    y = make_target(rng, X, n_classes)
    assert_same(*grow_both(X, y, n_classes, seed, weights=weights, **parameters))


@pytest.mark.parametrize("n_classes", [0, 3])
@pytest.mark.parametrize("density", DENSITIES)
def test_random_cuts_are_those_of_the_dense_table(n_classes, density):
    for seed, n in enumerate([3, 90, 300]):
        rng = np.random.default_rng(seed)
        X = draw_table(rng, n, 25, density, 2)
        X[rng.random(X.shape) < 0.02 * (seed == 1)] = np.nan
        y = make_target(rng, X, n_classes)
        assert_same(*grow_both(X, y, n_classes, seed, split="random", max_features=5))


@pytest.mark.parametrize(
    "parameters", [{"split": "top_k", "n_best": 3}, {"split": "pert"}, {"pruning": "mdl"}], ids=str
)
def test_other_ways_to_split_are_those_of_the_dense_table(parameters):
    rng = np.random.default_rng(7)
    X = draw_table(rng, 80, 12, 0.3)
    assert_same(*grow_both(X, make_target(rng, X, 2), 2, **parameters))


def test_frequent_terms_in_a_large_node_are_cut_row_by_row():
    rng = np.random.default_rng(8)
    X = np.where(rng.random((2500, 30)) < np.linspace(0.005, 0.9, 30), rng.normal(size=(2500, 30)) ** 2, 0.0)
    for n_classes in (0, 2, 4):
        y = make_target(rng, X, n_classes)
        assert_same(*grow_both(X, y, n_classes, n_trees=1, max_features=7, max_depth=5))


def make_wide(rng, n, n_features, per_row):
    """Far more features than cells, so nodes draw among those that have any."""
    rows = np.repeat(np.arange(n), per_row)
    cells = (rng.random(rows.size) + 0.5, (rows, rng.integers(0, n_features, rows.size)))
    return csr_array(cells, shape=(n, n_features))


def test_wide_nodes_try_all_that_vary_before_they_give_up():
    rng = np.random.default_rng(9)
    X = make_wide(rng, 60, 20_000, 8)
    y = rng.integers(0, 3, 60)
    tree = DecisionTreeClassifier(max_features=19_999)
    everything = DecisionTreeClassifier()
    weights, seeds = np.ones((1, 60), np.int32), np.zeros(1, np.uint64)
    table = SparseTable.from_matrix(X)
    drawn = TreeGrower(tree, table, y, 3, X).grow(seeds, weights).forest
    whole = TreeGrower(everything, table, y, 3, X).grow(seeds, weights).forest
    assert drawn.nodes["gain"][0] == whole.nodes["gain"][0] > 0
    assert_array_equal(drawn.outputs(X)[0].argmax(axis=1), y)  # grown until nodes are pure


@pytest.mark.parametrize("split", ["best", "random"])
def test_wide_nodes_draw_all_that_vary_alike(split):
    rng = np.random.default_rng(10)
    X = make_wide(rng, 6, 20_000, 2)
    X = csr_array(
        np.pad(X[:, np.unique(X.indices)].toarray(), ((0, 0), (0, 20_000 - np.unique(X.indices).size)))
    )
    y, n_trees = np.array([0, 1, 0, 1, 0, 1]), 3000
    tree = DecisionTreeClassifier(max_features=1, max_depth=1, split=split)
    grower = TreeGrower(tree, SparseTable.from_matrix(X), y, 2, X)
    forest = grower.grow(np.arange(n_trees, dtype=np.uint64), np.ones((n_trees, 6), np.int32)).forest
    counts = np.bincount(forest.nodes["feature"][forest.starts[:-1]])
    expected = n_trees / np.unique(X.indices).size
    assert counts.size == np.unique(X.indices).size
    assert ((counts - expected) ** 2 / expected).sum() < 40  # chi squared of about eleven degrees of freedom


def test_room_grows_with_what_is_stored_alone():
    X = random_array((400, 30_000), density=0.001, rng=np.random.default_rng(11), format="csr")
    table = SparseTable.from_matrix(X)
    columns = table.columns()
    arrays = {
        id(each.base if each.base is not None else each): each for each in columns if hasattr(each, "nbytes")
    }
    size = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
    per_column = 8 * 3 + 12 + 2 + 16  # starts of cells and values, traits, the code of zero, and its value
    assert sum(each.nbytes for each in arrays.values()) < 3 * size + per_column * 30_000
