import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import ExtraTreeClassifier

from hedgerow import DecisionTreeClassifier
from hedgerow.codes.minimal import code_error
from hedgerow.codes.minimal.code_error import CodeEvaluator, Dichotomizers, find_meanings
from hedgerow.codes.minimal.splits import fold, hold_out
from hedgerow.codes.minimal.words import separate_words
from hedgerow.codes.validity import count_bits
from hedgerow.learners import RandomOracleClassifier

X, y = load_iris(return_X_y=True)
COLUMNS = np.array([[0, 1, 1], [0, 0, 1], [0, 1, 0]], np.uint8)
HALF = [hold_out(y, 0.5, np.random.RandomState(0))]
FOLDS = fold(y, 3, np.random.RandomState(0))


@pytest.mark.parametrize("splits", [HALF, FOLDS], ids=["half", "folds"])
@pytest.mark.parametrize("learner", [DecisionTreeClassifier(), GaussianNB()], ids=["batches", "one by one"])
def test_each_column_is_learned_on_the_training_rows_and_answered_on_the_others(learner, splits):
    """The obvious twin: relabel, fit, predict."""
    known = Dichotomizers(learner, X, y, None, splits, 0, None)
    answers = known.answer(COLUMNS)
    assert_array_equal(known.rows, np.concatenate([held_out for _, held_out in splits]))
    for column, answer in zip(COLUMNS, answers, strict=True):
        twin = [learner.fit(X[train], column[y[train]]).predict(X[held_out]) for train, held_out in splits]
        assert_array_equal(answer, np.concatenate(twin) == 1)


@pytest.mark.parametrize(
    "learner",
    [
        DecisionTreeClassifier(max_features=1),
        RandomOracleClassifier(),
        make_pipeline(StandardScaler(), ExtraTreeClassifier(max_features=1)),
    ],
    ids=["tree", "oracle", "pipeline"],
)
def test_answers_depend_on_neither_order_nor_workers(learner):
    together = Dichotomizers(learner, X, y, None, FOLDS, 7, 1).answer(COLUMNS)
    backwards = Dichotomizers(learner, X, y, None, FOLDS, 7, 2).answer(COLUMNS[::-1])
    assert_array_equal(together, backwards[::-1])
    again = Dichotomizers(learner, X, y, None, FOLDS, 7, None)
    assert_array_equal(together, np.concatenate([again.answer(column[None]) for column in COLUMNS]))
    assert not np.array_equal(together, Dichotomizers(learner, X, y, None, FOLDS, 8, 1).answer(COLUMNS))


@pytest.mark.parametrize(
    "learner", [DecisionTreeClassifier(), LogisticRegression(), KNeighborsClassifier(1)], ids=str
)
def test_weights_count_or_draw_rows(learner):
    """All weight on two rows of each class: the answers are those of these rows."""
    heavy = np.concatenate([np.flatnonzero(y == code)[:2] for code in range(3)])
    weights = np.full(150, 1e-9)
    weights[heavy] = 1.0
    answers = Dichotomizers(learner, X, y, weights, [(np.arange(150), heavy)], 0, None).answer(COLUMNS[:1])
    assert_array_equal(answers[0], y[heavy] > 0)


@pytest.mark.parametrize("learner", [DecisionTreeClassifier(), LogisticRegression()], ids=str)
def test_a_side_without_training_rows_is_never_the_answer(learner):
    train, held_out = np.flatnonzero(y == 0), np.flatnonzero(y > 0)
    columns = np.array([[0, 1, 1], [1, 0, 0]], np.uint8)
    answers = Dichotomizers(learner, X, y, None, [(train, held_out)], 0, None).answer(columns)
    assert not answers[0].any()
    assert answers[1].all()


class Broken(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        raise RuntimeError("it does not learn")


def test_a_learner_that_fails_says_so():
    with pytest.raises(RuntimeError, match="it does not learn"):
        Dichotomizers(Broken(), X, y, None, HALF, 0, None).answer(COLUMNS)


class Recorder:
    """Answers by a rule that is right three times out of four, and notes what it was asked."""

    def __init__(self, y, n_classes):
        self.asked = []
        self.y = y
        self.noise = np.random.RandomState(0)

    def answer(self, columns):
        self.asked.extend(column.tobytes() for column in columns)
        right = columns[:, self.y].astype(bool)
        return np.stack([row ^ (np.random.RandomState(column.tolist()).random_sample(row.size) < 0.25)
                         for row, column in zip(right, columns, strict=True)])  # fmt: skip


def draw_codes(n_codes, n_classes, seed):
    generator = np.random.RandomState(seed)
    bits = generator.randint(0, 2, (n_codes, n_classes, count_bits(n_classes))).astype(np.uint8)
    return separate_words(bits, generator)


def judge_slowly(bits, answer, y, prior):
    """The nearest word by counting differences, ties to the larger class and then to the first."""
    wrong = []
    for code in bits:
        said = []
        answers = [answer(column) for column in code.T]
        for row in range(y.size):
            word = [each[row] for each in answers]
            keys = [(np.sum(word != code[c]), -prior[c], c) for c in range(len(code))]
            said.append(min(keys)[2])
        wrong.append(np.array(said) != y)
    return np.array(wrong)


@settings(max_examples=25)
@given(st.integers(3, 9), st.integers(0, 50))
def test_errors_are_those_of_decoding_row_by_row(n_classes, seed):
    generator = np.random.RandomState(seed)
    y = generator.randint(0, n_classes, 15)
    weights = generator.random_sample(15)
    prior = generator.randint(1, 4, n_classes).astype(float)
    bits = draw_codes(3, n_classes, seed)
    recorder = Recorder(y, n_classes)
    evaluator = CodeEvaluator(recorder, y, weights, prior)
    errors = evaluator.errors(bits)

    def answer(column):
        turned = column[0] == 1
        return Recorder(y, n_classes).answer((column ^ turned)[None])[0] ^ turned

    wrong = judge_slowly(bits, answer, y, prior)
    assert_allclose(errors, wrong @ weights / weights.sum(), atol=1e-12)
    assert_allclose(CodeEvaluator(recorder, y, None, prior).errors(bits), wrong.mean(axis=1), atol=1e-12)


def test_a_column_and_its_complement_are_learned_once():
    y = np.arange(5).repeat(4)
    recorder = Recorder(y, 5)
    evaluator = CodeEvaluator(recorder, y, None, np.ones(5))
    bits = draw_codes(2, 5, 0)
    first = evaluator.errors(bits)
    assert evaluator.n_trained == len(recorder.asked) == len(set(recorder.asked))
    assert all(key[0] == 0 for key in recorder.asked)  # the first class has bit 0
    assert_array_equal(evaluator.errors(1 - bits), first)
    assert_array_equal(evaluator.errors(bits[:, :, ::-1]), first)
    assert evaluator.n_lookups == 3 * 2 * 3
    assert evaluator.n_trained == len(recorder.asked) <= 6


def test_there_are_no_more_questions_than_bipartitions():
    y = np.arange(5)
    evaluator = CodeEvaluator(Recorder(y, 5), y, None, np.ones(5))
    for seed in range(20):
        evaluator.errors(draw_codes(40, 5, seed))
    assert evaluator.n_trained <= 2**4 - 1


def test_forgetting_changes_nothing(monkeypatch):
    y = np.arange(8).repeat(3)
    codes = [draw_codes(4, 8, seed) for seed in range(6)]
    keeping = CodeEvaluator(Recorder(y, 8), y, None, np.ones(8))
    monkeypatch.setattr(code_error, "_MOST_BYTES", 15 * y.size)
    monkeypatch.setattr(code_error, "_MOST_CELLS", 1)
    forgetting = CodeEvaluator(Recorder(y, 8), y, None, np.ones(8))
    for bits in codes:
        assert_array_equal(keeping.errors(bits), forgetting.errors(bits))
    assert forgetting.n_trained > keeping.n_trained


def test_unused_words_mean_the_nearest_class_then_the_largest_then_the_first():
    code = np.array([[[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 0, 0]]], np.uint8)
    meanings = find_meanings(code, np.arange(5))[0]
    assert meanings.tolist() == [0, 1, 0, 2, 4, 1, 3, 3]
    by_size = find_meanings(code, np.array([4, 3, 2, 1, 0]))[0]
    assert by_size.tolist() == [0, 1, 2, 2, 4, 4, 4, 3]
    full = np.arange(8)
    assert sorted(find_meanings(draw_codes(1, 8, 0), full)[0]) == full.tolist()  # every word is a class


@pytest.mark.parametrize("n_classes", [3, 610])
def test_any_number_of_classes_is_decoded(n_classes):
    bits = draw_codes(2, n_classes, 1)
    words = bits @ (1 << np.arange(bits.shape[2])[::-1])
    meanings = find_meanings(bits, np.arange(n_classes))
    assert_array_equal(np.take_along_axis(meanings, words, axis=1), np.tile(np.arange(n_classes), (2, 1)))
