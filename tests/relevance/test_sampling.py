import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.docstrings import list_wrong_defaults

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.datasets import make_simple
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.relevance import sampling
from hedgerow.relevance.complexity import node_complexity, value_complexity
from hedgerow.relevance.hypothesis_tests import mean_interval
from hedgerow.relevance.sampling import (
    SamplingHistory,
    borisov,
    gain_distribution,
    local_distribution,
    most_uniform,
    single_tree_distribution,
)

GAINS = st.lists(st.floats(0.0, 5.0), min_size=1, max_size=8)


def intervals(*samples):
    """Intervals of plain means, as in Rogers 2007, eq. 7.7-7.9 with unit weights."""
    sizes = [len(sample) for sample in samples]
    return mean_interval(
        [np.mean(sample) for sample in samples], [np.std(sample, ddof=1) for sample in samples], sizes
    )


def naive_most_uniform(low, high):
    if not any(np.isfinite(bound) for bound in low):
        return [1 / len(low)] * len(low)
    middle = (max(low) + min(high)) / 2
    if middle <= 0:
        return [1 / len(low)] * len(low)
    values = [min(max(middle, a), b) for a, b in zip(low, high, strict=True)]
    return [value / sum(values) for value in values]


class TestMostUniform:
    def test_intervals_that_lie_apart_move_the_distribution(self):
        low, high = intervals([0.40, 0.42, 0.38, 0.41], [0.10, 0.12, 0.11, 0.09], [0.2, 0.3, 0.25, 0.25])
        assert_allclose(low, [0.3753246912, 0.0844573974, 0.1850385868], atol=1e-9)
        assert_allclose(high, [0.4296753088, 0.1255426026, 0.3149614132], atol=1e-9)
        assert_allclose(most_uniform(low, high), [0.4995663800, 0.1671002867, 0.3333333333], atol=1e-9)

    def test_intervals_with_a_value_in_common_do_not(self):
        low, high = intervals([0.3, 0.4, 0.5, 0.4], [0.10, 0.20, 0.15], [0.12, 0.05])
        assert (low.max() + high.min()) / 2 == pytest.approx(0.2721420296, abs=1e-9)
        assert_array_equal(most_uniform(low, high), np.full(3, 1 / 3))

    @given(
        st.lists(st.tuples(st.floats(0.0, 3.0), st.none() | st.floats(0.001, 2.0)), min_size=1, max_size=9)
    )
    def test_it_is_what_the_algorithm_says(self, features):
        low = [-np.inf if half is None else mean - half for mean, half in features]
        high = [np.inf if half is None else mean + half for mean, half in features]
        found = most_uniform(low, high)
        assert_allclose(found, naive_most_uniform(low, high), rtol=1e-12)
        assert found.sum() == pytest.approx(1.0)
        backwards = most_uniform(low[::-1], high[::-1])
        assert_allclose(backwards, found[::-1])

    @pytest.mark.parametrize(
        ("low", "high"), [([-np.inf] * 3, [np.inf] * 3), ([-0.2, -0.3, -np.inf], [0.1, 0.1, np.inf])]
    )
    def test_it_is_uniform_where_nothing_is_known(self, low, high):
        assert_array_equal(most_uniform(low, high), np.full(3, 1 / 3))

    @pytest.mark.parametrize(
        ("low", "high", "message"),
        [
            ([0.1, 0.2], [0.3], "low has the shape"),
            ([0.1, 0.5], [0.3, 0.4], r"low\[1\]=0.5 is above high\[1\]=0.4"),
            ([0.1, np.nan], [0.3, 0.4], "low holds NaN; where nothing is known pass minus and plus infinity"),
            ([], [], "pass one number a feature"),
        ],
    )
    def test_what_is_no_interval_is_refused(self, low, high, message):
        with pytest.raises(ValueError, match=message):
            most_uniform(low, high)


class TestBorisov:
    gains = ((0.3, 0.1), (0.2, 0.0))

    @pytest.mark.parametrize(
        ("prior", "expected"), [(2.0, [0.5434782609, 0.4565217391]), (0.0, [0.8333333333, 0.1666666667])]
    )
    def test_two_features_in_two_trees(self, prior, expected):
        assert_allclose(borisov(self.gains, 1.0, prior), expected, atol=1e-9)

    def test_a_large_prior_stays_uniform(self):
        assert_allclose(borisov(self.gains, 1.0, 1e9), 0.5, atol=1e-9)

    def test_without_prior_and_gain_it_is_uniform(self):
        assert_array_equal(borisov(np.zeros((0, 4)), 1.0, 0.0), np.full(4, 0.25))

    def test_a_negative_prior_is_refused(self):
        with pytest.raises(ValueError, match=r"prior_weight=-1\.0 must be a number of 0 or more"):
            borisov(self.gains, 1.0, -1.0)


class TestGains:
    @given(GAINS)
    def test_shares_are_those_of_the_mean_gains(self, gains):
        total = sum(gains)
        expected = [gain / total for gain in gains] if total > 0 else [1 / len(gains)] * len(gains)
        assert_allclose(gain_distribution(gains), expected, rtol=1e-9)

    def test_what_was_never_seen_counts_as_the_mean_of_the_others(self):
        assert_allclose(gain_distribution([0.4, np.nan, 0.2]), np.array([0.4, 0.3, 0.2]) / 0.9)
        assert_array_equal(gain_distribution([np.nan, np.nan]), [0.5, 0.5])


class TestLocal:
    def test_two_rows(self):
        assert_allclose(local_distribution([[0.6, -0.1, 0.2], [0.2, -0.3, 0.0]]), [0.8, 0.0, 0.2])

    def test_where_nothing_helps_it_is_uniform(self):
        assert_array_equal(local_distribution([[-1.0, 0.0]]), [0.5, 0.5])


class TestHistory:
    history = SamplingHistory.begin(("a", "b"), np.array([0.5, 0.5])).add(8, np.array([0.9, 0.1]), 0.2)

    def test_it_has_an_entry_per_round(self):
        assert_array_equal(self.history.n_trees, [0, 8])
        assert_array_equal(self.history.distributions, [[0.5, 0.5], [0.9, 0.1]])
        assert_array_equal(self.history.widths, [np.nan, 0.2])

    def test_the_frame_has_a_row_per_round_and_feature(self):
        frame = self.history.frame()
        assert list(frame.columns) == ["n_trees", "feature", "probability", "mean_width"]
        assert frame.query("n_trees == 8")["probability"].tolist() == [0.9, 0.1]
        assert frame["feature"].tolist() == ["a", "b", "a", "b"]

    def test_it_can_be_cut_back(self):
        assert_array_equal(self.history.until(7).n_trees, [0])
        assert_array_equal(self.history.until(8).n_trees, [0, 8])


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(borisov) == []


def prepare(X, y, n_classes, **parameters):
    kind = DecisionTreeRegressor if n_classes is None else DecisionTreeClassifier
    return kind(**parameters).prepare(TrainingSet.of(X, y, n_classes=n_classes))


def impurity(y, n_classes):
    if n_classes is None:
        return y.var()
    shares = np.bincount(y) / y.size
    return -sum(share * np.log2(share) for share in shares if share > 0)


def naive_gain(column, y, n_classes):
    best = 0.0
    for cut in np.unique(column)[:-1]:
        left = column <= cut
        sides = sum(y[side].size * impurity(y[side], n_classes) for side in (left, ~left))
        best = max(best, impurity(y, n_classes) - sides / y.size)
    return best


def naive_distribution(X, y, n_classes):
    """Walk the nodes of a fitted tree, and try every cut of every feature in each."""
    kind = DecisionTreeRegressor if n_classes is None else DecisionTreeClassifier
    nodes = kind().fit(X, y).flat_tree_.frame()
    totals, todo = np.zeros(X.shape[1]), [(0, np.arange(len(y)))]
    while todo:
        node, rows = todo.pop()
        here = nodes.loc[node]
        if here["left"] < 0:
            continue
        weight = value_complexity(rows.size) if n_classes is None else node_complexity(np.bincount(y[rows]))
        totals += [weight * naive_gain(X[rows, f], y[rows], n_classes) for f in range(X.shape[1])]
        left = X[rows, int(here["feature"])] <= here["threshold"]
        todo += [(int(here["left"]), rows[left]), (int(here["right"]), rows[~left])]
    return totals / totals.sum()


@pytest.mark.parametrize("n_classes", [2, 3, None])
def test_every_feature_is_tried_at_every_node(n_classes):
    generator = np.random.default_rng(1)
    X = generator.integers(0, 12, (70, 4)).astype(float)
    X[:, 3] = 1.0
    signal = X[:, 0] + 0.5 * X[:, 1] + generator.normal(size=70)
    y = (
        signal
        if n_classes is None
        else np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))
    )
    found = single_tree_distribution(prepare(X, y, n_classes))
    assert_allclose(found, naive_distribution(X, y, n_classes), rtol=1e-9)
    assert found[3] == 0.0  # constant everywhere


def test_the_blocks_leave_no_trace(monkeypatch):
    sample = make_simple(random_state=0)
    prepared = prepare(sample.X, (sample.y > 0) + 0, 2)
    whole = single_tree_distribution(prepared)
    monkeypatch.setattr(sampling, "_MOST_CELLS", 500)
    assert_array_equal(single_tree_distribution(prepared), whole)


def test_permuted_columns_permute_it():
    sample = make_simple(random_state=3)
    y, order = (sample.y > 0) + 0, np.random.default_rng(0).permutation(9)
    found = single_tree_distribution(prepare(sample.X, y, 2))
    assert_allclose(single_tree_distribution(prepare(sample.X[:, order], y, 2)), found[order])


def test_a_target_that_does_not_vary_leaves_it_uniform():
    X = np.random.default_rng(0).random((20, 4))
    assert_array_equal(single_tree_distribution(prepare(X, np.zeros(20, int), 1)), np.full(4, 0.25))


def test_equal_weights_change_nothing_and_rows_without_weight_are_not_seen():
    sample = make_simple(random_state=0)
    y = (sample.y > 0) + 0
    prepared = prepare(sample.X, y, 2)
    assert_allclose(single_tree_distribution(prepared, np.full(300, 2.5)), single_tree_distribution(prepared))
    seen = np.arange(300) % 3 > 0
    assert_allclose(
        single_tree_distribution(prepared, seen.astype(float)),
        single_tree_distribution(prepare(sample.X[seen], y[seen], 2)),
    )


@pytest.mark.parametrize("weight", ["balanced", "balanced_subsample", {0: 1.0, 1: 5.0}])
def test_class_weights_count(weight):
    sample = make_simple(random_state=0, threshold=2.2)
    y = (sample.y > 0) + 0
    heavy = single_tree_distribution(prepare(sample.X, y, 2, class_weight=weight))
    assert heavy.sum() == pytest.approx(1.0)
    assert not np.allclose(heavy, single_tree_distribution(prepare(sample.X, y, 2)))


def test_categories_and_holes_are_split_as_in_any_tree():
    generator = np.random.default_rng(0)
    X = np.column_stack([generator.integers(0, 5, 200), generator.random(200), generator.random(200)])
    y = np.isin(X[:, 0], [1, 3]) + 0
    X[::7, 1] = np.nan
    categorical = np.array([True, False, False])
    prepared = DecisionTreeClassifier().prepare(TrainingSet.of(X, y, n_classes=2, is_categorical=categorical))
    assert single_tree_distribution(prepared).argmax() == 0
