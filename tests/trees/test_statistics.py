from dataclasses import replace

import numpy as np
import pytest

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.statistics import LocalGains, trace_local_gains, trace_masking

# Rogers 2007, eq. 7.23. Three of each class: x <= 4 sends three positives and a negative left, where one more cut parts
# them.
X = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [4.0, 1.0], [5.0, 0.5], [6.0, 0.5]])
Y = np.array([1, 1, 1, 0, 0, 0])
TABLE = BinnedTable.from_matrix(X)


def pencil_tree(**parameters):
    """First on column 0 (limited so that it cannot part the classes at once), then on column 1."""
    tree = DecisionTreeClassifier(**parameters)
    table = tree.prepare(TrainingSet.of(X, Y, n_classes=2))
    return table.grow(np.zeros(1, np.uint64), np.ones((1, 6), np.int64)).forest


def test_local_gains_by_pencil():
    from hedgerow._kernels.records import NODE
    from hedgerow.trees.tree import Tree

    nodes = np.zeros(5, NODE)
    nodes["feature"], nodes["left"] = [0, 1, -1, -1, -1], [1, 3, -1, -1, -1]
    nodes["threshold"], nodes["code"] = [4.5, 0.25, 0, 0, 0], [3, 0, 0, 0, 0]
    values = np.array([[3.0, 3.0], [1.0, 3.0], [2.0, 0.0], [0.0, 3.0], [1.0, 0.0]])
    forest = Tree(nodes, values, np.empty(0, np.uint64), 2, 2).forest
    record = trace_local_gains(forest, TABLE, Y, np.ones((1, 6), bool))
    np.testing.assert_allclose(record.totals[:, 0], [0.5849625007] * 3 + [-1.0, 1.0, 1.0], atol=1e-9)
    assert record.totals[:, 0].mean() == pytest.approx(0.4591479170)
    np.testing.assert_allclose(record.totals[:, 1], [0.4150374993] * 3 + [2.0, 0.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(record.totals.sum(axis=1), 1.0)
    assert record.counts.tolist() == [[1, 1]] * 4 + [[1, 0]] * 2


def test_rows_that_are_not_counted_have_no_record():
    counted = np.array([[True, False, False, False, False, True]])
    record = trace_local_gains(pencil_tree(), TABLE, Y, counted)
    assert record.counts.sum(axis=1).astype(bool).tolist() == counted[0].tolist()


def test_means_are_zero_where_a_row_never_met_the_feature():
    record = LocalGains(np.array([[1.0, 0.0]]), np.array([[4, 0]], np.int32))
    assert record.mean().tolist() == [[0.25, 0.0]]


def test_records_merge_by_addition():
    prepared = DecisionTreeClassifier(max_features=1).prepare(TrainingSet.of(X, Y, n_classes=2))
    forest = prepared.grow(np.arange(4, dtype=np.uint64), np.ones((4, 6), np.int64)).forest
    counted = np.ones((4, 6), bool)
    whole = trace_local_gains(forest, TABLE, Y, counted)
    parts = [trace_local_gains(forest[t].forest, TABLE, Y, counted[:1]) for t in range(4)]
    merged = parts[0].merge(parts[1]).merge(parts[2].merge(parts[3]))
    np.testing.assert_allclose(merged.totals, whole.totals, atol=1e-12)
    np.testing.assert_array_equal(merged.counts, whole.counts)


def test_local_gains_of_values():
    y = np.array([1.0, 2.0, 3.0, 10.0, 11.0, 12.0])
    forest = (
        DecisionTreeRegressor(max_depth=1)
        .prepare(TrainingSet.of(X, y, n_classes=None))
        .grow(np.zeros(1, np.uint64), np.ones((1, 6), np.int64))
        .forest
    )
    record = trace_local_gains(forest, TABLE, y, np.ones((1, 6), bool))
    mean, sides = y.mean(), np.repeat([2.0, 11.0], 3)
    np.testing.assert_allclose(record.totals.sum(axis=1), (y - mean) ** 2 - (y - sides) ** 2)
    assert record.totals.sum() == pytest.approx(6 * forest.nodes["gain"][0])


@pytest.mark.parametrize("labels", [Y + 1, Y - 1, Y[:3], np.append(Y, 0)])
def test_labels_must_fit(labels):
    with pytest.raises(ValueError, match=r"class codes|y has shape"):
        trace_local_gains(pencil_tree(), TABLE, labels, np.ones((1, 6), bool))


def test_forest_table_and_rows_must_fit():
    forest = pencil_tree()
    other = BinnedTable.from_matrix(X[:, :1])
    for shape in ((2, 6), (1, 5), (6,)):
        with pytest.raises(ValueError, match="one line per tree"):
            trace_local_gains(forest, TABLE, Y, np.ones(shape, bool))
        with pytest.raises(ValueError, match="one line per tree"):
            trace_masking(forest, TABLE, np.ones(shape))
    with pytest.raises(ValueError, match="2 features and the table 1"):
        trace_masking(forest, other, np.ones((1, 6)))


def test_a_copy_of_a_feature_masks_it_fully():
    rng = np.random.default_rng(0)
    base = rng.normal(size=(200, 1))
    table = np.hstack([base, base**3, rng.normal(size=(200, 1))])
    y = (base[:, 0] > 0).astype(int)
    prepared = DecisionTreeClassifier().prepare(TrainingSet.of(table, y, n_classes=2))
    forest = prepared.grow(np.zeros(1, np.uint64), np.ones((1, 200), np.int64)).forest
    masking = trace_masking(forest, prepared.table, np.ones((1, 200)))
    assert masking[0, 1] == pytest.approx(masking[0, 0]) == pytest.approx(1.0, abs=1e-3)
    assert masking[0, 2] < 0.3


def test_a_table_that_lies_row_by_row_says_the_same():
    forest, weights = pencil_tree(), np.ones((1, 6))
    by_row = replace(TABLE, codes=np.ascontiguousarray(TABLE.codes.T).T)
    for table in (TABLE, by_row):
        assert table.codes.flags.c_contiguous == (table is TABLE)
    expected, found = (trace_local_gains(forest, t, Y, weights > 0) for t in (TABLE, by_row))
    np.testing.assert_array_equal(found.totals, expected.totals)
    np.testing.assert_array_equal(found.counts, expected.counts)
    np.testing.assert_array_equal(
        trace_masking(forest, by_row, weights), trace_masking(forest, TABLE, weights)
    )
