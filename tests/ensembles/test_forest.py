import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn import ensemble as peer
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split

from hedgerow import datasets
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


class TestInvariants:
    @every_kind
    def test_the_number_and_kind_of_workers_change_nothing(self, kind):
        rows, target = data_of(kind)
        forest = kind(30, bootstrap=True, oob_score=True, random_state=0)
        expected = clone(forest).set_params(n_jobs=1).fit(rows, target)
        others = [clone(forest).set_params(n_jobs=n_jobs).fit(rows, target) for n_jobs in (2, -1)]
        for backend in ("threading", "loky"):
            with parallel_config(backend=backend):
                others.append(clone(forest).set_params(n_jobs=2).fit(rows, target))
        for other in others:
            assert_array_equal(answers(other, rows), answers(expected, rows))
            assert_array_equal(other.members_.forest.nodes, expected.members_.forest.nodes)
            assert other.oob_score_ == expected.oob_score_

    @every_kind
    def test_a_warm_start_ends_where_a_cold_one_does(self, kind):
        rows, target = data_of(kind)
        cold = kind(25, random_state=3).fit(rows, target)
        warm = kind(10, random_state=3, warm_start=True).fit(rows, target)
        assert len(warm.estimators_) == 10
        warm.set_params(n_estimators=25).fit(rows, target)
        assert_array_equal(answers(warm, rows), answers(cold, rows))
        assert_array_equal(warm.members_.forest.starts, cold.members_.forest.starts)

    @every_kind
    def test_clones_and_pickles_answer_the_same(self, kind):
        rows, target = data_of(kind)
        forest = kind(10, random_state=0).fit(rows, target)
        expected = answers(forest, rows)
        assert_array_equal(answers(pickle.loads(pickle.dumps(forest)), rows), expected)
        assert_array_equal(answers(clone(forest).fit(rows, target), rows), expected)

    @every_kind
    def test_a_pickle_holds_the_trees_and_not_the_table(self, kind):
        generator = np.random.default_rng(0)
        rows = generator.random((2000, 40))
        forest = kind(3, max_depth=2, random_state=0).fit(rows, (rows[:, 0] > 0.5) + 0)
        assert len(pickle.dumps(forest)) < 20_000  # the table alone has 640,000 bytes

    @every_kind
    def test_fit_does_not_touch_its_input(self, kind):
        rows, target = (each.copy() for each in data_of(kind))
        weights = np.linspace(0.5, 2.0, len(rows))
        for array in (rows, target, weights):
            array.setflags(write=False)
        kind(5, random_state=0).fit(rows, target, weights)
        assert_array_equal(rows, data_of(kind)[0])

    @every_classifier
    def test_relabelling_the_classes_relabels_the_predictions(self, kind):
        by_code, by_name = kind(20, random_state=0).fit(X, y), kind(20, random_state=0).fit(X, names)
        assert_array_equal(by_code.predict_proba(X), by_name.predict_proba(X))
        assert_array_equal(np.unique(names)[by_code.predict(X)], by_name.predict(X))

    @every_kind
    def test_single_precision_is_read_as_it_is(self, kind):
        rows, target = data_of(kind)
        single = rows.astype(np.float32)
        assert_array_equal(
            answers(kind(5, random_state=0).fit(single, target), single),
            answers(kind(5, random_state=0).fit(single.astype(np.float64), target), single),
        )

    @pytest.mark.parametrize("kind", [ExtraTreesClassifier, ExtraTreesRegressor])
    def test_integer_weights_act_like_repeated_rows_where_none_are_drawn(self, kind):
        rows, target = data_of(kind)
        counts = np.random.default_rng(0).integers(0, 3, len(rows))
        weighted = kind(10, random_state=0).fit(rows, target, counts)
        repeated = kind(10, random_state=0).fit(np.repeat(rows, counts, axis=0), np.repeat(target, counts))
        assert_allclose(answers(weighted, rows), answers(repeated, rows))


class TestTables:
    @pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame], ids=["pandas", "polars"])
    @every_kind
    def test_frames_with_categories_and_holes_just_work(self, kind, frame):
        rows, target = data_of(kind)
        shade = np.where(
            np.arange(len(rows)) % 9 == 0, None, np.where(rows[:, 2] > np.median(rows[:, 2]), "b", "a")
        )
        length = np.where(np.arange(len(rows)) % 7 == 0, np.nan, rows[:, 0])
        table = frame({"length": length, "shade": shade, "width": rows[:, 3]})
        forest = kind(30, random_state=0).fit(table, target)
        assert list(forest.feature_names_in_) == ["length", "shade", "width"]
        assert forest.score(table, target) > 0.8
        assert forest.feature_importances_[1] > 0

    @pytest.mark.parametrize("dtype", ["category", "str", object])
    def test_every_kind_of_pandas_column_of_labels_is_a_category(self, dtype):
        table = pd.DataFrame({"kind": pd.Series([f"k{label}" for label in y], dtype=dtype)})
        assert RandomForestClassifier(10, random_state=0).fit(table, names).score(table, names) == 1.0

    def test_a_subset_of_categories_is_one_split(self):
        colours = pd.DataFrame({"colour": list("abcdefgh") * 20})
        target = colours["colour"].isin(list("bdg"))
        forest = RandomForestClassifier(20, random_state=0).fit(colours, target)
        assert {tree.get_n_leaves() for tree in forest.estimators_} == {2}
        assert forest.score(colours, target) == 1.0

    def test_a_hole_may_be_what_matters(self):
        generator = np.random.default_rng(0)
        rows = generator.random((300, 2))
        target = generator.random(300) < 0.5
        rows[target, 0] = np.nan
        forest = RandomForestClassifier(50, oob_score=True, random_state=0).fit(rows, target)
        assert forest.oob_score_ > 0.98

    def test_strings_and_several_classes_come_back_as_they_were(self):
        forest = RandomForestClassifier(20, random_state=0).fit(X, names)
        assert_array_equal(forest.classes_, np.unique(names))
        assert set(forest.predict(X)) == set(names)
        assert_allclose(forest.predict_proba(X).sum(axis=1), 1.0)
        assert_array_equal(forest.predict(X), forest.classes_[forest.predict_proba(X).argmax(axis=1)])

    def test_a_regressor_averages_its_trees(self):
        forest = RandomForestRegressor(7, random_state=0).fit(R, z)
        assert_allclose(forest.predict(R), np.mean([tree.predict(R) for tree in forest.estimators_], axis=0))


class TestSamples:
    @pytest.mark.parametrize(("max_samples", "n_draws"), [(None, 150), (40, 40), (0.5, 75)])
    def test_each_tree_sees_as_many_rows_as_asked(self, max_samples, n_draws):
        forest = RandomForestClassifier(5, max_samples=max_samples, random_state=0).fit(X, y)
        assert [rows.size for rows in forest.estimators_samples_] == [n_draws] * 5
        assert [tree.flat_tree_.values[0].sum() for tree in forest.estimators_] == [n_draws] * 5

    def test_the_samples_are_those_the_trees_were_grown_on(self):
        forest = RandomForestClassifier(5, random_state=0).fit(X, y)
        for tree, rows in zip(forest.estimators_, forest.estimators_samples_, strict=True):
            assert_array_equal(tree.flat_tree_.values[0], np.bincount(y[rows]))

    def test_without_bootstrap_every_tree_sees_every_row(self):
        forest = ExtraTreesClassifier(3, random_state=0).fit(X, y)
        assert all(np.array_equal(rows, np.arange(150)) for rows in forest.estimators_samples_)

    def test_the_out_of_bag_score_foretells_the_test_score(self):
        table = datasets.load("pima")
        halves = train_test_split(table.features, table.target, test_size=0.5, random_state=0)
        forest = RandomForestClassifier(200, oob_score=True, random_state=0).fit(halves[0], halves[2])
        assert abs(forest.oob_score_ - forest.score(halves[1], halves[3])) < 0.05

    def test_out_of_bag_answers_come_from_trees_that_have_not_seen_the_row(self):
        forest = RandomForestClassifier(30, oob_score=True, random_state=0).fit(X, y)
        said = np.stack([tree.predict_proba(X) for tree in forest.estimators_])
        unseen = np.array([~np.isin(np.arange(150), rows) for rows in forest.estimators_samples_])
        expected = (said * unseen[:, :, None]).sum(axis=0) / unseen.sum(axis=0)[:, None]
        assert_allclose(forest.oob_decision_function_, expected)

    def test_out_of_bag_predictions_of_a_regressor(self):
        forest = RandomForestRegressor(60, oob_score=True, random_state=0).fit(R, z)
        assert forest.oob_prediction_.shape == z.shape
        assert 0.2 < forest.oob_score_ < forest.score(R, z)

    def test_the_out_of_bag_score_may_be_another(self):
        def macro(truth, guess):
            return f1_score(truth, guess, average="macro")

        forest = RandomForestClassifier(50, oob_score=macro, random_state=0).fit(X, names)
        guesses = forest.classes_[forest.oob_decision_function_.argmax(axis=1)]
        assert forest.oob_score_ == macro(names, guesses)

    @pytest.mark.parametrize(
        ("parameters", "message"),
        [
            ({"bootstrap": False, "oob_score": True}, "only available if bootstrap=True"),
            ({"bootstrap": False, "max_samples": 0.5}, "max_samples needs bootstrap=True"),
            ({"monotonic_cst": [1, 0]}, "monotonic_cst has shape 2"),
            (
                {"max_samples": -0.5},
                "max_samples=-0.5 must be an int of 1 or more, or a finite float above 0",
            ),
            ({"max_features": "half"}, "max_features='half' must be an int of 1 or more, or a share"),
            ({"criterion": "squared_error"}, "criterion='squared_error' must be 'entropy'"),
            ({"max_depth": 0}, "max_depth=0 must be an int of 1 or more"),
            ({"min_samples_leaf": 0}, "min_samples_leaf=0 must be an int of 1 or more"),
        ],
    )
    def test_what_cannot_be_is_said(self, parameters, message):
        with pytest.raises(ValueError, match=message):
            RandomForestClassifier(2, **parameters).fit(X, y)


@every_kind
def test_the_parameters_of_scikit_learn_are_all_there(kind):
    theirs = getattr(peer, kind.__name__)().get_params()
    ours = kind().get_params()
    assert set(ours) == set(theirs)
    assert {name for name in ours if ours[name] != theirs[name]} <= {"criterion"}


@every_kind
def test_the_attributes_of_scikit_learn_are_all_there(kind):
    rows, target = data_of(kind)
    theirs = getattr(peer, kind.__name__)(60, bootstrap=True, oob_score=True).fit(rows, target)
    ours = kind(60, bootstrap=True, oob_score=True, random_state=0).fit(rows, target)
    public = {name for name in dir(theirs) if not name.startswith("_")}
    inner = {"estimator_params"} | ({"class_weight"} if kind in REGRESSORS else set())
    assert {name for name in public if not hasattr(ours, name)} == inner


class TestWeightsOfClasses:
    rare = np.arange(150) % 10 == 0
    noise = np.random.default_rng(0).normal(size=(150, 3)) + rare[:, None]
    label = np.where(rare, "rare", "usual")

    @every_classifier
    @pytest.mark.parametrize("weight", ["balanced", "balanced_subsample", {"rare": 9.0}])
    def test_a_rare_class_gains_weight(self, kind, weight):
        limits = {"max_depth": 2, "n_estimators": 50, "random_state": 0}
        plain = kind(**limits).fit(self.noise, self.label)
        heavy = kind(**limits, class_weight=weight).fit(self.noise, self.label)
        assert (
            heavy.predict_proba(self.noise)[:, 0].mean() > plain.predict_proba(self.noise)[:, 0].mean() + 0.1
        )

    def test_balanced_is_the_dictionary_it_stands_for(self):
        share = self.rare.mean()
        by_name = {"rare": 0.5 / share, "usual": 0.5 / (1 - share)}
        one, two = (
            RandomForestClassifier(10, class_weight=weight, random_state=0).fit(self.noise, self.label)
            for weight in ("balanced", by_name)
        )
        assert_allclose(one.predict_proba(self.noise), two.predict_proba(self.noise))

    def test_balanced_in_each_sample_is_balanced_at_every_root(self):
        forest = RandomForestClassifier(10, class_weight="balanced_subsample", random_state=0)
        roots = [tree.flat_tree_.value[0] for tree in forest.fit(self.noise, self.label).estimators_]
        assert_allclose([root / root.sum() for root in roots], 0.5, rtol=1e-6)

    def test_a_weight_of_zero_leaves_the_class_out(self):
        forest = RandomForestClassifier(10, class_weight={"rare": 0.0}, random_state=0)
        assert set(forest.fit(self.noise, self.label).predict(self.noise)) == {"usual"}

    @pytest.mark.parametrize("weight", ["heavy", 3.0])
    def test_another_weight_is_refused(self, weight):
        with pytest.raises(ValueError, match=r"class_weight=.* must be .*, or a dict of label"):
            RandomForestClassifier(2, class_weight=weight).fit(X, y)


@pytest.mark.parametrize("kind", CLASSIFIERS + REGRESSORS)
def test_shares_as_limits_are_of_all_rows_as_in_scikit_learn(kind):
    target = z if kind in REGRESSORS else y[:150]
    forest = kind(5, min_samples_leaf=0.25, bootstrap=True, random_state=0).fit(R, target)
    for tree in forest.estimators_:
        leaves = tree.tree_.children_left == -1
        assert tree.tree_.n_node_samples[leaves].min() >= 38  # 0.25 of 150, though a tree sees about 95 rows


def test_the_estimator_of_a_forest_is_the_tree_that_it_grows():
    forest = ExtraTreesClassifier(max_depth=3, class_weight="balanced")
    assert type(forest.estimator).__name__ == "DecisionTreeClassifier"
    assert (forest.estimator.max_depth, forest.estimator.class_weight) == (3, "balanced")
    assert forest.estimator.split == "random"
    assert "estimator" not in forest.get_params()


@pytest.mark.parametrize("kind", [RandomForestClassifier, RandomForestRegressor])
def test_sparse_targets_are_refused_with_a_way_out(kind):
    with pytest.raises(ValueError, match=r"not supported\. Pass y\.toarray"):
        kind().fit(X, csr_array(np.eye(150)))
