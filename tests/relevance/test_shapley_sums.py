import numpy as np
import pytest

from hedgerow import RandomForestClassifier
from hedgerow.relevance import shapley_games, shapley_sums
from hedgerow.relevance.shapley_games import BackgroundRows, TrainingWeights
from hedgerow.relevance.shapley_sums import sum_contributions
from hedgerow.relevance.tree_readers import read_sum

rng = np.random.default_rng(0)
X = rng.normal(size=(70, 4))
TREES = read_sum(
    RandomForestClassifier(6, random_state=0).fit(X, np.digitize(X[:, 0] * X[:, 1], [-0.3, 0.3]))
)


@pytest.mark.parametrize("game", [TrainingWeights(), BackgroundRows(X[:9])])
def test_neither_threads_nor_blocks_nor_batches_change_a_bit(game, monkeypatch):
    usual = sum_contributions(TREES, X, game, with_pairs=True, n_jobs=1)
    for module, name in ((shapley_sums, "_MOST_NODES"), (shapley_games, "_CHUNK"), (shapley_games, "_PAIRS")):
        monkeypatch.setattr(module, name, 1)
    monkeypatch.setattr(shapley_sums, "_MOST_ROWS", 24)
    other = sum_contributions(TREES, X, game, with_pairs=True, n_jobs=2)
    for name in ("values", "pairs", "base"):
        np.testing.assert_array_equal(getattr(usual, name), getattr(other, name))


def test_blocks_of_wide_sums_are_small_and_cover_all_rows():
    blocks = shapley_sums._list_blocks(100, 2**19)
    assert [block.stop - block.start for block in blocks] == [8] * 12 + [4]
    assert [block.start for block in blocks[1:]] == [block.stop for block in blocks[:-1]]


def test_contributions_to_all_classes_cancel():
    found = sum_contributions(TREES, X, TrainingWeights(), with_pairs=True, n_jobs=1)
    np.testing.assert_allclose(found.values.sum(axis=2), 0.0, atol=1e-14)
    assert found.base.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(found.pairs.sum(axis=2), found.values, atol=1e-14)
    np.testing.assert_array_equal(found.pairs, found.pairs.transpose(0, 2, 1, 3))
