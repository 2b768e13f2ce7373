import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from tests.contract import parametrize_with_contract

from hedgerow import DecisionTreeClassifier, Outputs, datasets
from hedgerow.ensembles.triskel import TriskelClassifier

ROUNDED = {
    "check_sample_weight_equivalence_on_dense_data": (
        "biased weights are fractions, which trees round to units, so features of equal gain may tie or not"
    )
}


@parametrize_with_contract(
    [TriskelClassifier(n_rounds=2)],
    expected_failed_checks=lambda _: ROUNDED,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


class Cut(ClassifierMixin, BaseEstimator):
    """Says 1 above the point where the weight of class 1 left of it equals that of class 0 right of it."""

    def fit(self, X, y, sample_weight=None):
        weights = np.ones(len(y)) if sample_weight is None else sample_weight
        costs = [
            weights[(X[:, 0] < cut) & (y == 1)].sum() + weights[(X[:, 0] >= cut) & (y == 0)].sum()
            for cut in range(11)
        ]
        self.classes_, self.cut_ = np.unique(y), int(np.argmin(costs))
        return self

    def predict_proba(self, X):
        shares = np.where(X[:, 0] >= self.cut_, 0.9, 0.1)
        return np.column_stack([1 - shares, shares])[:, : len(self.classes_)]

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


def test_a_pencil_example():
    """x = 0..9, positive are 3, 5 and up; a cut at 3 costs one false alarm, a cut at 5 one miss."""
    X, y = np.arange(10.0)[:, None], np.array([0, 0, 0, 1, 0, 1, 1, 1, 1, 1])
    triskel = TriskelClassifier(Cut()).fit(X, y)
    towards_yes, towards_no, arbiter = triskel.estimators_
    assert (towards_yes.cut_, towards_no.cut_) == (3, 5)
    assert_array_equal(triskel.estimators_samples_[2], [3, 4])
    assert arbiter.cut_ == 0  # of a yes before a no, either answer costs one; the first cut is taken
    assert triskel.predict(X).tolist() == [0, 0, 0, 1, 1, 1, 1, 1, 1, 1]
    assert triskel.report_["n_taken"].tolist() == [8, 2]
    assert triskel.report_["error"].tolist() == [0.0, 0.5]


def test_a_precise_yes_comes_from_the_learner_that_would_rather_say_no():
    """Where the answers are nested, a yes of the reluctant learner is the answer of both."""
    table = datasets.load("pima")
    triskel = TriskelClassifier(GaussianNB(), bias=4).fit(table.features, table.target)
    willing, reluctant = (member.predict(table.features.to_numpy()) for member in triskel.estimators_[:2])
    assert (willing >= reluctant).all()
    settled = triskel.answering_stage(table.features) == 0
    assert_array_equal(settled, (reluctant == 1) | (willing == 0))
    truth = np.unique(table.target, return_inverse=True)[1]
    assert truth[reluctant == 1].mean() > truth[willing == 1].mean()


def arbitrate_slowly(X, y, learner, bias, rows):
    """Predictions of one round by the definition, pair by pair and row by row."""
    classes, prior = np.unique(y), np.bincount(y) / len(y)
    asked = [1] if len(classes) == 2 else list(classes)
    pairs = {}
    for k in asked:
        question = (y == k).astype(int)
        for towards in (1, 0):
            weights = np.where(question == towards, float(bias), 1.0)
            pairs[k, towards] = clone(learner).fit(X, question, weights * len(y) / weights.sum())

    def yes(k, towards, x):
        share = pairs[k, towards].predict_proba(x[None])[0][1]
        return prior[k] > 0.5 if abs(share - 0.5) <= 1e-12 else share > 0.5

    def settle(x):
        if len(classes) == 2:
            said = {yes(1, towards, x) for towards in (0, 1)}
            return int(said.pop()) if len(said) == 1 else None
        agreed = [k for k in classes if yes(k, 1, x) and yes(k, 0, x)]
        return agreed[0] if len(agreed) == 1 else None

    open_ = [i for i in range(len(y)) if settle(X[i]) is None]
    arbiter = clone(learner).fit(X[open_], y[open_]) if open_ else None
    answers = []
    for x in rows:
        said = settle(x)
        if said is None:
            shares = prior if arbiter is None else np.zeros(len(classes))
            if arbiter is not None:
                shares[arbiter.classes_] = arbiter.predict_proba(x[None])[0]
            best = [k for k in classes if shares[k] >= shares.max() - 1e-12]
            said = max(best, key=lambda k: (prior[k], -k))
        answers.append(said)
    return answers, len(open_)


@settings(max_examples=15)
@given(
    seed=st.integers(0, 10_000),
    n_classes=st.integers(2, 4),
    bias=st.sampled_from([1.0, 3.0, 5.0]),
    bayes=st.booleans(),
)
def test_it_is_the_definition(seed, n_classes, bias, bayes):
    generator = np.random.default_rng(seed)
    # class 0 is a little more frequent, so two classes do not tie in their priors
    y = np.concatenate([np.tile(np.arange(n_classes), 4), [0], generator.integers(0, n_classes, 40)])
    X = generator.normal(size=(len(y), 2)) + 0.9 * y[:, None]
    learner = GaussianNB() if bayes else DecisionTreeClassifier(max_depth=2)
    fast = TriskelClassifier(learner, bias=bias).fit(X, y)
    answers, n_open = arbitrate_slowly(X, y, learner, bias, X)
    assert fast.report_["n_taken"].iloc[-1] == n_open
    assert_array_equal(fast.predict(X), answers)


def test_integer_weights_are_repeats_where_nothing_is_rounded():
    generator = np.random.default_rng(0)
    y = generator.integers(0, 3, 80)
    X, weights = generator.normal(size=(80, 2)) + y[:, None], generator.integers(0, 3, 80)
    weighted = TriskelClassifier(GaussianNB()).fit(X, y, weights)
    repeated = TriskelClassifier(GaussianNB()).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X))


def test_no_bias_settles_everything_and_a_larger_one_less():
    table = datasets.load("pima")
    settled = [
        TriskelClassifier(bias=bias).fit(table.features, table.target).report_["share"][0]
        for bias in (1, 2, 5)
    ]
    assert settled[0] == 1.0
    assert settled[0] > settled[1] > settled[2]


def test_with_nothing_left_the_arbiter_says_the_class_shares():
    X, y = load_iris(return_X_y=True)
    X, y = X[y < 2], y[y < 2]
    triskel = TriskelClassifier().fit(X[:90], y[:90])
    assert triskel.report_["n_taken"].tolist() == [90, 0]
    assert np.isnan(triskel.report_["error"][1])
    assert len(triskel.estimators_) == 2
    assert_allclose(triskel._cascade.stages[-1].answer(X[:1])[0], [[50 / 90, 40 / 90]])


def test_rounds_go_on_with_what_is_left():
    table = datasets.load("pima")
    triskel = TriskelClassifier(bias=2, n_rounds=3).fit(table.features, table.target)
    assert triskel.report_["stage"].tolist() == ["agreement 1", "agreement 2", "agreement 3", "arbiter"]
    seen = [len(rows) for rows in triskel.estimators_samples_]
    assert seen[::2] == triskel.report_["n_arriving"].tolist()
    assert len(triskel.estimators_) == 7


def test_members_about_two_classes_can_be_asked_and_others_answer_different_questions():
    table = datasets.load("wbc")
    triskel = TriskelClassifier().fit(table.features, table.target)
    outputs = Outputs.from_estimator(triskel, table.features, table.target)
    agree = outputs.answers[0] == outputs.answers[1]
    assert_array_equal(agree, triskel.answering_stage(table.features) == 0)
    assert_array_equal(outputs.classes[outputs.answers[0][agree]], triskel.predict(table.features)[agree])
    X, y = load_iris(return_X_y=True)
    many = TriskelClassifier().fit(X, y)
    assert not hasattr(many, "member_outputs")
    with pytest.raises(TypeError, match="has no estimators_ that classify"):
        Outputs.from_estimator(many, X, y)


@pytest.mark.parametrize("learner", [None, GaussianNB()])
def test_settled_rows_are_more_accurate(learner):
    gains = []
    for name in ("pima", "sonar", "ionosphere"):
        table = datasets.load(name)
        for seed in range(3):
            order = np.random.default_rng(seed).permutation(len(table.target))
            train, test = order[::2], order[1::2]
            triskel = TriskelClassifier(learner).fit(table.features.iloc[train], table.target.iloc[train])
            report = triskel.report(table.features.iloc[test], table.target.iloc[test])
            gains.append(report["error"][1] - report["error"][0])
    gains = np.array(gains)[~np.isnan(gains)]
    assert len(gains) >= 6
    assert gains.mean() > 3 * gains.std() / np.sqrt(gains.size)


def test_errors_say_what_is_wrong():
    with pytest.raises(ValueError, match="bias=0 must be a finite number above 0"):
        TriskelClassifier(bias=0).fit([[0], [1]], [0, 1])
    with pytest.raises(ValueError, match="n_rounds=0 must be"):
        TriskelClassifier(n_rounds=0).fit([[0], [1]], [0, 1])
