import numpy as np
import pytest

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.trees.grower import TreeMembers

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 4))
Y = (X[:, 0] + 0.5 * RNG.normal(size=60) > 0).astype(int)
SEEDS = np.arange(3, dtype=np.uint64)
ONES = np.ones((3, 60), np.int64)


def prepare(**parameters):
    return DecisionTreeClassifier(**parameters).prepare(TrainingSet.of(X, Y, n_classes=2))


def test_members_answer_like_their_forest():
    members = prepare(max_features=1).grow(SEEDS, ONES)
    assert len(members) == 3
    np.testing.assert_array_equal(members.outputs(X), members.forest.outputs(X))
    np.testing.assert_allclose(members.sum_outputs(X, None, False), members.outputs(X).sum(axis=0))
    assert members.feature_importances(4).shape == (3, 4)
    single = members[-1]
    assert isinstance(single, DecisionTreeClassifier)
    np.testing.assert_array_equal(single.predict_proba(X), members.outputs(X)[2])
    with pytest.raises(IndexError):
        members[3]


def test_members_join():
    prepared = prepare(max_features=1)
    together = prepared.grow(SEEDS, ONES)
    parts = [prepared.grow(SEEDS[t : t + 1], ONES[:1]) for t in range(3)]
    joined = parts[0].join(parts[1:])
    assert isinstance(joined, TreeMembers)
    np.testing.assert_array_equal(joined.forest.nodes, together.forest.nodes)
    np.testing.assert_array_equal(joined.forest.starts, together.forest.starts)
    assert len(parts[0].join([])) == 1


@pytest.mark.parametrize("weights", [-ONES, -1.0 * ONES, np.nan * ONES, np.inf * ONES])
def test_weights_must_be_finite_and_not_negative(weights):
    with pytest.raises(ValueError, match="finite and not negative"):
        prepare().grow(SEEDS, weights)


@pytest.mark.parametrize("shape", [(3, 59), (3, 61), (2, 60), (1, 60), (180,), (60, 3)])
def test_weights_must_fit(shape):
    with pytest.raises(ValueError, match="weights has shape"):
        prepare().grow(SEEDS, np.ones(shape, np.int64))


def test_targets_must_fit():
    with pytest.raises(ValueError, match="targets has shape"):
        prepare().grow(SEEDS, ONES, None, np.zeros((3, 5), int))
    with pytest.raises(ValueError, match="class codes"):
        prepare().grow(SEEDS, ONES, None, np.full((3, 60), 2))
    with pytest.raises(ValueError, match="class codes"):
        DecisionTreeClassifier().prepare(TrainingSet.of(X, Y - 1, n_classes=2)).grow(SEEDS, ONES)
    with pytest.raises(ValueError, match="y has shape"):
        DecisionTreeClassifier().prepare(TrainingSet.of(X, Y[:5], n_classes=2)).grow(SEEDS, ONES)


@pytest.mark.parametrize("columns", [[0, 4], [-1], []])
def test_columns_must_exist(columns):
    with pytest.raises(ValueError, match="each tree needs columns"):
        prepare().grow(SEEDS, ONES, [np.array(columns, int)] * 3)
    with pytest.raises(ValueError, match="one for each"):
        prepare().grow(SEEDS, ONES, [np.array([0])])


@pytest.mark.parametrize("distribution", [[1.0], [1.0, 1.0, 1.0, -1.0], [1.0, 1.0, 1.0, np.nan]])
def test_distributions_must_fit(distribution):
    with pytest.raises(ValueError, match="feature distribution"):
        prepare().grow(SEEDS, ONES, distribution=np.array(distribution))


def test_relevance_must_fit():
    for relevance in (np.zeros((60, 3)), np.full((60, 4), np.nan)):
        with pytest.raises(ValueError, match="relevance needs"):
            prepare().grow(SEEDS, ONES, relevance=relevance)


def test_trees_whose_rules_differ_grow_apart():
    """A share of the rows is counted for each tree's own rows."""
    weights = ONES.copy()
    weights[1, 30:] = 0
    members = prepare(min_samples_leaf=0.2).grow(SEEDS, weights)
    for t, least in enumerate((12, 6, 12)):
        tree = members.forest[t]
        assert tree.n_node_samples[tree.is_leaf].min() >= least


def test_columns_of_different_numbers():
    columns = [np.array([0]), np.array([1, 2]), np.array([3, 2, 1])]
    members = prepare().grow(SEEDS, ONES, columns)
    for t in range(3):
        tree = members.forest[t]
        assert set(tree.feature[~tree.is_leaf]) <= set(columns[t])


@pytest.mark.parametrize(
    ("class_weight", "factors"),
    [
        ({0: 2.0}, (2.0, 1.0)),
        ("balanced", None),
        ("balanced_subsample", "own"),
        ({0: 1, 1: 3, 7: 9}, (1.0, 3.0)),
    ],
)
def test_class_weights_of_members(class_weight, factors):
    weights = RNG.integers(0, 3, (2, 60))
    members = prepare(class_weight=class_weight).grow(SEEDS[:2], weights)
    for t in range(2):
        counts = np.bincount(Y, weights[t])
        if factors is None:
            expected = counts * 60 / (2 * np.bincount(Y))
        elif factors == "own":
            expected = np.full(2, counts.sum() / 2)
        else:
            expected = counts * factors
        np.testing.assert_allclose(members.forest[t].values[0], expected, rtol=1e-9)


def test_values_far_from_zero_lose_no_precision():
    y = 1e9 + X[:, 0]
    near = DecisionTreeRegressor(max_depth=3).fit(X, X[:, 0])
    far = DecisionTreeRegressor(max_depth=3).fit(X, y)
    np.testing.assert_array_equal(near.flat_tree_.threshold, far.flat_tree_.threshold)
    np.testing.assert_allclose(far.predict(X) - 1e9, near.predict(X), atol=1e-6)


@pytest.mark.parametrize("factor", [0.1, 10.0])
def test_the_scale_of_weights_does_not_matter_to_the_description_length(factor):
    """Rogers 2007, eq. 2.23: fractional weights are rescaled to sum to n; the values of the nodes are not."""
    w = RNG.random((2, 60))
    tree = prepare(pruning="mdl").grow(SEEDS[:2], w).forest
    scaled = prepare(pruning="mdl").grow(SEEDS[:2], factor * w).forest
    np.testing.assert_array_equal(tree.nodes["threshold"], scaled.nodes["threshold"])
    np.testing.assert_allclose(tree.values[0], np.bincount(Y, w[0]))
    np.testing.assert_allclose(factor * tree.values, scaled.values)


def test_equal_fractions_are_counts_to_the_description_length():
    whole = prepare(pruning="mdl").grow(SEEDS[:1], ONES[:1]).forest
    for share in (0.3, 0.7, 1.3):
        tree = prepare(pruning="mdl").grow(SEEDS[:1], share * ONES[:1]).forest
        np.testing.assert_array_equal(tree.nodes["threshold"], whole.nodes["threshold"])


@pytest.mark.parametrize("power", [-160, -40, 40, 160])
def test_the_unit_of_the_target_does_not_matter(power):
    generator = np.random.default_rng(0)
    X, y = generator.normal(size=(60, 4)), generator.normal(size=60)
    expected = DecisionTreeRegressor(random_state=0).fit(X, y)
    found = DecisionTreeRegressor(random_state=0).fit(X, np.ldexp(y, power))
    np.testing.assert_array_equal(np.ldexp(found.predict(X), -power), expected.predict(X))
    np.testing.assert_array_equal(np.ldexp(found.flat_tree_.gain, -2 * power), expected.flat_tree_.gain)
    np.testing.assert_array_equal(found.feature_importances_, expected.feature_importances_)
