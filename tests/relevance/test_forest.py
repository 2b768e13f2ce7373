import pickle

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_iris
from tests.contract import parametrize_with_contract
from tests.docstrings import list_wrong_defaults

from hedgerow import RandomForestClassifier, RandomForestRegressor
from hedgerow.datasets import make_friedman, make_simple
from hedgerow.foundation.constraints import check_parameters
from hedgerow.relevance.forest import RelevanceForestClassifier, RelevanceForestRegressor
from hedgerow.relevance.sampling import gain_distribution, local_distribution

SIMPLE = make_simple(random_state=0)
VALUES = make_friedman(150, binary=False, random_state=0)
KINDS = [RelevanceForestClassifier, RelevanceForestRegressor]
RULES = [
    {"sampling": "uniform"},
    {"sampling": "confidence"},
    {"sampling": "borisov"},
    {"sampling": "tree"},
    {"sampling": "forest"},
    {"sampling": "local"},
    {"sampling": "uniform", "selection": "test"},
    {"sampling": "confidence", "selection": "threshold"},
    {"sampling": "local", "selection": "test"},
    {"sampling": "tree", "selection": "test"},
]
every_kind = pytest.mark.parametrize("kind", KINDS)
every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: "-".join(rule.values()))
DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"


def data_of(kind):
    sample = SIMPLE if kind is RelevanceForestClassifier else VALUES
    return sample.X, sample.y


def answers(forest, rows):
    return forest.predict_proba(rows) if hasattr(forest, "predict_proba") else forest.predict(rows)


def small(kind, n_estimators=12, **parameters):
    return kind(n_estimators, n_evaluation_trees=50, update_every=4, random_state=0, **parameters)


@parametrize_with_contract(
    [small(RelevanceForestClassifier, 5, sampling="local"), small(RelevanceForestRegressor, 5)],
    expected_failed_checks=lambda _: {"check_sample_weight_equivalence_on_dense_data": DRAWN},
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


class TestInvariants:
    @every_rule
    @every_kind
    def test_the_number_and_kind_of_workers_change_nothing(self, kind, rule):
        rows, target = data_of(kind)
        expected = small(kind, n_jobs=1, **rule).fit(rows, target)
        with parallel_config(backend="threading"):
            other = small(kind, n_jobs=3, **rule).fit(rows, target)
        assert_array_equal(other.members_.forest.nodes, expected.members_.forest.nodes)
        assert_array_equal(other.feature_distribution_, expected.feature_distribution_)
        assert_array_equal(other.support_, expected.support_)

    @every_rule
    @pytest.mark.parametrize(
        ("kind", "first"), [(RelevanceForestClassifier, 6), (RelevanceForestRegressor, 4)]
    )
    def test_a_warm_start_ends_where_a_cold_one_does(self, kind, rule, first):
        rows, target = data_of(kind)
        cold = small(kind, **rule).fit(rows, target)
        warm = small(kind, first, warm_start=True, **rule).fit(rows, target)
        warm.set_params(n_estimators=12).fit(rows, target)
        assert_array_equal(warm.members_.forest.nodes, cold.members_.forest.nodes)
        assert_array_equal(warm.sampling_history_.n_trees, cold.sampling_history_.n_trees)
        assert_array_equal(warm.sampling_history_.distributions, cold.sampling_history_.distributions)

    @every_rule
    @every_kind
    def test_clones_and_pickles_answer_the_same(self, kind, rule):
        rows, target = data_of(kind)
        forest = small(kind, **rule).fit(rows, target)
        expected = answers(forest, rows)
        assert_array_equal(answers(pickle.loads(pickle.dumps(forest)), rows), expected)
        assert_array_equal(answers(clone(forest).fit(rows, target), rows), expected)

    @pytest.mark.parametrize(
        ("kind", "plain"), [*zip(KINDS, [RandomForestClassifier, RandomForestRegressor], strict=True)]
    )
    def test_uniform_sampling_is_the_plain_forest(self, kind, plain):
        rows, target = data_of(kind)
        found = kind(10, sampling="uniform", oob_score=True, random_state=0).fit(rows, target)
        expected = plain(10, max_features=1, oob_score=True, random_state=0).fit(rows, target)
        assert_array_equal(found.members_.forest.nodes, expected.members_.forest.nodes)
        assert found.oob_score_ == expected.oob_score_

    @every_rule
    def test_fit_does_not_touch_its_input(self, rule):
        rows, target, weights = SIMPLE.X.copy(), SIMPLE.y.copy(), np.linspace(0.5, 2.0, 300)
        for array in (rows, target, weights):
            array.setflags(write=False)
        small(RelevanceForestClassifier, **rule).fit(rows, target, weights)

    @every_rule
    def test_relabelling_the_classes_relabels_the_predictions(self, rule):
        names = np.where(SIMPLE.y > 0, "yes", "no")
        by_code = small(RelevanceForestClassifier, **rule).fit(SIMPLE.X, SIMPLE.y)
        by_name = small(RelevanceForestClassifier, **rule).fit(SIMPLE.X, names)
        assert_array_equal(by_code.predict_proba(SIMPLE.X), by_name.predict_proba(SIMPLE.X))

    def test_a_new_fit_forgets_what_an_earlier_one_found(self):
        forest = small(RelevanceForestClassifier, sampling="local", selection="test").fit(SIMPLE.X, SIMPLE.y)
        forest.set_params(sampling="uniform", selection=None).fit(SIMPLE.X, SIMPLE.y)
        assert not hasattr(forest, "local_")
        assert not hasattr(forest, "relevance_")
        assert forest.support_.all()


class TestFindings:
    @every_rule
    @every_kind
    def test_trees_use_the_features_of_the_support_alone(self, kind, rule):
        rows, target = data_of(kind)
        forest = small(kind, **rule).fit(rows, target)
        used = np.unique(forest.members_.forest.nodes["feature"])
        assert forest.support_[used[used >= 0]].all()
        assert_array_equal(forest.feature_distribution_[~forest.support_], 0.0)
        assert forest.feature_distribution_.sum() == pytest.approx(1.0)

    def test_the_two_stage_forest_draws_by_mean_gain(self):
        forest = small(RelevanceForestClassifier, sampling="forest").fit(SIMPLE.X, SIMPLE.y)
        assert_allclose(forest.feature_distribution_, gain_distribution(forest.relevance_.weighted_gain))

    def test_thresholded_weights_are_those_of_the_features_that_pass(self):
        forest = small(RelevanceForestClassifier, sampling="forest", selection="threshold")
        forest.fit(SIMPLE.X, SIMPLE.y)
        gain = np.where(forest.support_, forest.relevance_.weighted_gain, 0.0)
        assert_allclose(forest.feature_distribution_, gain / gain.sum())

    def test_local_relevance_has_a_number_per_row_and_feature(self):
        forest = small(RelevanceForestClassifier, sampling="local").fit(SIMPLE.X, SIMPLE.y)
        assert forest.local_.shape == (300, 9)
        assert_allclose(forest.feature_distribution_, local_distribution(forest.local_.values))

    def test_given_numbers_are_drawn_by(self):
        given = np.array([3.0, 1.0] + [0.0] * 7)
        forest = small(RelevanceForestClassifier, sampling=given, min_samples_split=150).fit(
            SIMPLE.X, SIMPLE.y
        )
        assert_allclose(forest.feature_distribution_, given / 4)
        assert set(forest.members_.forest.nodes["feature"]) <= {-1, 0, 1}

    def test_a_target_that_does_not_vary_is_no_error(self):
        for sampling in ("confidence", "borisov", "tree", "forest", "local"):
            forest = small(RelevanceForestClassifier, sampling=sampling).fit(SIMPLE.X, np.zeros(300))
            assert_allclose(forest.feature_distribution_, 1 / 9)


class TestTables:
    @every_rule
    def test_frames_with_categories_holes_and_three_classes_just_work(self, rule):
        X, y = load_iris(return_X_y=True)
        names = np.array(["setosa", "versicolor", "virginica"])[y]
        shade = np.where(np.arange(150) % 9 == 0, None, np.where(X[:, 2] > 3, "b", "a"))
        length = np.where(np.arange(150) % 7 == 0, np.nan, X[:, 0])
        table = pd.DataFrame({"length": length, "shade": shade, "width": X[:, 3]})
        forest = small(RelevanceForestClassifier, **rule).fit(table, names)
        assert list(forest.feature_names_in_) == list(forest.sampling_history_.names) == list(table)
        assert forest.score(table, names) > 0.9
        assert set(forest.predict(table)) == set(names)

    @pytest.mark.parametrize("weight", ["balanced_subsample", {1: 4.0}])
    @every_rule
    def test_classes_may_weigh_differently(self, rule, weight):
        forest = small(RelevanceForestClassifier, class_weight=weight, **rule).fit(SIMPLE.X, SIMPLE.y)
        assert forest.score(SIMPLE.X, SIMPLE.y) > 0.8

    @every_rule
    @every_kind
    def test_rows_without_weight_do_not_matter(self, kind, rule):
        rows, target = data_of(kind)
        seen = np.arange(len(target)) % 2 == 0
        spoilt = np.where(seen, target, target[::-1])
        one, two = (small(kind, **rule).fit(rows, each, seen.astype(float)) for each in (target, spoilt))
        assert_array_equal(one.members_.forest.nodes["feature"], two.members_.forest.nodes["feature"])
        if rule["sampling"] != "local":  # a row without weight is in no bag, and has no relevance of its own
            assert_allclose(one.feature_distribution_, two.feature_distribution_)
        assert_allclose(answers(one, rows), answers(two, rows))


class TestClaims:
    """Rogers 2007, chapter 8, on fresh data."""

    test_set = make_simple(2000, random_state=99)

    def errors(self, seed, **rule):
        sample = make_simple(270, random_state=seed)
        forest = RelevanceForestClassifier(random_state=seed, n_jobs=2, **rule).fit(sample.X, sample.y)
        said = forest.member_outputs(self.test_set.X).argmax(axis=2)
        trees = (said != (self.test_set.y > 0)).mean()
        return 1 - forest.score(self.test_set.X, self.test_set.y), trees

    def test_local_trees_err_far_less_than_uniform_ones(self):
        local, uniform = (
            np.mean([self.errors(seed, sampling=rule)[1] for seed in range(3)])
            for rule in ("local", "uniform")
        )
        assert local < 0.6 * uniform

    def test_the_more_is_known_the_fewer_errors(self):
        rules = (
            {"sampling": "uniform"},
            {"sampling": "confidence"},
            {"sampling": "uniform", "selection": "test"},
        )
        plain, confident, tested = (
            np.mean([self.errors(seed, **rule)[0] for seed in range(4)]) for rule in rules
        )
        assert plain > confident > tested

    def test_the_test_keeps_what_matters(self):
        """Both relevant features, and about one in twenty of the others."""
        supports = []
        for seed in range(6):
            sample = make_simple(270, random_state=seed)
            forest = RelevanceForestClassifier(5, sampling="uniform", selection="test", random_state=seed)
            supports.append(forest.fit(sample.X, sample.y).support_)
        kept = np.mean(supports, axis=0)
        assert (kept[:2] == 1.0).all()
        assert kept[2:].mean() < 0.2


@every_kind
def test_what_forests_share_has_the_defaults_of_a_random_forest(kind):
    """The feature at a node is what these forests draw in their own way, so there it is one."""
    peer = RandomForestClassifier if kind is RelevanceForestClassifier else RandomForestRegressor
    ours, theirs = kind().get_params(deep=False), peer().get_params(deep=False)
    shared = set(ours) & set(theirs) - {"max_features"}
    assert len(shared) >= 14
    assert {name: ours[name] for name in shared} == {name: theirs[name] for name in shared}
    assert ours["max_features"] == 1


def test_both_kinds_have_the_same_defaults():
    ours, theirs = (kind().get_params(deep=False) for kind in KINDS)
    assert {name for name in set(ours) | set(theirs) if ours.get(name) != theirs.get(name)} == {"criterion"}


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(RelevanceForestClassifier) == []
    assert list_wrong_defaults(RelevanceForestRegressor) == []


@every_kind
@pytest.mark.parametrize("name", ["alpha", "confidence"])
@pytest.mark.parametrize("value", [0, 1])
def test_levels_are_between_nothing_and_everything(kind, name, value):
    with pytest.raises(ValueError, match=rf"{name}={value} must be a number in \(0, 1\)"):
        check_parameters(kind(**{name: value}))
    check_parameters(kind(**{name: 0.999}))


@every_kind
def test_the_weight_of_a_prior_may_be_nothing(kind):
    check_parameters(kind(prior_weight=0, deduplicate=False, n_evaluation_trees=1))
    with pytest.raises(ValueError, match="prior_weight=-1 must be"):
        check_parameters(kind(prior_weight=-1))
