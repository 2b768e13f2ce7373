import pickle

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow import DecisionTreeClassifier
from hedgerow.datasets import make_friedman
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.relevance.guided import GuidedTrees
from hedgerow.trees.binning import BinnedTable

SAMPLE = make_friedman(150, 12, random_state=0)
LABELS = (SAMPLE.y > 0) + 0
PREPARED = DecisionTreeClassifier(max_features=2).prepare(TrainingSet.of(SAMPLE.X, LABELS, n_classes=2))
SEEDS = np.arange(6, dtype=np.uint64)
WEIGHTS = np.random.default_rng(0).integers(0, 3, (6, 150)).astype(np.int32)
SUPPORT = np.arange(12) % 4 != 1
CHOSEN = np.flatnonzero(SUPPORT)
MASS = np.random.default_rng(1).random(12)
RELEVANCE = np.random.default_rng(2).normal(size=(150, 12)).astype(np.float32)


@pytest.mark.parametrize("rule", ["uniform", "distribution", "relevance"])
def test_trees_of_a_narrowed_table_are_those_that_may_use_its_columns(rule):
    guided = GuidedTrees.choose(PREPARED, SUPPORT)
    told = {
        "uniform": guided,
        "distribution": guided.drawing_by(MASS[CHOSEN]),
        "relevance": GuidedTrees(guided.narrow, CHOSEN, 12, None, np.ascontiguousarray(RELEVANCE[:, CHOSEN])),
    }[rule]
    given = {"uniform": {}, "distribution": {"distribution": MASS}, "relevance": {"relevance": RELEVANCE}}[
        rule
    ]
    expected = PREPARED.grow(SEEDS, WEIGHTS, [CHOSEN] * 6, **given).forest
    found = told.grow(SEEDS, WEIGHTS).forest
    assert found.n_features == 12
    assert_array_equal(found.nodes, expected.nodes)
    assert_array_equal(found.values, expected.values)
    assert not np.isin(found.nodes["feature"], np.flatnonzero(~SUPPORT)).any()


def test_all_columns_are_the_table_itself():
    guided = GuidedTrees.choose(PREPARED, np.ones(12, bool))
    assert guided.narrow is PREPARED
    assert_array_equal(guided.grow(SEEDS, WEIGHTS).forest.nodes, PREPARED.grow(SEEDS, WEIGHTS).forest.nodes)


def test_a_distribution_is_spread_over_the_whole_table():
    wide = GuidedTrees.choose(PREPARED, SUPPORT).spread(np.full(9, 1 / 9))
    assert_array_equal(wide, SUPPORT / 9)


def test_a_uniform_distribution_is_drawn_as_if_there_were_none():
    guided = GuidedTrees.choose(PREPARED, SUPPORT)
    assert guided.drawing_by(np.full(9, 1 / 9)).distribution is None
    assert guided.drawing_by(np.arange(9.0)).distribution is not None


def test_columns_cannot_be_chosen_twice():
    with pytest.raises(ValueError, match="the columns are chosen already"):
        GuidedTrees.choose(PREPARED, SUPPORT).grow(SEEDS, WEIGHTS, [CHOSEN] * 6)


def test_parts_of_a_table_keep_their_codes():
    table = BinnedTable.from_matrix(np.array([[3.0, 9.0], [1.0, 7.0], [2.0, 8.0]]))
    assert_array_equal(table.take_columns(np.array([1])).codes, [[2, 0, 1]])
    assert_array_equal(table.take_rows(np.array([2, 0])).codes, [[1, 2], [1, 2]])
    assert not table.take_rows(np.array([0])).codes.flags.writeable


def test_workers_in_other_processes_grow_the_same_trees():
    guided = GuidedTrees.choose(PREPARED, SUPPORT).drawing_by(MASS[CHOSEN])
    sent = pickle.loads(pickle.dumps(guided, protocol=pickle.HIGHEST_PROTOCOL))  # as joblib sends it
    assert_array_equal(sent.grow(SEEDS, WEIGHTS).forest.nodes, guided.grow(SEEDS, WEIGHTS).forest.nodes)
