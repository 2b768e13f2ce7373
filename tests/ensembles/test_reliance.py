import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.naive_bayes import GaussianNB

from hedgerow.boosting.feature_boost import Probe, count_needed, measure_reliance
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner
from hedgerow.trees.estimators import DecisionTreeClassifier

GENERATOR = np.random.default_rng(0)
X = GENERATOR.normal(size=(400, 5))
y = (X[:, 0] + 0.3 * X[:, 3] > 0).astype(int)
IN_BAG = GENERATOR.multinomial(400, np.full(400, 1 / 400))


class Rule:
    """A member that looks at given features: it predicts 1 where their sum is positive."""

    def __init__(self, *features):
        self.features = list(features)

    def outputs(self, table):
        says = (table[:, self.features].sum(axis=1) > 0).astype(float)
        return np.stack([1 - says, says], axis=1)[None]


def grow(learner=None):
    prepared = as_learner(learner or DecisionTreeClassifier()).prepare(TrainingSet.of(X, y, n_classes=2))
    return prepared.grow(np.array([1], np.uint64), IN_BAG[None])


def naive_reliance(probe, generator):
    plain = np.mean(
        [says != truth for says, truth in zip(ask(probe, probe.training.X), probe.training.y, strict=True)]
    )
    rises = []
    for feature in range(probe.training.X.shape[1]):
        shuffled = probe.training.X.copy()
        shuffled[:, feature] = generator.permutation(shuffled[:, feature])
        error = np.mean(
            [says != truth for says, truth in zip(ask(probe, shuffled), probe.training.y, strict=True)]
        )
        rises.append(max(0.0, error - plain))
    return np.array(rises) / sum(rises)


def ask(probe, table):
    return probe.members.outputs(table)[0].argmax(axis=1)


def probe_of(member, weights=None, in_bag=IN_BAG):
    return Probe.on_unseen(member, TrainingSet.of(X, y, n_classes=2, weights=weights), in_bag)


def test_reliance_is_that_of_the_twin():
    probe = probe_of(Rule(0, 3, 1))
    ours = measure_reliance(probe, np.random.default_rng(3))
    assert_allclose(ours, naive_reliance(probe, np.random.default_rng(3)))
    assert_allclose(ours.sum(), 1.0)


def test_a_rule_of_one_feature_relies_on_it_alone():
    assert_array_equal(measure_reliance(probe_of(Rule(0)), np.random.default_rng(0)), [1, 0, 0, 0, 0])


def test_a_member_that_loses_nothing_relies_on_all_alike():
    assert_array_equal(measure_reliance(probe_of(Rule()), np.random.default_rng(0)), np.full(5, 0.2))


def test_only_out_of_bag_rows_count():
    probe = probe_of(Rule(0))
    assert_array_equal(probe.training.X, X[IN_BAG == 0])
    assert_array_equal(probe_of(Rule(0), in_bag=np.ones(400, int)).training.X, X)


def test_weights_count_and_rows_without_weight_do_not():
    weights = np.where(np.arange(400) % 2 == 0, 0.0, 2.5)
    probe = probe_of(Rule(1), weights)
    expected = np.mean((X[:, 1] > 0)[(IN_BAG == 0) & (weights > 0)] != y[(IN_BAG == 0) & (weights > 0)])
    assert_allclose(probe.find_error(probe.training.X), expected)
    heavy = np.where(y == 1, 3.0, 1.0)
    probe = probe_of(Rule(1), heavy)
    wrong = (X[:, 1] > 0) != y
    out = IN_BAG == 0
    assert_allclose(probe.find_error(probe.training.X), (heavy * wrong)[out].sum() / heavy[out].sum())


def test_shuffling_touches_the_features_alone_and_keeps_their_values():
    probe = probe_of(Rule(0))
    before = probe.training.X.copy()
    shuffled = probe.shuffle(np.array([1, 4]), np.random.default_rng(0))
    assert_array_equal(probe.training.X, before)
    assert_array_equal(shuffled[:, [0, 2, 3]], before[:, [0, 2, 3]])
    assert_array_equal(np.sort(shuffled, axis=0), np.sort(before, axis=0))
    assert not np.array_equal(shuffled[:, 1], before[:, 1])


def test_a_tree_uses_the_features_that_it_cuts():
    tree = grow(DecisionTreeClassifier(max_depth=1))
    assert_array_equal(probe_of(tree).find_used(), [0])
    assert_array_equal(probe_of(grow(GaussianNB())).find_used(), np.arange(5))
    assert measure_reliance(probe_of(grow()), np.random.default_rng(0)).argmax() == 0


def naive_count(probe, reliance, tolerance, n_draws, generator):
    """Mean errors of 1, 2, ... shuffled features; the first that is too large."""
    most = min(sum(reliance > 0), len(reliance) - 1)
    plain = np.mean(ask(probe, probe.training.X) != probe.training.y)
    for number in [most, *range(1, most)]:
        errors = []
        draws = [generator.choice(len(reliance), number, replace=False, p=reliance) for _ in range(n_draws)]
        for features in draws:
            shuffled = probe.training.X.copy()
            for feature in features:
                shuffled[:, feature] = generator.permutation(shuffled[:, feature])
            errors.append(np.mean(ask(probe, shuffled) != probe.training.y))
        too_large = np.mean(errors) > plain + tolerance
        if number == most and not too_large:
            return most
        if number < most and too_large:
            return number
    return most


@pytest.mark.parametrize("tolerance", [0.0, 0.02, 0.05, 0.2, 0.4, 0.9])
def test_the_number_that_is_needed_is_that_of_the_twin(tolerance):
    probe = probe_of(Rule(0, 3, 1, 2))
    reliance = measure_reliance(probe, np.random.default_rng(1))
    ours = count_needed(probe, reliance, tolerance, 7, np.random.default_rng(2))
    assert ours == naive_count(probe, reliance, tolerance, 7, np.random.default_rng(2))


def test_more_tolerance_needs_more_features():
    y = (X.sum(axis=1) > 0).astype(int)
    probe = Probe(Rule(0, 1, 2, 3, 4), TrainingSet.of(X, y, n_classes=2))
    uniform = np.full(5, 0.2)
    needed = [count_needed(probe, uniform, t, 20, np.random.default_rng(0)) for t in (0.01, 0.25, 0.5)]
    assert needed == sorted(needed)
    assert needed[0] == 1
    assert needed[-1] == 4  # all but one


def test_a_single_feature_is_never_left_out():
    probe = Probe(Rule(0), TrainingSet.of(X[:, :1], y, n_classes=2))
    assert count_needed(probe, np.ones(1), 0.05, 20, np.random.default_rng(0)) == 0
