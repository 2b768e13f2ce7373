from dataclasses import replace

import numpy as np
import pytest

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.permutation import PermutationImportance, permute_out_of_bag

RNG = np.random.default_rng(0)
N = 400
X = np.stack([RNG.integers(0, 2, N), RNG.normal(size=N), np.ones(N)], axis=1).astype(float)
Y = X[:, 0].astype(int)
WEIGHTS = RNG.multinomial(N, np.full(N, 1 / N), 30)


def grow(kind=DecisionTreeClassifier, y=Y, **parameters):
    prepared = kind(**parameters).prepare(
        TrainingSet.of(X, y, n_classes=2 if kind is DecisionTreeClassifier else None)
    )
    return prepared.grow(np.arange(30, dtype=np.uint64), WEIGHTS).forest, prepared.table


def permute(forest, table, y=Y, in_bag=WEIGHTS > 0, **options):
    return permute_out_of_bag(
        forest, table, y, in_bag, **({"names": ["a", "b", "c"], "n_repeats": 4, "seed": 0} | options)
    )


def test_a_feature_that_is_the_label_is_worth_a_half():
    """Breiman 2001: y = x1, balanced; noise that no tree uses is worth nothing."""
    result = permute(*grow())
    assert result.baseline == 1.0
    mean = result.importances_mean
    assert mean[0] == pytest.approx(0.5, abs=0.06)
    assert mean[1:].tolist() == [0.0, 0.0]
    assert result.importances.shape == (3, 4)


def test_values_lose_explained_variance():
    y = 3.0 * X[:, 0] + X[:, 1]
    result = permute(*grow(DecisionTreeRegressor, y), y=y)
    assert result.baseline > 0.9
    assert result.importances_mean[0] > result.importances_mean[1] > 0.1
    assert result.importances_mean[2] == 0.0


def test_repeats_depend_on_the_seed_and_not_on_the_threads():
    forest, table = grow(max_features=1)
    one = permute(forest, table, n_jobs=1)
    np.testing.assert_array_equal(one.importances, permute(forest, table, n_jobs=2).importances)
    assert (one.importances != permute(forest, table, seed=1).importances).any()


def test_rows_are_asked_about_in_parts(monkeypatch):
    forest, table = grow(max_features=1)
    whole = permute(forest, table)
    monkeypatch.setattr("hedgerow.trees.permutation._MOST_CELLS", 1)
    np.testing.assert_array_equal(permute(forest, table).importances, whole.importances)


def test_the_frame_names_the_features():
    frame = PermutationImportance(("a", "b"), np.array([[0.1, 0.3], [0.0, 0.0]]), 0.9).frame()
    assert frame["feature"].tolist() == ["a", "b"]
    assert frame["importance"].tolist() == pytest.approx([0.2, 0.0])
    assert frame["spread"].tolist() == pytest.approx([0.1, 0.0])


def test_every_row_seen_by_every_tree_leaves_nothing_to_score():
    forest, table = grow()
    with pytest.raises(ValueError, match="bootstrap=True"):
        permute(forest, table, in_bag=np.ones((30, N), bool))


def test_forest_table_and_bags_must_fit():
    forest, table = grow()
    with pytest.raises(ValueError, match="do not fit"):
        permute(forest, table, in_bag=WEIGHTS[:5] > 0)
    with pytest.raises(ValueError, match="do not fit"):
        permute(forest, BinnedTable.from_matrix(X[:, :2]))


def test_a_table_that_lies_row_by_row_says_the_same():
    forest, table = grow()
    by_row = replace(table, codes=np.ascontiguousarray(table.codes.T).T)
    np.testing.assert_array_equal(permute(forest, by_row).importances, permute(forest, table).importances)
