import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier as PeerForest
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier as PeerTree
from tests.contract import parametrize_with_contract
from tests.ensembles.made_up import Dichotomies, Rotation

from hedgerow import DecisionTreeClassifier, EnsembleClassifier, EnsembleRegressor, RandomForestClassifier
from hedgerow.combination import DynamicIntegration, PlacedCombination, combine
from hedgerow.outputs import Outputs

X, y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[y]
R, z = (each[:150] for each in load_diabetes(return_X_y=True))
MODES = ["weighted", "selection", "upper_half"]
CHOICES = [
    DynamicIntegration(),
    DynamicIntegration("neighbours"),
    DynamicIntegration(mode="selection"),
    DynamicIntegration("neighbours", mode="upper_half"),
    DynamicIntegration(clip_negative=True),
]
each_choice = pytest.mark.parametrize("rule", CHOICES, ids=str)


def make(rule, **choices):
    tree = DecisionTreeClassifier(max_depth=2, max_features=1)
    defaults = {"estimator": tree, "n_estimators": 9, "oob_score": True, "random_state": 0}
    return EnsembleClassifier(**defaults | {"combination": rule} | choices)


def draw(seed, n_known=12, n_new=4, n_members=5, n_classes=3):
    """Answers and leaves of some members, by chance."""
    generator = np.random.default_rng(seed)
    leaves = generator.integers(0, 3, (n_known + n_new, n_members))
    said = generator.dirichlet(np.ones(n_classes), (n_members, n_known + n_new))
    truth = generator.integers(0, n_classes, n_known)
    predicted = generator.random((n_members, n_known)) < 0.5
    predicted[0, 0] = True
    known = Outputs.from_predictions(
        said[:, :n_known], truth, classes=np.arange(n_classes), predicted=predicted
    )
    return known, leaves[:n_known], said[:, n_known:], leaves[n_known:]


def weigh_naively(known, leaves, new, power=3):
    """Eq. 7.21 of Rogers 2007, example by example."""
    weights = np.zeros((known.n_members, len(new)))
    pooled = []
    for t in range(known.n_members):
        margins = [1 if known.answers[t, i] == known.truth[i] else -1 for i in range(known.n_samples)]
        out = [i for i in range(known.n_samples) if known.predicted[t, i]]
        pooled += [margins[i] for i in out]
        for x, row in enumerate(new):
            similarity = {i: np.mean(row == leaves[i]) ** power for i in out}
            total = sum(similarity.values())
            if total > 0:
                weights[t, x] = sum(similarity[i] * margins[i] for i in out) / total
            else:
                weights[t, x] = np.mean([margins[i] for i in out]) if out else np.nan
    return np.where(np.isnan(weights), np.mean(pooled), weights)


@settings(max_examples=50)
@given(seed=st.integers(0, 10_000), mode=st.sampled_from(MODES))
def test_the_rule_equals_its_twin(seed, mode):
    known, leaves, said, places = draw(seed)
    rule = DynamicIntegration(mode=mode).fit(known, leaves)
    expected = weigh_naively(known, leaves, places)
    assert_allclose(rule.local_weights(places), expected, atol=1e-10)
    answers = rule.decide(rule.combine(said, places=places))
    for x in range(len(places)):
        votes = np.zeros(3)
        weights = expected[:, x]
        middle = (weights.max() + weights.min()) / 2
        for t in range(len(said)):
            if mode == "selection":
                votes[said[t, x].argmax()] += weights[t] >= weights.max() - 1e-12
            elif mode == "weighted" or weights[t] >= middle:
                votes[said[t, x].argmax()] += weights[t]
        assert votes[answers[x]] >= votes.max() - 1e-9


def test_weights_with_a_pencil():
    leaves = np.array([[1, 2, 5, 4], [9, 9, 3, 9], [1, 2, 9, 9]])
    known = Outputs.from_predictions([[0, 0, 0]] * 4, [0, 1, 0])
    weights = DynamicIntegration().fit(known, leaves).local_weights(np.array([[1, 2, 3, 4]]))
    assert_allclose(weights, 0.944444444444444, atol=1e-12)


def test_a_member_that_is_mostly_wrong_speaks_for_the_others():
    known = Outputs.from_predictions([[1, 1, 1, 0]], [0, 0, 0, 0], classes=[0, 1, 2])
    leaves = np.zeros((4, 1), int)
    said, places = np.array([[[0.0, 1.0, 0.0]]]), np.zeros((1, 1), int)
    rule = DynamicIntegration().fit(known, leaves)
    assert_allclose(rule.local_weights(places), -0.5)
    assert_allclose(rule.combine(said, places=places), [[0.5, 0, 0.5]])
    clipped = DynamicIntegration(clip_negative=True).fit(known, leaves)
    assert_allclose(clipped.combine(said, places=places), [[0, 1, 0]])  # nobody is left, so the plain vote


def test_values_are_weighed_by_the_error_nearby():
    known = Outputs.from_predictions([[1.0, 5.0], [3.0, 2.0]], [2.0, 2.0], regression=True)
    leaves = np.array([[0, 0], [1, 1]])
    rule = DynamicIntegration(epsilon=0.5).fit(known, leaves)
    # errors 1 and 9 of the first, 1 and 0 of the second member; their overall means are 5 and 0.5, 2.75 together
    weights = rule.local_weights(np.array([[0, 0], [1, 1]]), values=True) / 2.75
    assert_allclose(weights, [[1 / 2.375, 1 / 10.375], [1 / 2.375, 1 / 1.375]])
    values = rule.combine(np.array([[0.0, 0.0], [10.0, 10.0]]), places=np.array([[0, 0], [1, 1]]))
    assert_allclose(values, [5, 10 * 10.375 / (10.375 + 1.375)])


def test_members_without_any_error_are_averaged():
    known = Outputs.from_predictions([[1.0, 2.0]] * 2, [1.0, 2.0], regression=True)
    rule = DynamicIntegration().fit(known, np.zeros((2, 2), int))
    assert_allclose(rule.combine(np.array([[1.0], [4.0]]), places=np.zeros((1, 2), int)), 2.5)


@pytest.mark.parametrize("mode", MODES)
def test_values_shift_and_scale(mode):
    one, two = (
        EnsembleRegressor(combination=DynamicIntegration(mode=mode), n_estimators=8, random_state=0).fit(R, t)
        for t in (z, 3 * z + 7)
    )
    assert_allclose(two.predict(R), 3 * one.predict(R) + 7)


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), mode=st.sampled_from(MODES))
def test_the_order_of_members_rows_and_classes_does_not_matter(seed, mode):
    known, leaves, said, places = draw(seed)
    generator = np.random.default_rng(seed)
    rows, members, classes = (generator.permutation(size) for size in (12, 5, 3))
    plain = DynamicIntegration(mode=mode).fit(known, leaves).combine(said, places=places)
    shuffled = known.select(members).select_rows(rows)
    fitted = DynamicIntegration(mode=mode).fit(shuffled, leaves[rows][:, members])
    assert_allclose(fitted.combine(said[members], places=places[:, members]), plain, atol=1e-12)
    renamed = Outputs.from_predictions(
        known.probabilities[:, :, classes],
        np.argsort(classes)[known.truth],
        classes=[0, 1, 2],
        predicted=known.predicted,
    )
    fitted = DynamicIntegration(mode=mode).fit(renamed, leaves)
    assert_allclose(fitted.combine(said[:, :, classes], places=places), plain[:, classes], atol=1e-12)


def test_whole_row_weights_are_repeated_rows():
    known, leaves, said, places = draw(7)
    counts = np.random.default_rng(1).integers(0, 3, 12)
    rows = np.repeat(np.arange(12), counts)
    weighted = Outputs.from_predictions(
        known.probabilities, known.truth, classes=[0, 1, 2], predicted=known.predicted, sample_weight=counts
    )
    assert_allclose(
        DynamicIntegration().fit(weighted, leaves).combine(said, places=places),
        DynamicIntegration().fit(known.select_rows(rows), leaves[rows]).combine(said, places=places),
    )


@each_choice
def test_a_silent_member_is_not_heard(rule):
    known, leaves, said, places = draw(3)
    rows = leaves.astype(float) if rule.similarity == "neighbours" else leaves
    fitted = clone(rule).fit(known, rows)
    where = places.astype(rows.dtype)
    babble = said.copy()
    babble[2] = babble[2][:, [1, 2, 0]]
    weights = np.array([1.0, 1.0, 0.0, 1.0, 1.0])
    scores = fitted.combine(said, weights, where)
    assert_array_equal(scores, fitted.combine(babble, weights, where))
    assert_allclose(scores.sum(axis=1), 1)
    assert np.isnan(fitted.combine(said, np.zeros(5), where)).all()


@each_choice
def test_in_an_ensemble(rule):
    one, two = (make(rule, n_jobs=n_jobs).fit(X, NAMES) for n_jobs in (1, 2))
    assert isinstance(one.combination_, PlacedCombination)
    assert one.oob_score_ > 0.85
    assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert_array_equal(one.oob_decision_function_, two.oob_decision_function_)
    assert_array_equal(pickle.loads(pickle.dumps(one)).predict_proba(X), one.predict_proba(X))
    assert_allclose(one.predict_proba(X).sum(axis=1), 1)
    *_, last = one.staged_predict(X)
    assert_array_equal(last, one.predict(X))
    assert not hasattr(rule, "nearness_")


@pytest.mark.parametrize(
    "rule", [DynamicIntegration(), DynamicIntegration("neighbours", n_neighbours=3)], ids=str
)
def test_values_in_an_ensemble(rule):
    one, two = (
        EnsembleRegressor(
            combination=rule, n_estimators=20, oob_score=True, random_state=0, n_jobs=n_jobs
        ).fit(R, z)
        for n_jobs in (1, 2)
    )
    assert_array_equal(one.oob_prediction_, two.oob_prediction_)
    assert one.oob_score_ > 0.15
    *_, last = one.staged_predict(R)
    assert_allclose(last, one.predict(R))


def test_an_ensemble_shows_the_rule_what_was_said_out_of_bag():
    weights = np.random.default_rng(0).integers(1, 3, 150).astype(float)
    ensemble = make(DynamicIntegration()).fit(X, NAMES, weights)
    unseen = Outputs.from_estimator(ensemble, X, NAMES, out_of_bag=True, sample_weight=weights)
    leaves = np.stack([tree.apply(X) for tree in ensemble.estimators_], axis=1)
    alone = DynamicIntegration().fit(unseen, leaves)
    said = Outputs.from_estimator(ensemble, X, NAMES)
    scores = combine(said, alone, places=leaves).scores
    assert_allclose(ensemble.predict_proba(X), scores)
    assert_allclose(
        ensemble.combination_.overall_, 1 - (unseen.correct() @ weights) / (unseen.predicted @ weights)
    )
    # A row is judged by a rule that does not know its tenth of the rows.
    for fold in range(10):
        inside = np.arange(150) % 10 == fold
        other = DynamicIntegration().fit(unseen.select_rows(~inside), leaves[~inside])
        expected = combine(unseen.select_rows(inside), other, places=leaves[inside]).scores
        assert_allclose(ensemble.oob_decision_function_[inside], expected)


def test_noise_is_not_learned_into_a_good_score():
    # A tree that has seen a row puts it among rows of its class: its leaves must not say what the row is like.
    scores = []
    for seed in range(4):
        generator = np.random.default_rng(seed)
        noise, coin = generator.random((150, 4)), generator.integers(0, 2, 150)
        ensemble = make(DynamicIntegration(), estimator=DecisionTreeClassifier(), n_estimators=60)
        scores.append(ensemble.fit(noise, coin).oob_score_)
    assert np.mean(scores) < 0.58  # 600 rows: chance gives 0.5 with a standard error of 0.02


@pytest.mark.parametrize(
    "choices",
    [
        {"view": "subspace"},
        {"view": Rotation()},
        {"estimator": PeerTree(max_depth=2)},
        {"estimator": PeerTree(max_depth=2), "view": "subspace"},
        {"estimator": GaussianNB()},
        {"code": Dichotomies(), "n_estimators": 15},
    ],
    ids=str,
)
def test_behind_views_and_codes_and_with_other_members(choices):
    ensemble = make(DynamicIntegration(), **choices).fit(X, NAMES)
    assert ensemble.oob_score_ > 0.85
    by_leaves = not isinstance(ensemble.estimators_[0], GaussianNB)
    assert hasattr(ensemble.combination_.nearness_, "leaves") == by_leaves


def test_frames_with_categories_and_missing_values():
    kind = np.array(["k0", "k1", None], dtype=object)[y]
    table = pd.DataFrame({"kind": kind, "width": np.where(y == 1, np.nan, X[:, 1])})
    for rule in CHOICES[:2]:
        assert make(rule).fit(table, NAMES).score(table, NAMES) > 0.9
    known = make(CHOICES[1]).fit(table, NAMES).combination_.nearness_.known
    assert known.is_categorical.tolist() == [True, False]


def test_a_member_that_cannot_decide_votes_for_both():
    known = Outputs.from_predictions([[[0.5, 0.5, 0.0]] * 2], [0, 2], classes=[0, 1, 2])
    rule = DynamicIntegration().fit(known, np.array([[0], [1]]))
    new = Outputs.from_predictions([[[0.5, 0.5, 0.0]] * 2], classes=[0, 1, 2])
    scores = combine(new, rule, places=np.array([[0], [1]])).scores
    assert_allclose(scores, [[0.5, 0.5, 0], [0, 0, 1]])  # right about the first row, wrong about the second


def test_any_forest_can_be_combined():
    for forest in (PeerForest(30, random_state=0), RandomForestClassifier(30, random_state=0)):
        forest.fit(X[::2], NAMES[::2])
        known = Outputs.from_estimator(forest, X[::2], NAMES[::2], out_of_bag=True)
        new = Outputs.from_estimator(forest, X[1::2], NAMES[1::2])
        rule = DynamicIntegration().fit(known, forest.apply(X[::2]))
        assert combine(new, rule, places=forest.apply(X[1::2])).error() < 0.1
        near = DynamicIntegration("neighbours").fit(known, X[::2])
        assert combine(new, near, places=X[1::2]).error() < 0.1


def test_competence_that_differs_by_region_is_found():
    # Each member knows one half of the line and says the contrary of the truth in the other.
    generator = np.random.default_rng(0)
    line = generator.random((400, 1))
    truth = generator.integers(0, 2, 400)
    left = np.where(line[:, 0] < 0.5, truth, 1 - truth)
    outputs = Outputs.from_predictions([left, 1 - left, generator.integers(0, 2, 400)], truth)
    known, new = outputs.select_rows(slice(0, 200)), outputs.select_rows(slice(200, 400))
    assert combine(new, "vote").error() > 0.4
    for mode in MODES:
        rule = DynamicIntegration("neighbours", mode=mode).fit(known, line[:200])
        assert combine(new, rule, places=line[200:]).error() < 0.1
    leaves = np.repeat((line * 8).astype(int), 3, axis=1)
    rule = DynamicIntegration("forest").fit(known, leaves[:200])
    assert combine(new, rule, places=leaves[200:]).error() == 0


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (DynamicIntegration("trees"), "similarity='trees' must be 'auto', 'forest' or 'neighbours'"),
        (DynamicIntegration(mode="best"), "mode='best' must be 'weighted', 'selection' or 'upper_half'"),
        (DynamicIntegration(power=0.0), "power=0.0 must be a finite number above 0"),
        (DynamicIntegration(epsilon=-1.0), "epsilon=-1.0 must be a finite number above 0"),
        (DynamicIntegration(n_neighbours=0), "n_neighbours=0 must be an int of 1 or more"),
    ],
)
def test_wrong_parameters_are_refused(rule, message):
    with pytest.raises(ValueError, match=message):
        make(rule).fit(X, NAMES)
    with pytest.raises(ValueError, match=message):
        rule.fit(*draw(0)[:2])


def test_what_is_missing_is_said():
    known, leaves, said, places = draw(0)
    rule = DynamicIntegration().fit(known, leaves)
    with pytest.raises(ValueError, match=r"needs to know where the rows are; pass places.*forest\.apply"):
        rule.combine(said)
    with pytest.raises(ValueError, match=r"places have the shape \(4, 4\); \(4, 5\) for leaves is needed"):
        rule.combine(said, places=places[:, :4])
    with pytest.raises(ValueError, match="unlike those that DynamicIntegration has learned from"):
        rule.combine(said, places=places.astype(float))
    near = DynamicIntegration("neighbours").fit(known, leaves)
    with pytest.raises(ValueError, match=r"shape \(4, 2\) and the type float64, unlike"):
        near.combine(said, places=places[:, :2])
    with pytest.raises(ValueError, match="learned from 5 members, and cannot combine 3"):
        near.combine(said[:3], places=places)
    with pytest.raises(ValueError, match="needs leaves, which are integers"):
        DynamicIntegration("forest").fit(known, leaves.astype(float))
    with pytest.raises(NotFittedError, match=r"call fit\(outputs, places\)"):
        DynamicIntegration().combine(said, places=places)
    abstaining = Outputs.from_predictions([[0, 1]], [0, 1], predicted=[[False, False]])
    with pytest.raises(ValueError, match="no predictions to learn from"):
        DynamicIntegration().fit(abstaining, np.zeros((2, 1), int))
    with pytest.raises(ValueError, match="GaussianNB has no leaves"):
        make(DynamicIntegration("forest"), estimator=GaussianNB()).fit(X, NAMES)
    with pytest.raises(ValueError, match=r"left none of n_samples=150 rows out; use Bootstrap"):
        make(DynamicIntegration(), resampling="full").fit(X, NAMES)
    with pytest.raises(ValueError, match="sparse matrices are not supported"):
        make(DynamicIntegration("neighbours"), estimator=PeerTree(max_depth=2)).fit(csr_matrix(X), NAMES)


def test_a_target_of_one_class_is_answered():
    ensemble = make(DynamicIntegration()).fit(X, ["a"] * 150)
    assert_allclose(ensemble.predict_proba(X), 1)


@parametrize_with_contract(
    [
        EnsembleClassifier(combination=DynamicIntegration(), n_estimators=25, random_state=0),
        EnsembleRegressor(combination=DynamicIntegration(), n_estimators=25, random_state=0),
    ],
    expected_failed_checks=lambda _: {"check_sample_weight_equivalence_on_dense_data": "rows are drawn"},
)
def test_scikit_learn_accepts_an_ensemble_with_it(estimator, check):
    check(estimator)
