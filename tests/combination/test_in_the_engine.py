"""Every rule of the registry inside an ensemble."""

import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier as PeerTree
from tests.contract import parametrize_with_contract
from tests.ensembles.made_up import Dichotomies, HardRows, Rotation

from hedgerow import DecisionTreeClassifier, EnsembleClassifier, EnsembleRegressor, RandomForestClassifier
from hedgerow.combination import (
    ConfidenceWeighted,
    DecisionTemplates,
    Median,
    NaiveBayesCombination,
    TrimmedMean,
    Veto,
    combine,
    leaf_sizes,
)
from hedgerow.combination.protocol import list_combinations
from hedgerow.outputs import Outputs

X, y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[y]
R, z = (each[:150] for each in load_diabetes(return_X_y=True))
MANY = np.tile(X, (9, 1))  # more than one block of rows
LEARNED = ["accuracy_weighted", "bayes_net", "decision_templates", "naive_bayes"]
SIZED = [ConfidenceWeighted("vote", "laplace"), ConfidenceWeighted("mean_probability", "size")]
CLASS_RULES = [*list_combinations("classes"), *SIZED]
each_class_rule = pytest.mark.parametrize("rule", CLASS_RULES, ids=str)
each_value_rule = pytest.mark.parametrize(
    "rule", [*list_combinations("values"), ConfidenceWeighted("median", "size")], ids=str
)


def make(rule, **choices):
    tree = DecisionTreeClassifier(max_depth=2, max_features=1)
    defaults = {"estimator": tree, "n_estimators": 9, "oob_score": True, "random_state": 0}
    return EnsembleClassifier(**defaults | {"combination": rule} | choices)


@each_class_rule
def test_workers_change_nothing(rule):
    one, two = (make(rule, n_jobs=n_jobs).fit(MANY, np.tile(NAMES, 9)) for n_jobs in (1, 2))
    assert_array_equal(one.predict_proba(MANY), two.predict_proba(MANY))
    assert_array_equal(one.oob_decision_function_, two.oob_decision_function_)
    assert one.oob_score_ == two.oob_score_ > 0.8


@each_class_rule
def test_stages_end_in_the_prediction_and_begin_with_the_first_member(rule):
    ensemble = make(rule).fit(X, NAMES)
    stages = list(ensemble.staged_predict(X))
    assert len(stages) == 9
    assert_array_equal(stages[-1], ensemble.predict(X))
    if rule not in LEARNED:  # which read what the first member says in the light of what it usually means
        assert_array_equal(stages[0], ensemble.classes_[ensemble.member_outputs(X)[0].argmax(axis=1)])


@each_class_rule
def test_copies_and_pickles_predict_the_same(rule):
    ensemble = make(rule).fit(X, NAMES)
    expected = ensemble.predict_proba(X)
    assert_allclose(expected.sum(axis=1), 1)
    assert_array_equal(pickle.loads(pickle.dumps(ensemble)).predict_proba(X), expected)
    assert_array_equal(clone(ensemble).fit(X, NAMES).predict_proba(X), expected)


@each_class_rule
def test_alone_it_says_the_same(rule):
    ensemble = make(rule).fit(X, NAMES)
    outputs = Outputs.from_estimator(ensemble, X, NAMES)
    answer = combine(
        outputs, ensemble.combination_, sizes=leaf_sizes(ensemble, X), priors=ensemble.class_prior_
    )
    assert_allclose(answer.scores, ensemble.predict_proba(X))
    assert_array_equal(answer.labels(), ensemble.predict(X))
    if rule not in LEARNED:
        unseen = Outputs.from_estimator(ensemble, X, NAMES, out_of_bag=True)
        answer = combine(
            unseen, ensemble.combination_, sizes=leaf_sizes(ensemble, X), priors=ensemble.class_prior_
        )
        assert_allclose(answer.scores, ensemble.oob_decision_function_)
        assert answer.error() == pytest.approx(1 - ensemble.oob_score_)


@pytest.mark.parametrize("rule", ["weighted_vote", "trimmed_mean", "naive_bayes"])
def test_a_warm_start_ends_where_a_cold_one_does(rule):
    cold = make(rule).fit(X, NAMES)
    warm = make(rule, n_estimators=4, warm_start=True).fit(X, NAMES).set_params(n_estimators=9).fit(X, NAMES)
    assert_array_equal(warm.predict_proba(X), cold.predict_proba(X))
    assert_array_equal(warm.oob_decision_function_, cold.oob_decision_function_)


@parametrize_with_contract(
    [EnsembleClassifier(combination="naive_bayes", n_estimators=5, random_state=0)],
    expected_failed_checks=lambda _: {"check_sample_weight_equivalence_on_dense_data": "rows are drawn"},
)
def test_scikit_learn_accepts_an_ensemble_whose_rule_learns(estimator, check):
    check(estimator)


@each_value_rule
def test_every_rule_for_values(rule):
    one, two = (
        EnsembleRegressor(
            combination=rule, n_estimators=8, oob_score=True, random_state=0, n_jobs=n_jobs
        ).fit(R, z)
        for n_jobs in (1, 2)
    )
    assert_array_equal(one.predict(R), two.predict(R))
    *_, last = one.staged_predict(R)
    assert_allclose(last, one.predict(R))
    answer = combine(
        Outputs.from_estimator(one, R, z, out_of_bag=True), one.combination_, sizes=leaf_sizes(one, R)
    )
    assert_allclose(answer.scores, one.oob_prediction_)


def test_weights_of_boosted_members_are_heard():
    boosted = {"resampling": HardRows(), "n_estimators": 12}
    ensemble = make("product", **boosted).fit(X, NAMES)
    assert np.ptp(ensemble.member_weights_) > 0
    outputs = ensemble.member_outputs(X)
    weighted = ensemble.combination_.combine(outputs, ensemble.member_weights_)
    assert_allclose(ensemble.predict_proba(X), weighted)
    assert np.abs(weighted - ensemble.combination_.combine(outputs)).max() > 0


@pytest.mark.parametrize(
    "choices",
    [
        {"view": "subspace"},
        {"view": Rotation()},
        {"estimator": PeerTree(max_depth=2)},
        {"estimator": PeerTree(max_depth=2), "view": "subspace"},
        {"estimator": PeerTree(max_depth=2), "view": Rotation()},
        {"code": Dichotomies()},
    ],
    ids=str,
)
def test_leaves_are_found_behind_views_and_codes(choices):
    ensemble = make(ConfidenceWeighted("mean_probability", "size"), **choices).fit(X, NAMES)
    sizes = ensemble.member_leaf_sizes(X)
    assert sizes.shape == (9, 150)
    for member, rows in enumerate(ensemble.estimators_samples_):
        # The rows of a leaf are as many as it is large: 1 / size adds up to the number of leaves.
        tree = ensemble.estimators_[member]
        assert (1 / sizes[member][rows]).sum() == pytest.approx(tree.get_n_leaves())
    assert ensemble.oob_score_ > 0.8


def test_frames_with_categories_have_leaves_too():
    table = pd.DataFrame({"kind": [f"k{label}" for label in y], "width": X[:, 1]})
    for estimator in (DecisionTreeClassifier(max_depth=2), PeerTree(max_depth=2)):
        ensemble = make(ConfidenceWeighted("vote", "size"), estimator=estimator).fit(table, NAMES)
        assert ensemble.score(table, NAMES) > 0.9


def test_pooled_leaves():
    forest = RandomForestClassifier(7, max_depth=2, random_state=0).fit(X, y)
    pooled = np.zeros((150, 3))
    for tree in forest.estimators_:
        pooled += tree.flat_tree_.value[tree.apply(X)]
    answer = combine(
        Outputs.from_estimator(forest, X),
        ConfidenceWeighted("mean_probability", "size"),
        sizes=leaf_sizes(forest, X),
    )
    assert_allclose(answer.scores, pooled / pooled.sum(axis=1, keepdims=True))


def test_members_without_leaves_say_so():
    ensemble = make(SIZED[0], estimator=GaussianNB())
    with pytest.raises(ValueError, match="GaussianNB has no leaves"):
        ensemble.fit(X, NAMES)
    assert not hasattr(ensemble, "classes_")
    assert make("confidence_weighted", estimator=GaussianNB()).fit(X, NAMES).oob_score_ > 0.9


@pytest.mark.parametrize("rule", [NaiveBayesCombination(), DecisionTemplates()], ids=str)
def test_a_rule_that_learns_is_shown_the_out_of_bag_answers(rule):
    weights = np.random.default_rng(0).integers(1, 3, 150).astype(float)
    ensemble = make(rule).fit(X, NAMES, weights)
    unseen = Outputs.from_estimator(ensemble, X, NAMES, out_of_bag=True, sample_weight=weights)
    alone = clone(rule).fit(unseen)
    assert_allclose(ensemble.combination_.confusion_.counts, alone.confusion_.counts)
    assert_allclose(ensemble.combination_.confusion_.present, alone.confusion_.present)
    assert not hasattr(rule, "confusion_")


@pytest.mark.parametrize("rule", [NaiveBayesCombination(), DecisionTemplates()], ids=str)
def test_a_rule_that_learns_is_not_judged_on_what_it_learned(rule):
    ensemble = make(rule).fit(X, NAMES)
    unseen = Outputs.from_estimator(ensemble, X, NAMES, out_of_bag=True)
    for fold in range(10):
        inside = np.arange(150) % 10 == fold
        other = clone(rule).fit(unseen.select_rows(~inside))
        expected = combine(unseen.select_rows(inside), other).scores
        assert_allclose(ensemble.oob_decision_function_[inside], expected)


def test_noise_is_not_learned_into_a_good_score():
    generator = np.random.default_rng(0)
    noise, coin = generator.random((100, 4)), generator.integers(0, 2, 100)
    ensemble = make("naive_bayes", estimator=DecisionTreeClassifier(), n_estimators=100).fit(noise, coin)
    unseen = Outputs.from_estimator(ensemble, noise, coin, out_of_bag=True)
    by_heart = 1 - combine(unseen, ensemble.combination_).error()
    assert by_heart > 0.7
    assert ensemble.oob_score_ < 0.6


@pytest.mark.parametrize("rule", LEARNED)
@pytest.mark.parametrize("oob_score", [True, False])
def test_where_nothing_is_left_out_nothing_is_learned(rule, oob_score):
    with pytest.raises(
        ValueError,
        match=r"learns from rows .* resampling=Full\(\) left none of n_samples=150 rows out; use Bootstrap",
    ):
        make(rule, resampling="full", oob_score=oob_score).fit(X, NAMES)


def test_the_score_does_not_change_what_is_learned():
    with_score, without = (
        make("decision_templates", oob_score=score).fit(X, NAMES) for score in (True, False)
    )
    assert_array_equal(with_score.predict_proba(X), without.predict_proba(X))


@pytest.mark.parametrize(
    "rule", ["borda", "product", "trimmed_mean", *LEARNED, Veto("mean_probability")], ids=str
)
def test_codes_are_decoded_first(rule):
    ensemble = make(rule, code=Dichotomies(), n_estimators=15).fit(X, NAMES)
    assert ensemble.oob_score_ > 0.8
    assert_allclose(ensemble.predict_proba(X).sum(axis=1), 1)


@pytest.mark.parametrize("rule", ["veto", "confidence_weighted"])
def test_votes_for_groups_of_classes_cannot_be_weighed(rule):
    with pytest.raises(ValueError, match="votes for a group of classes; put it around 'mean_probability'"):
        make(rule, code=Dichotomies()).fit(X, NAMES)


def test_a_wrong_parameter_stops_the_fit():
    with pytest.raises(ValueError, match=r"proportion=0.7 must be a number in \[0, 0.5\)"):
        make(TrimmedMean(0.7)).fit(X, NAMES)
    with pytest.raises(
        ValueError, match=r"combination='vote' combines classes; EnsembleRegressor needs .*'median'"
    ):
        EnsembleRegressor(combination="vote").fit(R, z)


def test_grid_search_reaches_into_the_rule():
    search = GridSearchCV(make(TrimmedMean(), oob_score=False), {"combination__proportion": [0.1, 0.4]}, cv=2)
    assert search.fit(X, NAMES).best_estimator_.combination_.proportion in {0.1, 0.4}
    nested = make(Veto(ConfidenceWeighted()), oob_score=False)
    search = GridSearchCV(nested, {"combination__combination__confidence": ["purity", "size"]}, cv=2).fit(
        X, NAMES
    )
    assert search.best_estimator_.combination_.combination.confidence in {"purity", "size"}
    whole = GridSearchCV(make("vote", oob_score=False), {"combination": ["borda", Median()]}, cv=2).fit(
        X, NAMES
    )
    assert whole.best_score_ > 0.8


def test_ties_go_to_the_class_with_the_larger_training_weight():
    weights = np.where(y == 2, 3.0, 1.0)
    ensemble = make("veto", estimator=GaussianNB(), resampling=HardRows(), n_estimators=1, oob_score=False)
    ensemble.fit(X, y, weights)
    assert ensemble.combination_.decide(np.array([[0.5, 0.0, 0.5]]), ensemble.class_prior_) == 2


@each_class_rule
def test_a_target_of_one_class_is_answered(rule):
    ensemble = make(rule).fit(X, ["a"] * 150)
    assert set(ensemble.predict(X)) == {"a"}
    assert_allclose(ensemble.predict_proba(X), 1)
