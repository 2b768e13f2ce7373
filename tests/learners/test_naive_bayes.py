import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm
from sklearn.datasets import load_iris, load_wine
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from tests.contract import parametrize_with_contract

from hedgerow import BaggingClassifier, EnsembleClassifier
from hedgerow.ensembles import RandomSubspaceClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import MemberError
from hedgerow.learners.naive_bayes import NaiveBayesClassifier

X, y = load_iris(return_X_y=True)
SEEDS = np.arange(3, dtype=np.uint64)
COUNTS = np.random.default_rng(0).integers(0, 3, (3, 150)).astype(np.int32)
COLUMNS = [np.array([0, 2]), np.array([1]), np.array([1, 2, 3])]
BOTH = pytest.mark.parametrize("numbers", ["gaussian", "discretised"])


@parametrize_with_contract([NaiveBayesClassifier(numbers="discretised")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_the_worked_example():
    """Four positives a, a, b, a and two negatives b, b: 0.5 and 0 without smoothing, 4/9 and 1/12 with it."""
    values = pd.DataFrame({"value": list("aababb")})
    labels = ["+"] * 4 + ["-"] * 2
    asked = pd.DataFrame({"value": ["a"]})
    smoothed = NaiveBayesClassifier().fit(values, labels)
    assert smoothed.predict_proba(asked)[0, 0] == pytest.approx(0.8421052632, abs=1e-10)
    assert_allclose(smoothed.predict_proba(asked)[0], np.array([4 / 9, 1 / 12]) / (4 / 9 + 1 / 12))
    bare = NaiveBayesClassifier(smoothing=0.0).fit(values, labels)
    assert_allclose(bare.predict_proba(asked)[0], [1, 0], atol=1e-100)


def naive_posterior(X, y, weights, is_categorical, row, n_classes):
    """Bayes' rule written out, one feature after the other."""
    largest = max(
        (
            np.average((v := X[k, f]) * 0 + (v - np.average(v, weights=weights[k])) ** 2, weights=weights[k])
            for f in np.flatnonzero(~is_categorical)
            if (k := ~np.isnan(X[:, f]) & (weights > 0)).any()
        ),
        default=0.0,
    )
    scores = []
    for code in range(n_classes):
        score = np.log(weights[y == code].sum() / weights.sum()) if weights[y == code].any() else -np.inf
        for f, value in enumerate(row):
            known = ~np.isnan(X[:, f]) & (weights > 0)
            mine = known & (y == code)
            if np.isnan(value) or not known.any():
                continue
            if is_categorical[f]:
                levels = np.unique(X[~np.isnan(X[:, f]), f])
                if value in levels:
                    same = weights[mine & (X[:, f] == value)].sum()
                    score += np.log((same + 1) / (weights[mine].sum() + len(levels)))
                continue
            mine = mine if mine.any() else known
            mean = np.average(X[mine, f], weights=weights[mine])
            variance = max(np.average((X[mine, f] - mean) ** 2, weights=weights[mine]), 1e-9 * largest)
            score += norm.logpdf(value, mean, np.sqrt(variance if variance > 0 else 1.0))
        scores.append(score)
    shares = np.exp(np.array(scores) - max(scores))
    return shares / shares.sum()


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_posteriors_are_those_of_bayes_rule(seed):
    rng = np.random.default_rng(seed)
    n_rows, n_classes = int(rng.integers(3, 15)), int(rng.integers(1, 4))
    is_categorical = rng.random(4) < 0.5
    X = np.where(is_categorical, rng.integers(0, 3, (n_rows, 4)), rng.normal(size=(n_rows, 4)).round(1))
    X[rng.random(X.shape) < 0.15] = np.nan
    y = rng.integers(0, n_classes, n_rows)
    weights = rng.integers(0, 3, n_rows).astype(np.float64)
    weights[0] = 1.0
    table = NaiveBayesClassifier().prepare(
        TrainingSet.of(X, y, n_classes=n_classes, is_categorical=is_categorical)
    )
    found = table.grow(SEEDS[:1], weights[None]).outputs(X)[0]
    expected = [naive_posterior(X, y, weights, is_categorical, row, n_classes) for row in X]
    assert_allclose(found, expected, atol=1e-6)


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_densities_agree_with_scikit_learns(load):
    data, target = load(return_X_y=True)
    data = (data - data.mean(axis=0)) / data.std(axis=0)
    weights = np.random.default_rng(0).random(len(target))
    for given_weights in (None, weights):
        ours = NaiveBayesClassifier().fit(data, target, given_weights)
        theirs = GaussianNB().fit(data, target, given_weights)
        # scikit-learn adds 1e-9 to the variances where we have a floor.
        assert_allclose(ours.predict_proba(data), theirs.predict_proba(data), atol=1e-6)


def test_categories_agree_with_scikit_learns():
    rng = np.random.default_rng(0)
    codes, target = rng.integers(0, 4, (200, 5)), rng.integers(0, 3, 200)
    frame = pd.DataFrame(codes).astype(str)
    ours = NaiveBayesClassifier().fit(frame.rename(columns=str), target)
    theirs = CategoricalNB().fit(codes, target)
    assert_allclose(ours.predict_proba(frame.rename(columns=str)), theirs.predict_proba(codes), atol=1e-12)


@BOTH
def test_a_member_is_what_a_fit_on_its_rows_and_columns_would_be(numbers):
    learner = NaiveBayesClassifier(numbers=numbers)
    members = learner.prepare(TrainingSet.of(X, y, n_classes=3)).grow(SEEDS, COUNTS, COLUMNS)
    for index, (counts, columns) in enumerate(zip(COUNTS, COLUMNS, strict=True)):
        repeated = np.repeat(X[:, columns], counts, axis=0), np.repeat(y, counts)
        twin = NaiveBayesClassifier(numbers=numbers).fit(*repeated)
        assert_allclose(members.outputs(X)[index], twin.predict_proba(X[:, columns]), atol=1e-8)
        assert_allclose(members[index].predict_proba(X), members.outputs(X)[index], atol=1e-12)


@BOTH
def test_members_join_and_sum_themselves(numbers):
    table = NaiveBayesClassifier(numbers=numbers).prepare(TrainingSet.of(X, y, n_classes=3))
    members = table.grow(SEEDS, COUNTS, COLUMNS)
    single = [table.grow(SEEDS[i : i + 1], COUNTS[i : i + 1], COLUMNS[i : i + 1]) for i in range(3)]
    joined = single[0].join(single[1:])
    assert len(joined.designs) == (1 if numbers == "gaussian" else 3)
    assert_allclose(joined.outputs(X), members.outputs(X), atol=1e-12)
    combination_weights = np.array([2.0, 0.5, 1.0])
    assert_allclose(
        joined.sum_outputs(X, combination_weights, hard=False),
        np.tensordot(combination_weights, members.outputs(X), 1),
    )
    assert_array_equal(joined.sum_outputs(X, None, hard=True).sum(axis=1), 3)
    assert_array_equal(joined[-1].predict(X), members.outputs(X)[2].argmax(axis=1))


def test_members_on_the_same_rows_share_what_was_learned():
    table = NaiveBayesClassifier(numbers="discretised").prepare(TrainingSet.of(X, y, n_classes=3))
    members = table.grow(SEEDS, np.ones((3, 150), np.int32), COLUMNS)
    assert len(members.designs) == 1
    everything = table.grow(SEEDS[:1], np.ones((1, 150), np.int32))
    for index, columns in enumerate(COLUMNS):
        mine = np.isin(members.designs[0].owners, columns)
        assert_array_equal(members.slopes[0][index][:, mine], everything.slopes[0][0][:, mine])
        assert_array_equal(members.slopes[0][index][:, ~mine], 0)


@BOTH
def test_targets_replace_the_question_and_leave_rows_out(numbers):
    targets = np.stack([np.array([0, 1, -1])[y], np.array([1, -1, 0])[y]])
    table = NaiveBayesClassifier(numbers=numbers).prepare(TrainingSet.of(X, y * 0, n_classes=2))
    outputs = table.grow(SEEDS[:2], np.ones((2, 150), np.int32), None, targets).outputs(X)
    for output, question in zip(outputs, targets, strict=True):
        asked = question >= 0
        twin = NaiveBayesClassifier(numbers=numbers).fit(X[asked], question[asked])
        assert_allclose(output, twin.predict_proba(X), atol=1e-8)


def test_cuts_are_where_the_description_gets_shorter():
    line = np.arange(20.0)[:, None]
    clear = NaiveBayesClassifier(numbers="discretised").fit(line, np.repeat([0, 1], 10))
    assert_array_equal(clear.members_.designs[0].codes[0][0], [9.5])
    assert_allclose(clear.predict_proba([[3.0]]), [[11 / 12, 1 / 12]])
    two = np.repeat([0.0, 1.0], 10)[:, None]  # (8, 2) + (2, 8) saves 5.56 bits and costs 7.94
    vague = NaiveBayesClassifier(numbers="discretised").fit(two, [0] * 8 + [1] * 2 + [0] * 2 + [1] * 8)
    assert vague.members_.designs[0].codes[0][0].size == 0
    assert_allclose(vague.predict_proba([[3.0]]), [[0.5, 0.5]])


def test_a_class_missing_from_the_sample_has_probability_zero():
    table = NaiveBayesClassifier().prepare(TrainingSet.of(X, y, n_classes=3))
    outputs = table.grow(SEEDS[:1], (y != 1)[None].astype(np.int32)).outputs(X)
    assert_array_equal(outputs[0, :, 1], 0)
    assert_allclose(outputs.sum(axis=2), 1)
    with pytest.raises(MemberError, match="member 1 could not be fitted"):
        table.grow(SEEDS[:2], np.stack([np.ones(150), np.zeros(150)]))


@BOTH
def test_ensembles_of_it(numbers):
    learner = NaiveBayesClassifier(numbers=numbers)
    bagging = BaggingClassifier(learner, n_estimators=10, oob_score=True, random_state=0).fit(X, y)
    assert bagging.oob_score_ > 0.9
    subspaces = RandomSubspaceClassifier(learner, n_estimators=10, random_state=0, n_jobs=2).fit(X, y)
    again = RandomSubspaceClassifier(learner, n_estimators=10, random_state=0).fit(X, y)
    assert_array_equal(subspaces.predict_proba(X), again.predict_proba(X))
    assert subspaces.score(X, y) > 0.9


def test_an_ensemble_is_that_of_scikit_learns_learner():
    ours, theirs = (
        EnsembleClassifier(learner, view="subspace", n_estimators=20, random_state=0).fit(X, y)
        for learner in (NaiveBayesClassifier(), GaussianNB())
    )
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)


def test_errors_say_what_is_wrong():
    with pytest.raises(ValueError, match="numbers='normal' must be 'gaussian' or 'discretised'"):
        NaiveBayesClassifier(numbers="normal").fit(X, y)
    with pytest.raises(ValueError, match="smoothing=-1 must be a finite number of 0 or more"):
        NaiveBayesClassifier(smoothing=-1).fit(X, y)
    with pytest.raises(ValueError, match="learns classes, not values"):
        NaiveBayesClassifier().prepare(TrainingSet.of(X, X[:, 0], n_classes=None))
