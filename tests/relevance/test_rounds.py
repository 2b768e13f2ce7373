import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from tests.docstrings import list_wrong_defaults

from hedgerow import RandomForestClassifier
from hedgerow.datasets import make_friedman, make_simple
from hedgerow.relevance.complexity import node_complexity
from hedgerow.relevance.forest import RelevanceForestClassifier
from hedgerow.relevance.rounds import Borisov, Confidence, tree_gains, whole_complexity, whole_impurity
from hedgerow.relevance.splits import SplitGains

SAMPLE = make_simple(random_state=0)
CHOSEN = np.arange(3)


def make_splits(*gains, tree=None):
    """Splits of nodes that all weigh the same; the f-th list holds the gains of feature f."""
    feature = np.repeat(np.arange(len(gains)), [len(each) for each in gains]).astype(np.int32)
    return SplitGains(
        tree=np.zeros(feature.size, np.int32) if tree is None else np.asarray(tree, np.int32),
        feature=feature,
        gain=np.concatenate([np.asarray(each, float) for each in gains]),
        complexity=np.full(feature.size, 2.0),
        counts=np.tile([3.0, 2.0], (feature.size, 1)),
        n_features=len(gains),
        n_classes=2,
    )


def test_confidence_follows_the_intervals():
    splits = make_splits([0.40, 0.42, 0.38, 0.41], [0.10, 0.12, 0.11, 0.09], [0.2, 0.3, 0.25, 0.25])
    distribution, width = Confidence(1.0, "count").update(splits, CHOSEN)
    assert_allclose(distribution, [0.4995663800, 0.1671002867, 0.3333333333], atol=1e-9)
    halves = [0.4296753088 - 0.3753246912, 0.1255426026 - 0.0844573974, 0.3149614132 - 0.1850385868]
    assert width == pytest.approx(np.mean(halves), abs=1e-9)


def test_heavier_units_are_fewer_observations_and_wider_intervals():
    splits = make_splits([0.40, 0.42, 0.38, 0.41], [0.10, 0.12, 0.11, 0.09])
    widths = [Confidence(unit).update(splits, np.arange(2))[1] for unit in (1.0, 2.0, 4.0)]
    assert widths == sorted(widths)
    distribution, width = Confidence(100.0).update(splits, np.arange(2))
    assert_array_equal(distribution, [0.5, 0.5])
    assert np.isnan(width)


def test_only_chosen_features_get_a_share():
    splits = make_splits([0.40, 0.42, 0.38, 0.41], [0.10, 0.12, 0.11, 0.09], [])
    for rule in (Confidence(1.0, "count"), Borisov(1.0)):
        distribution, _ = rule.update(splits, np.array([0, 2]))
        assert distribution.shape == (2,)
        assert distribution.sum() == pytest.approx(1.0)


def test_borisov_sums_the_mean_gains_of_the_trees():
    splits = make_splits([0.2, 0.4, 0.2], [0.1], tree=[0, 0, 1, 0])
    assert_allclose(tree_gains(splits), [[0.3, 0.1], [0.2, 0.0]])
    distribution, width = Borisov(1.0, 2.0).update(splits, np.arange(2))
    assert_allclose(distribution, [0.5434782609, 0.4565217391], atol=1e-9)
    assert np.isnan(width)


def test_gains_of_trees_are_plain_means():
    forest = RandomForestClassifier(7, random_state=0).fit(SAMPLE.X, SAMPLE.y).members_.forest
    splits = SplitGains.from_forest(forest)
    found = tree_gains(splits)
    for tree in range(7):
        for feature in range(9):
            own = [
                gain
                for gain, t, f in zip(splits.gain, splits.tree, splits.feature, strict=True)
                if (t, f) == (tree, feature)
            ]
            assert found[tree, feature] == pytest.approx(np.mean(own) if own else 0.0)


def test_the_whole_training_set():
    y = np.array([0] * 9 + [1] * 5)
    assert whole_impurity(y, 2, None) == pytest.approx(0.9402859587)
    assert whole_impurity(np.array([1.0, 2, 3, 10]), 0, None) == pytest.approx(12.5)
    assert whole_impurity(np.array([0, 1]), 2, np.array([9.0, 5.0])) == pytest.approx(0.9402859587)
    assert whole_complexity(y, 2) == pytest.approx(float(node_complexity([9, 5])))
    assert whole_complexity(np.arange(5.0), 0) == pytest.approx(5.9068905956)
    assert whole_impurity(np.zeros(4, int), 1, None) == whole_complexity(np.zeros(4, int), 1) == 0.0


@pytest.mark.parametrize("sampling", ["confidence", "borisov"])
def test_each_round_uses_all_trees_before_it(sampling):
    forest = RelevanceForestClassifier(20, sampling=sampling, update_every=6, random_state=0)
    history = forest.fit(SAMPLE.X, SAMPLE.y).sampling_history_
    assert_array_equal(history.n_trees, [0, 6, 12, 18, 20])
    assert_array_equal(history.distributions[0], np.full(9, 1 / 9))
    for n_trees, distribution in zip(history.n_trees[1:], history.distributions[1:], strict=True):
        shorter = RelevanceForestClassifier(n_trees, sampling=sampling, update_every=6, random_state=0)
        assert_array_equal(shorter.fit(SAMPLE.X, SAMPLE.y).feature_distribution_, distribution)
    assert_array_equal(forest.feature_distribution_, history.distributions[-1])


def test_intervals_narrow_as_trees_come():
    """Rogers 2007, figure 8.4."""
    sample = make_friedman(random_state=1)
    widths = RelevanceForestClassifier(96, random_state=0).fit(sample.X, sample.y).sampling_history_.widths
    assert np.isnan(widths[0])
    assert widths[-1] < 0.6 * widths[2]


@pytest.mark.parametrize("function", [Confidence, Borisov])
def test_defaults_are_those_of_the_docstring(function):
    assert list_wrong_defaults(function) == []
