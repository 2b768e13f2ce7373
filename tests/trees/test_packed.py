import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_classification

from hedgerow import RandomForestClassifier, save_model
from hedgerow.trees.packed import Packing

X, y = load_iris(return_X_y=True)


def grow(**parameters):
    return RandomForestClassifier(5, random_state=0, **parameters).fit(X, y).members_.forest


def test_trees_are_packed_once_when_enough_rows_have_asked():
    forest = grow()
    enough = -(-len(forest.nodes) // 4 // len(forest)) + 1
    assert forest._packing.read(forest, 1) is None
    packed = forest._packing.read(forest, enough)
    assert packed is not None
    assert forest._packing.read(forest, 4) is packed


def test_few_rows_are_walked_one_by_one():
    forest = grow()
    assert forest._packing.read(forest, 10**6) is not None
    assert forest._packing.read(forest, 3) is None


@pytest.mark.parametrize("n", [1, 2, 150])
def test_packing_changes_no_answer(n):
    forest, fresh = grow(), grow()
    forest._packing.read(forest, 10**6)
    np.testing.assert_array_equal(forest.sum_outputs(X[:n]), fresh.sum_outputs(X[:n]))
    np.testing.assert_array_equal(forest.apply(X[:n]), fresh.apply(X[:n]))


def test_what_is_packed_is_not_kept_in_files_or_copies(tmp_path):
    forest = RandomForestClassifier(5, random_state=0).fit(X, y)
    before = pickle.dumps(forest)
    save_model(forest, tmp_path / "before.hedgerow")
    forest.members_.forest._packing.read(forest.members_.forest, 10**6)
    assert pickle.dumps(forest) == before
    save_model(forest, tmp_path / "after.hedgerow")
    assert (tmp_path / "after.hedgerow").stat().st_size == (tmp_path / "before.hedgerow").stat().st_size
    np.testing.assert_array_equal(pickle.loads(before).predict_proba(X), forest.predict_proba(X))


def test_few_trees_on_many_columns_are_not_packed():
    wide, labels = make_classification(60, 400, random_state=0)
    forest = RandomForestClassifier(5, random_state=0).fit(wide, labels).members_.forest
    assert forest._packing.read(forest, 10**6) is None


def test_trees_that_ask_for_categories_or_for_nothing_that_is_a_number_are_not_packed():
    forest = grow()
    for field, value in (("categorical", 1), ("threshold", np.nan)):
        nodes = forest.nodes.copy()
        nodes[field][0] = value
        odd = replace(forest, nodes=nodes)
        assert odd._packing.read(odd, 10**6) is None


def test_trees_that_are_too_large_for_a_word_are_not_packed():
    forest = grow()
    many = replace(forest, nodes=np.broadcast_to(forest.nodes[:1], 2**30), starts=np.array([0, 2**30]))
    assert Packing(many).read(forest, 10**6) is None


def test_threads_that_ask_at_once_get_the_same():
    forest, expected = grow(), grow().sum_outputs(X)
    with ThreadPoolExecutor(4) as pool:
        for answer in pool.map(lambda _: forest.sum_outputs(X), range(32)):
            np.testing.assert_array_equal(answer, expected)


def test_thresholds_that_lie_close_are_told_apart():
    close = 1.6e9 + np.round(X * 10)
    forest = RandomForestClassifier(5, random_state=0).fit(close, y).members_.forest
    expected = np.concatenate([replace(forest).sum_outputs(row[None]) for row in close])
    assert forest._packing.read(forest, 10**6) is not None
    np.testing.assert_array_equal(forest.sum_outputs(close), expected)


def test_trees_whose_siblings_lie_elsewhere_are_walked_as_they_are():
    forest = RandomForestClassifier(1, random_state=0).fit(X, y).members_.forest
    nodes = np.insert(forest.nodes, 1, forest.nodes[-1])
    nodes["left"] += nodes["left"] >= 0
    values = np.insert(forest.values, 1, forest.values[-1], axis=0)
    for more in (0, 1):  # a node that is not reached, and another
        odd = replace(
            forest,
            nodes=np.append(nodes, nodes[[-1] * more]),
            values=np.concatenate([values, values[[-1] * more]]),
            starts=np.array([0, len(nodes) + more]),
        )
        assert odd._packing.read(odd, 10**6) is None
        np.testing.assert_array_equal(odd.sum_outputs(X), forest.sum_outputs(X))


def test_chosen_roots_among_the_nodes_of_a_forest_are_walked_as_they_are():
    forest = grow()
    chosen = replace(forest, starts=np.append(forest.starts[[3, 1, 3]], 0), word_starts=np.zeros(4, np.int64))
    expected = replace(chosen).sum_outputs(X[:1])
    assert chosen._packing.read(chosen, 10**6) is None
    np.testing.assert_array_equal(chosen.sum_outputs(X)[:1], expected)
