import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes, load_iris

from hedgerow.ensembles.forest import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)

X, y = load_iris(return_X_y=True)
names = np.array(["setosa", "versicolor", "virginica"])[y]
R, z = (each[:150] for each in load_diabetes(return_X_y=True))

CLASSIFIERS = [RandomForestClassifier, ExtraTreesClassifier]
REGRESSORS = [RandomForestRegressor, ExtraTreesRegressor]
every_classifier = pytest.mark.parametrize("kind", CLASSIFIERS)
every_regressor = pytest.mark.parametrize("kind", REGRESSORS)
every_kind = pytest.mark.parametrize("kind", CLASSIFIERS + REGRESSORS)


def data_of(kind):
    return (X, names) if kind in CLASSIFIERS else (R, z)


def answers(forest, rows):
    return forest.predict_proba(rows) if hasattr(forest, "predict_proba") else forest.predict(rows)


class TestTrees:
    @every_kind
    def test_the_estimators_are_made_when_looked_at(self, kind):
        rows, target = data_of(kind)
        forest = kind(4, max_depth=3, random_state=0).fit(rows, target)
        assert len(forest.estimators_) == len(forest.estimators_[:]) == 4
        assert forest.estimators_[-1].get_depth() <= 3
        assert forest.estimators_[0] is not forest.estimators_[0]
        assert type(forest.estimator_) is type(forest.estimators_[0])

    @every_kind
    def test_leaves_are_those_of_the_single_trees(self, kind):
        rows, target = data_of(kind)
        forest = kind(4, random_state=0).fit(rows, target)
        leaves = forest.apply(rows)
        assert_array_equal(leaves, np.stack([tree.apply(rows) for tree in forest.estimators_], axis=1))

    def test_a_path_leads_from_the_root_to_the_leaf(self):
        forest = RandomForestClassifier(4, random_state=0).fit(X, y)
        passed, starts = forest.decision_path(X)
        assert passed.shape == (150, starts[-1])
        for tree, fitted in enumerate(forest.estimators_):
            own = passed[:, starts[tree] : starts[tree + 1]].toarray()
            assert own[:, 0].all()
            assert own[np.arange(150), forest.apply(X)[:, tree]].all()
            assert_array_equal(own.sum(axis=1) - 1, fitted.flat_tree_.depth[forest.apply(X)[:, tree]])

    def test_proximity_is_the_share_of_trees_where_rows_meet(self):
        forest = RandomForestClassifier(15, max_depth=3, random_state=0).fit(X, y)
        near, leaves = forest.proximity(X), forest.apply(X)
        assert_array_equal(near, near.T)
        assert_array_equal(near.diagonal(), 1.0)
        assert_allclose(near, (leaves[:, None] == leaves[None]).mean(axis=2))
        assert_array_equal(forest.proximity(X[:5], X[100:]), near[:5, 100:])

    @every_kind
    def test_importances_sum_to_one(self, kind):
        rows, target = data_of(kind)
        importances = kind(20, random_state=0).fit(rows, target).feature_importances_
        assert importances.sum() == pytest.approx(1.0)
        assert (importances >= 0).all()

    def test_importances_of_stumps_of_nothing_are_zero(self):
        forest = RandomForestClassifier(3, random_state=0).fit(np.zeros((9, 2)), np.arange(9) % 2)
        assert_array_equal(forest.feature_importances_, 0.0)


class TestOutOfBagPermutation:
    """Check of the specification, 15.1: y is x1, balanced; x2 is noise."""

    generator = np.random.default_rng(0)
    rows = np.column_stack([np.arange(200) % 2, generator.random(200)])
    table = pd.DataFrame(rows, columns=["x1", "x2"])

    @pytest.fixture(scope="class")
    @classmethod
    def forest(cls):
        return RandomForestClassifier(200, oob_score=True, random_state=0).fit(cls.table, cls.rows[:, 0])

    def test_a_copy_of_the_target_is_worth_half_and_noise_nothing(self, forest):
        found = forest.oob_permutation_importance(self.table, self.rows[:, 0], n_repeats=20)
        assert found.names == ("x1", "x2")
        assert found.importances.shape == (2, 20)
        assert found.importances_mean == pytest.approx([0.5, 0.0], abs=0.03)
        assert found.baseline == forest.oob_score_ == 1.0
        assert list(found.frame()["feature"]) == ["x1", "x2"]

    def test_a_feature_without_a_split_is_worth_exactly_nothing(self):
        rows = np.column_stack([self.rows, np.zeros(200)])
        forest = RandomForestClassifier(50, random_state=0).fit(rows, rows[:, 0])
        found = forest.oob_permutation_importance(rows, rows[:, 0])
        assert found.names == ("x0", "x1", "x2")
        assert_array_equal(found.importances[2], 0.0)

    def test_a_seed_repeats_the_shuffles(self, forest):
        first, same, other = (
            forest.oob_permutation_importance(self.table, self.rows[:, 0], random_state=seed).importances
            for seed in (1, np.random.RandomState(1), 2)
        )
        assert_array_equal(first, same)
        assert (first != other).any()

    def test_workers_change_nothing(self, forest):
        expected = forest.oob_permutation_importance(self.table, self.rows[:, 0]).importances
        parallel = pickle.loads(pickle.dumps(forest)).set_params(n_jobs=2)
        found = parallel.oob_permutation_importance(self.table, self.rows[:, 0]).importances
        assert_array_equal(found, expected)

    def test_the_baseline_of_a_regressor_is_its_out_of_bag_score(self):
        forest = RandomForestRegressor(80, oob_score=True, random_state=0).fit(R, z)
        found = forest.oob_permutation_importance(R, z)
        assert found.baseline == pytest.approx(forest.oob_score_)
        assert found.importances_mean.argmax() in {2, 8}  # body mass index and s5, as everyone finds

    def test_the_baseline_with_holes_is_the_out_of_bag_score(self):
        generator = np.random.default_rng(0)
        rows = generator.random((400, 5))
        target = rows[:, 0] + rows[:, 1] > 1
        rows[generator.random(rows.shape) < 0.2] = np.nan
        forest = RandomForestClassifier(100, oob_score=True, random_state=0).fit(rows, target)
        assert forest.oob_permutation_importance(rows, target).baseline == forest.oob_score_

    @pytest.mark.parametrize(
        ("parameters", "take", "message"),
        [
            ({}, slice(199), "X has 199 rows; pass the 200 rows the forest was fitted on"),
            ({"n_repeats": 0}, slice(200), "n_repeats=0 must be an int of 1 or more"),
        ],
    )
    def test_what_does_not_fit_is_said(self, forest, parameters, take, message):
        with pytest.raises(ValueError, match=message):
            forest.oob_permutation_importance(self.table[take], self.rows[take, 0], **parameters)

    def test_labels_of_another_kind_or_number_are_refused(self, forest):
        with pytest.raises(ValueError, match="y holds labels that the forest was not fitted on"):
            forest.oob_permutation_importance(self.table, self.rows[:, 0] + 7)
        with pytest.raises(ValueError, match="inconsistent numbers of samples"):
            forest.oob_permutation_importance(self.table, self.rows[:9, 0])

    def test_a_forest_without_bags_has_nobody_to_ask(self):
        with pytest.raises(ValueError, match="out-of-bag importance needs bootstrap=True"):
            ExtraTreesClassifier(5).fit(X, y).oob_permutation_importance(X, y)
