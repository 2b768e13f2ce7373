from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.docstrings import list_wrong_defaults

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.datasets import make_friedman
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.relevance.contrasts import N_BLOCKS, evaluate, shape_trees
from hedgerow.relevance.summary import mean_gains
from hedgerow.resampling import UniqueBootstrap
from hedgerow.trees.statistics import trace_local_gains

SAMPLE = make_friedman(120, random_state=0)
VALUES = make_friedman(120, binary=False, random_state=0)


def grow(tree=None, *, regression=False, n_trees=60, seed=0, **parameters):
    sample = VALUES if regression else SAMPLE
    kind = DecisionTreeRegressor if regression else DecisionTreeClassifier
    y = sample.y if regression else (sample.y > 0).astype(int)
    tree = shape_trees(kind(), 120) if tree is None else tree
    prepared = tree.prepare(TrainingSet.of(sample.X, y, n_classes=None if regression else 2))
    return evaluate(prepared, UniqueBootstrap(), draw_seeds(seed, n_trees), **parameters)


@pytest.mark.parametrize("regression", [False, True])
def test_threads_change_nothing(regression):
    one, two = (grow(regression=regression, n_jobs=n_jobs) for n_jobs in (1, 2))
    assert_array_equal(one.forest.nodes, two.forest.nodes)
    for a, b in zip(one.gains, two.gains, strict=True):
        assert_array_equal(a.mean, b.mean)
        assert_array_equal(a.cubes, b.cubes)
    for rows in ("in_bag", "out_of_bag"):
        for a, b in zip(one.trace(rows, 1), two.trace(rows, 3), strict=True):
            assert_array_equal(a, b)


def test_trees_of_a_block_share_a_shuffle_and_blocks_do_not():
    evaluation = grow()
    assert len(evaluation.blocks) == N_BLOCKS
    assert evaluation.forest.n_features == 20
    shuffles = {tuple(block.donors) for block in evaluation.blocks}
    assert len(shuffles) == N_BLOCKS
    for block in evaluation.blocks:
        assert sorted(block.donors) == list(range(120))
    assert [gains.n_trees for gains in evaluation.gains] == [len(b.forest) for b in evaluation.blocks]


def test_without_twins_it_is_a_forest():
    evaluation = grow(DecisionTreeClassifier(max_features=1), twins=False)
    assert evaluation.forest.n_features == 10
    assert evaluation.forest.first_draws is None  # every draw is a split


def test_all_features_are_not_one_feature():
    """1.0 is the share of all features; 1 is one feature."""
    assert grow(DecisionTreeClassifier(max_features=1.0), twins=False).forest.first_draws is not None


def test_gains_are_means_over_out_of_bag_rows():
    """Of one tree, by the shares of the classes in its nodes."""
    evaluation = grow(twins=False, n_trees=2)
    gained = 0.0
    forest, y = evaluation.forest, (SAMPLE.y > 0).astype(int)
    seen = np.concatenate([np.unpackbits(b.in_bag, axis=1, count=120) for b in evaluation.blocks])
    for t in range(len(forest)):
        tree = forest[t]
        unseen = np.flatnonzero(seen[t] == 0)
        shares = tree.values / tree.values.sum(axis=1, keepdims=True)
        leaves = forest[t].forest.apply(SAMPLE.X)[:, 0]
        gained += (shares[leaves[unseen], y[unseen]] - shares[0, y[unseen]]).mean() / len(forest)
    assert mean_gains(evaluation.gains).sum() == pytest.approx(gained)


@pytest.mark.parametrize("regression", [False, True])
@pytest.mark.parametrize("rows", ["in_bag", "out_of_bag"])
def test_local_relevance_is_what_tracing_finds(regression, rows):
    evaluation = grow(regression=regression, twins=False, n_trees=10)
    seen = np.concatenate([np.unpackbits(b.in_bag, axis=1, count=120) for b in evaluation.blocks])
    expected = trace_local_gains(
        evaluation.forest, evaluation.table, evaluation.prepared.y, seen == (rows == "in_bag")
    )
    values, counts = evaluation.trace(rows)
    assert_array_equal(counts, expected.counts)
    assert_allclose(values, expected.mean(), rtol=1e-3, atol=1e-4)


def test_weights_steer_bags_and_gains():
    weights = np.ones(120)
    weights[:60] = 0.0
    evaluation = grow(sample_weight=weights, twins=False, n_trees=4)
    seen = np.concatenate([np.unpackbits(b.in_bag, axis=1, count=120) for b in evaluation.blocks])
    assert not seen[:, :60].any()
    assert np.isfinite(mean_gains(evaluation.gains)).all()


def test_progress_counts_trees():
    with Progress(60, "evaluating", verbose=False) as progress:
        grow(progress=progress)
    assert progress.n_done == 60


@pytest.mark.parametrize(("n_samples", "smallest"), [(100, 2), (1000, 4), (10_000, 40)])
def test_small_parts_of_a_table_stay_whole(n_samples, smallest):
    assert shape_trees(DecisionTreeRegressor(), n_samples).min_samples_split == smallest


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(evaluate) == []


@pytest.mark.parametrize(("n_rows", "fewest"), [(10, 2), (749, 2), (750, 3), (1000, 4), (2500, 10)])
def test_a_node_of_less_than_a_250th_of_the_rows_is_left_alone(n_rows, fewest):
    assert shape_trees(DecisionTreeClassifier(), n_rows).min_samples_split == fewest


@pytest.mark.parametrize(("n_trees", "n_blocks"), [(2, 1), (6, 3), (49, 24), (50, 25), (80, 25)])
def test_blocks_have_two_trees_and_are_25_at_most(n_trees, n_blocks):
    evaluation = grow(n_trees=n_trees)
    sizes = [len(block.forest) for block in evaluation.blocks]
    assert len(sizes) == n_blocks
    assert sum(sizes) == n_trees
    assert max(sizes) - min(sizes) <= 1


def test_twins_from_a_file_take_their_values_from_rows():
    study = grow(n_trees=4)
    study.check_loaded()
    for donors in (np.arange(119), np.arange(120) - 1, np.arange(1, 121)):
        blocks = (replace(study.blocks[0], donors=donors.astype(np.int32)),)
        with pytest.raises(ValueError, match="a donor is not among the rows"):
            replace(study, blocks=blocks).check_loaded()
