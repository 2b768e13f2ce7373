import math

import numpy as np
import pytest
from tests.docstrings import list_wrong_defaults

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.relevance import BOUNDS, expected_class_gain, expected_irrelevant_gain, value_gain_moments
from hedgerow.relevance.complexity import node_complexity, value_complexity
from hedgerow.relevance.splits import SplitGains


def observe(gains, weights=None):
    """Splits with given gains, a list for each feature, and given complexities."""
    feature = np.repeat(np.arange(len(gains)), [len(some) for some in gains]).astype(np.int32)
    values = np.array([gain for some in gains for gain in some], float)
    complexity = np.ones(values.size) if weights is None else np.array(weights, float)
    return SplitGains(
        np.zeros(values.size, np.int32), feature, values, complexity, np.ones((values.size, 2)), len(gains), 2
    )


def unique_bags(n_trees, n_rows, rng):
    bags = np.zeros((n_trees, n_rows), np.int64)
    for bag in bags:
        bag[rng.integers(0, n_rows, n_rows)] = 1
    return bags


def grow(X, y, *, n_classes, weights=None, n_trees=20, seed=0, **parameters):
    rng = np.random.default_rng(seed)
    kind = DecisionTreeClassifier if n_classes else DecisionTreeRegressor
    prepared = kind(max_features=1, **parameters).prepare(TrainingSet.of(X, y, n_classes=n_classes or None))
    weights = unique_bags(n_trees, len(y), rng) if weights is None else weights
    return prepared.grow(rng.integers(0, 2**60, len(weights)).astype(np.uint64), weights).forest


def noise(n_rows, n_classes, seed=0, n_features=4):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n_rows) if n_classes else rng.normal(size=n_rows)
    return rng.normal(size=(n_rows, n_features)), y


def ancestors(tree, node):
    parents = {}
    for above in np.flatnonzero(tree.feature >= 0):
        parents[tree.children_left[above]] = parents[tree.children_right[above]] = above
    while node in parents:
        node = parents[node]
        yield node


def test_other_observations_than_gains():
    splits = observe([(0.3, 0.5), (0.1,)])
    np.testing.assert_allclose(splits.summarise([1.0, 3.0, 5.0]).mean, [2.0, 5.0])
    with pytest.raises(ValueError, match="there are 3 splits"):
        splits.summarise([1.0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"weighting": "gain"}, "weighting='gain'"),
        ({"effective_size": "all"}, "effective_size='all'"),
        ({"effective_size": "unit"}, "needs unit > 0"),
        ({"confidence": 1.5}, "confidence=1.5"),
    ],
)
def test_wrong_choices_are_shown(arguments, message):
    with pytest.raises(ValueError, match=message):
        observe([(0.3, 0.5)]).summarise(**arguments)


@pytest.mark.parametrize("n_classes", [0, 2, 4])
def test_splits_are_read_off_the_trees(n_classes):
    X, y = noise(60, n_classes)
    forest = grow(X, y, n_classes=n_classes, n_trees=3)
    splits = SplitGains.from_forest(forest, find_fresh=True)
    place = 0
    for t in range(len(forest)):
        tree = forest[t]
        for node in np.flatnonzero(tree.feature >= 0):
            assert (splits.tree[place], splits.feature[place]) == (t, tree.feature[node])
            assert splits.gain[place] == pytest.approx(tree.gain[node], abs=1e-9)
            assert splits.counts[place].sum() == tree.n_node_samples[node]
            if n_classes:
                np.testing.assert_array_equal(splits.counts[place], tree.values[node])
                assert splits.complexity[place] == node_complexity(tree.values[node])
            above = ancestors(tree, node)
            assert splits.fresh[place] == all(tree.feature[node] != tree.feature[up] for up in above)
            if not n_classes:
                assert splits.complexity[place] == value_complexity(tree.n_node_samples[node])
                assert splits.variance[place] == tree.values[node, 2]
            place += 1
    assert place == len(splits)
    assert (splits.n_features, splits.n_classes, splits.n_trees) == (4, n_classes, 3)
    assert list(splits.frame()) == ["tree", "feature", "gain", "complexity", "n_rows"]


@pytest.mark.parametrize("n_classes", [0, 3])
def test_where_one_feature_is_tried_the_first_draws_are_the_splits(n_classes):
    X, y = noise(60, n_classes)
    kind = DecisionTreeClassifier if n_classes else DecisionTreeRegressor
    prepared = kind(max_features=1).prepare(TrainingSet.of(X, y, n_classes=n_classes or None))
    bags = unique_bags(3, 60, np.random.default_rng(1))
    forest = prepared.grow(np.arange(3, dtype=np.uint64), bags, note_first=True).forest
    splits, draws = (
        SplitGains.from_forest(forest, find_fresh=True),
        SplitGains.from_first_draws(forest, find_fresh=True),
    )
    for name in ("tree", "feature", "complexity", "counts", "variance", "fresh"):
        np.testing.assert_array_equal(getattr(draws, name), getattr(splits, name))
    np.testing.assert_allclose(draws.gain, splits.gain, atol=1e-9)
    with pytest.raises(ValueError, match="note_first=True"):
        SplitGains.from_first_draws(grow(X, y, n_classes=n_classes, n_trees=1))


@pytest.mark.parametrize("criterion", ["gini", "gain_ratio", "sum_minority"])
def test_gains_are_bits_under_any_criterion(criterion):
    X, y = noise(40, 3)
    forest = grow(X, y, n_classes=3, n_trees=2, criterion=criterion)
    splits = SplitGains.from_forest(forest)
    tree = forest[0]
    root, left, right = (tree.values[node] for node in (0, 1, 2))
    entropy = [-sum(w * math.log2(w / v.sum()) for w in v if w > 0) for v in (root, left, right)]
    assert splits.gain[0] == pytest.approx((entropy[0] - entropy[1] - entropy[2]) / root.sum(), abs=1e-12)


def test_weighted_rows_are_shared_out_by_class():
    X, y = noise(50, 2)
    once = SplitGains.from_forest(grow(X, y, n_classes=2, weights=np.ones((2, 50), np.int64)))
    thrice = SplitGains.from_forest(grow(X, y, n_classes=2, weights=np.full((2, 50), 3)))
    fractional = SplitGains.from_forest(grow(X, y, n_classes=2, weights=np.full((2, 50), 0.3)))
    for weighted in (thrice, fractional):
        np.testing.assert_array_equal(weighted.counts, once.counts)
        np.testing.assert_array_equal(weighted.complexity, once.complexity)
        np.testing.assert_allclose(weighted.gain, once.gain, atol=1e-9)
    uneven = np.random.default_rng(0).random((2, 50)) + 0.1
    splits = SplitGains.from_forest(grow(X, y, n_classes=2, weights=uneven))
    np.testing.assert_array_equal(splits.counts, np.floor(splits.counts))
    assert splits.counts[0].sum() == 50


@pytest.mark.parametrize("n_classes", [0, 2, 3])
def test_parts_of_a_forest_merge_to_the_whole(n_classes):
    X, y = noise(50, n_classes)
    bags = unique_bags(6, 50, np.random.default_rng(1))
    kind = DecisionTreeClassifier if n_classes else DecisionTreeRegressor
    prepared = kind(max_features=1).prepare(TrainingSet.of(X, y, n_classes=n_classes or None))
    seeds = np.arange(6, dtype=np.uint64)
    whole = SplitGains.from_forest(prepared.grow(seeds, bags).forest, find_fresh=True)
    parts = [
        SplitGains.from_forest(prepared.grow(seeds[s], bags[s]).forest, find_fresh=True)
        for s in (slice(0, 2), slice(2, 6))
    ]
    merged = parts[0].merge(parts[1])
    for name in ("tree", "feature", "gain", "complexity", "counts", "fresh", "variance"):
        np.testing.assert_array_equal(getattr(merged, name), getattr(whole, name))
    np.testing.assert_array_equal(merged.expected(), whole.expected())


def test_splits_of_different_tables_do_not_merge():
    with pytest.raises(ValueError, match="2 features and 2 classes do not merge with those on 1"):
        observe([(0.1,), (0.2,)]).merge(observe([(0.1,)]))


def test_expected_gains():
    X, y = noise(60, 2)
    splits = SplitGains.from_forest(grow(X, y, n_classes=2, n_trees=2))
    n = splits.counts.sum(axis=1)
    np.testing.assert_allclose(splits.expected(), expected_irrelevant_gain(n, splits.counts[:, 0]))
    for null, bound in BOUNDS.items():
        np.testing.assert_allclose(splits.expected(null), bound(n))
    X, y = noise(60, 3)
    splits = SplitGains.from_forest(grow(X, y, n_classes=3, n_trees=2))
    np.testing.assert_allclose(splits.expected(), expected_class_gain(splits.counts))
    X, y = noise(60, 0)
    splits = SplitGains.from_forest(grow(X, 10 * y, n_classes=0, n_trees=2))
    variance = splits.variance * value_gain_moments(splits.counts[:, 0])[0]
    np.testing.assert_allclose(splits.expected(), variance)


def test_bounds_are_for_two_classes():
    X, y = noise(40, 3)
    splits = SplitGains.from_forest(grow(X, y, n_classes=3, n_trees=1))
    with pytest.raises(ValueError, match=r'is for two classes, and this is 3 classes; pass null="exact"'):
        splits.expected("midpoint")
    with pytest.raises(ValueError, match="null='median'"):
        splits.expected("median")


@pytest.mark.parametrize("n_classes", [0, 2, 3, 6])
def test_irrelevant_features_gain_what_is_expected(n_classes):
    """The claim that all rests on: on noise, fresh splits gain what is expected, in large nodes and in small ones."""
    seen = []
    for seed in range(60):
        X, y = noise(90, n_classes, seed, n_features=40)
        splits = SplitGains.from_forest(
            grow(X, y, n_classes=n_classes, n_trees=3, seed=seed), find_fresh=True
        )
        fresh = splits.select(splits.fresh)
        seen.append(np.stack([fresh.counts.sum(axis=1), fresh.gain, fresh.expected()]))
    rows, gain, expected = np.concatenate(seen, axis=1)
    for some, tolerance in ((rows > 20, 0.04), ((rows > 3) & (rows <= 20), 0.03)):
        assert gain[some].mean() == pytest.approx(expected[some].mean(), rel=tolerance)


def test_selected_splits():
    splits = observe([(0.3, 0.5), (0.1,)])
    chosen = splits.select(splits.gain > 0.2)
    np.testing.assert_array_equal(chosen.gain, [0.3, 0.5])
    assert chosen.fresh is None
    np.testing.assert_array_equal(chosen.summarise().count, [2, 0])
    with pytest.raises(ValueError, match="each of the 3 splits"):
        splits.select([0, 1])


def test_relevant_features_gain_more():
    X, _ = noise(200, 2)
    splits = SplitGains.from_forest(grow(X, (X[:, 1] > 0).astype(int), n_classes=2, n_trees=50))
    _, p = splits.summarise(splits.gain - splits.expected()).test()
    assert p[1] < 1e-6
    assert p[[0, 2, 3]].min() > 1e-3


def test_a_forest_of_leaves():
    X = np.zeros((5, 3))
    splits = SplitGains.from_forest(grow(X, np.array([0, 1, 0, 1, 0]), n_classes=2, n_trees=2))
    summary = splits.summarise()
    assert len(splits) == 0
    assert splits.expected().shape == (0,)
    np.testing.assert_array_equal(summary.count, 0)
    np.testing.assert_array_equal(summary.mean, np.nan)
    np.testing.assert_array_equal(summary.test()[1], 1.0)


def test_unit_weights_ignore_the_complexity():
    splits = observe([(1.0, 0.2, 0.4)], weights=(0, 1, 1))
    assert splits.summarise().mean[0] == pytest.approx(0.3)
    assert splits.summarise(weighting="unit").mean[0] == pytest.approx(1.6 / 3)


def test_a_person_can_look():
    assert repr(observe([(0.3,), ()])) == "<SplitGains: 1 split of 1 tree on 2 features, 2 classes>"
    assert repr(observe([(0.3, 0.2)])) == "<SplitGains: 2 splits of 1 tree on 1 feature, 2 classes>"


@pytest.mark.parametrize(
    "function", [SplitGains.from_forest, SplitGains.from_first_draws, SplitGains.summarise]
)
def test_defaults_are_those_of_the_docstring(function):
    assert list_wrong_defaults(function) == []
