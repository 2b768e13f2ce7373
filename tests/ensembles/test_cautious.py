import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.naive_bayes import GaussianNB
from tests.contract import parametrize_with_contract

from hedgerow import DecisionTreeClassifier, Outputs, RandomForestClassifier, datasets
from hedgerow.ensembles.cautious import CautiousClassifier


@parametrize_with_contract([CautiousClassifier(cv=3)])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


class Knowing(ClassifierMixin, BaseEstimator):
    """Is as confident about a row as its only feature says, for class 1."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        return np.column_stack([1 - X[:, 0], X[:, 0]])

    def predict(self, X):
        return self.predict_proba(X).argmax(axis=1)


@pytest.mark.parametrize(
    ("coverage", "threshold", "n_covered"), [(0.3, 0.95, 3), (0.5, 0.8, 5), (0.65, 0.6, 8), (0.7, 0.6, 8)]
)
def test_the_threshold_covers_the_share(coverage, threshold, n_covered):
    X = np.array([0.51, 0.55, 0.6, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0])[:, None]
    y = np.arange(10) % 2
    cautious = CautiousClassifier(Knowing(), coverage=coverage, min_samples=1, cv=None).fit(X, y)
    assert cautious.thresholds_ == [threshold]
    assert cautious.report_["n_taken"].tolist() == [n_covered, 10 - n_covered]


def delegate_slowly(X, y, learner, coverage, max_stages, min_samples):
    """Fitted learners and thresholds, by the published loop."""
    rows, stages = list(range(len(y))), []
    while True:
        model = clone(learner).fit(X[rows], y[rows])
        if len(stages) + 1 == max_stages:
            return stages, model
        confidence = [max(shares) for shares in model.predict_proba(X[rows])]
        needed = int(np.ceil(coverage * len(rows) - 1e-9))
        threshold = sorted(confidence, reverse=True)[needed - 1]
        rest = [row for row, sure in zip(rows, confidence, strict=True) if sure < threshold - 1e-12]
        if len(rest) < min_samples or len(set(y[rest])) < 2:
            return stages, model
        stages.append((model, threshold))
        rows = rest


def answer_slowly(stages, last, X, n_classes):
    answers = np.zeros((len(X), n_classes))
    for row, x in enumerate(X):
        for model, threshold in (*stages, (last, -np.inf)):
            shares = model.predict_proba(x[None])[0]
            if max(shares) >= threshold - 1e-12:
                answers[row, model.classes_] = shares
                break
    return answers


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10_000),
    n_classes=st.integers(2, 4),
    coverage=st.sampled_from([0.1, 0.3, 0.5, 0.9, 1.0]),
    bayes=st.booleans(),
)
def test_it_is_the_published_loop(seed, n_classes, coverage, bayes):
    generator = np.random.default_rng(seed)
    y = np.concatenate([np.tile(np.arange(n_classes), 3), generator.integers(0, n_classes, 60)])
    X = generator.normal(size=(len(y), 2)).round(1) + 0.7 * y[:, None]
    learner = GaussianNB(var_smoothing=0.1) if bayes else DecisionTreeClassifier(max_depth=2)
    fast = CautiousClassifier(learner, coverage=coverage, max_stages=4, min_samples=8, cv=None).fit(X, y)
    stages, last = delegate_slowly(X, y, learner, coverage, 4, 8)
    assert_allclose(fast.thresholds_, [threshold for _, threshold in stages])
    assert_allclose(fast.predict_proba(X), answer_slowly(stages, last, X, n_classes), atol=1e-9)


def test_confidences_come_from_learners_that_have_not_seen_the_row():
    """A memory is certain about what it has seen, and says 1/2 about the rest."""

    class Memory(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.classes_, self.seen_ = np.unique(y), set(X[:, 0])
            return self

        def predict_proba(self, X):
            return np.array([[1.0, 0.0] if x in self.seen_ else [0.5, 0.5] for x in X[:, 0]])

        def predict(self, X):
            return self.predict_proba(X).argmax(axis=1)

    X, y = np.arange(40.0)[:, None], np.arange(40) % 2
    assert CautiousClassifier(Memory(), cv=4).fit(X, y).thresholds_ == []  # 1/2 about all: nobody stands out
    X[:30] = X[0]  # thirty rows are the same, and are known to every judge
    cautious = CautiousClassifier(Memory(), cv=4, random_state=0).fit(X, y)
    assert cautious.thresholds_ == [1.0]
    assert_array_equal(cautious.estimators_samples_[1], np.arange(30, 40))


def test_weights_are_shares_of_the_weight():
    X = np.array([0.6, 0.7, 0.8, 0.9])[:, None]
    y = np.array([0, 1, 0, 1])
    choices = {"coverage": 0.5, "min_samples": 1, "cv": None}
    assert CautiousClassifier(Knowing(), **choices).fit(X, y).thresholds_ == [0.8]
    assert CautiousClassifier(Knowing(), **choices).fit(X, y, [1, 1, 1, 9]).thresholds_ == [0.9]


def test_it_stops_when_too_few_rows_or_one_class_are_left():
    X = np.linspace(0.51, 1, 20)[:, None]
    mixed, sorted_ = np.arange(20) % 2, (np.arange(20) >= 10).astype(int)
    for y, min_samples, n_stages in ((mixed, 10, 2), (mixed, 11, 1), (sorted_, 1, 1)):
        cautious = CautiousClassifier(Knowing(), max_stages=2, min_samples=min_samples, cv=None).fit(X, y)
        assert len(cautious.report_) == n_stages
    assert len(CautiousClassifier(Knowing(), max_stages=9, min_samples=2, cv=None).fit(X, mixed).report_) == 4


def test_a_certain_tree_delegates_nothing():
    table = datasets.load("wbc")
    pure = CautiousClassifier(DecisionTreeClassifier(), cv=None).fit(table.features, table.target)
    assert pure.report_["stage"].tolist() == ["last"]
    alone = DecisionTreeClassifier().fit(table.features, table.target)
    assert_array_equal(pure.predict(table.features), alone.predict(table.features))


def test_members_can_be_asked():
    table = datasets.load("pima")
    cautious = CautiousClassifier(random_state=0).fit(table.features, table.target)
    outputs = Outputs.from_estimator(cautious, table.features, table.target)
    assert outputs.n_members == len(cautious.estimators_) == 2
    stage = cautious.answering_stage(table.features)
    answers = outputs.classes[np.choose(stage, outputs.answers)]
    assert_array_equal(answers, cautious.predict(table.features))
    unseen = Outputs.from_estimator(cautious, table.features, table.target, out_of_bag=True).predicted
    assert not unseen[0].any()
    assert 0 < unseen[1].sum() < len(stage)


@pytest.mark.parametrize(
    ("learner", "cv"), [(None, None), (GaussianNB(), None), (RandomForestClassifier(15), 3)]
)
def test_accepted_rows_are_more_accurate(learner, cv):
    """Ferri et al. 2004: a stage errs less about what it keeps than about what it passes on."""
    gains = []
    for name in ("pima", "sonar", "ionosphere"):
        table = datasets.load(name)
        for seed in range(3):
            order = np.random.default_rng(seed).permutation(len(table.target))
            train, test = order[::2], order[1::2]
            cautious = CautiousClassifier(learner, cv=cv, random_state=seed)
            cautious.fit(table.features.iloc[train], table.target.iloc[train])
            X, y = table.features.iloc[test], table.target.iloc[test].to_numpy()
            passed_on = cautious.answering_stage(X) > 0
            is_wrong = next(cautious.staged_predict(X)) != y
            if passed_on.any():
                gains.append(is_wrong[passed_on].mean() - is_wrong[~passed_on].mean())
    assert len(gains) >= 6
    assert np.mean(gains) > 3 * np.std(gains) / np.sqrt(len(gains))


def test_folds_keep_a_forest_from_passing_on_too_much():
    table = datasets.load("pima")
    X, y, X_new = table.features[::2], table.target[::2], table.features[1::2]
    shares = [
        CautiousClassifier(RandomForestClassifier(20), cv=cv, random_state=0)
        .fit(X, y)
        .report(X_new)["share"][0]
        for cv in (None, 4)
    ]
    assert shares[0] < 0.3
    assert shares[1] == pytest.approx(0.5, abs=0.12)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"coverage": 0.0}, r"coverage=0.0 must be a number in \(0, 1\]"),
        ({"max_stages": 0}, "max_stages=0 must be an int of 1 or more"),
        ({"min_samples": 2.5}, "min_samples=2.5 must be an int of 1 or more"),
        ({"cv": 1}, "cv=1 must be an int of 2 or more"),
    ],
)
def test_errors_say_what_is_wrong(choices, message):
    with pytest.raises(ValueError, match=message):
        CautiousClassifier(**choices).fit([[0], [1]], [0, 1])
