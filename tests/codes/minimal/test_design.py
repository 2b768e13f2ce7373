import logging
import pickle

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_digits, load_iris, make_blobs
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB

from hedgerow import DecisionTreeClassifier
from hedgerow.codes import PBIL, GeneticAlgorithm, MinimalCode, list_minimal_codes
from hedgerow.codes.minimal.code_error import CodeEvaluator, Dichotomizers
from hedgerow.codes.minimal.splits import hold_out
from hedgerow.codes.minimal.words import separate_words
from hedgerow.codes.protocol import LearnedDesign
from hedgerow.codes.validity import check_code, count_bits
from hedgerow.ensembles.coded.ecoc import ECOCClassifier

X, y = load_digits(return_X_y=True)
X, y = X[:300, 8:40], y[:300]
SMALL = {"n_generations": 8, "population": 6, "islands": 2}


def learn(design, X=X, y=y, seed=0, **given):
    return design.learn(X, y, int(y.max()) + 1, generator=np.random.RandomState(seed), **given)


def test_it_is_a_learned_design():
    assert isinstance(MinimalCode(), LearnedDesign)


@pytest.mark.parametrize("search", ["ga", "pbil", GeneticAlgorithm(mutation=0.2), PBIL(noise=0.1)], ids=str)
def test_a_search_leaves_a_valid_code_of_as_few_columns_as_there_can_be_and_its_record(search):
    design = MinimalCode(search, **SMALL)
    code = learn(design)
    check_code(code)
    assert code.shape == (10, 4)
    assert code.dtype == np.int8
    assert_array_equal(design.code_, code)
    assert design.history_.shape == (9,)
    assert (np.diff(design.history_) <= 0).all()
    assert design.validation_error_ == design.history_[-1] < 1
    assert design.n_lookups_ == 9 * 12 * 4
    assert 0 < design.n_trained_ < design.n_lookups_
    assert design.ending_ == "generations"


@pytest.mark.parametrize("learner", [None, DecisionTreeClassifier(max_features=2), GaussianNB()], ids=str)
def test_the_same_seed_gives_the_same_code_for_any_number_of_workers(learner):
    codes = [learn(MinimalCode(**SMALL), estimator=learner, n_jobs=n_jobs) for n_jobs in (None, 2)]
    assert_array_equal(*codes)
    assert not np.array_equal(codes[0], learn(MinimalCode(**SMALL), estimator=learner, seed=1))


def test_the_error_of_the_record_is_that_of_the_code():
    """Trained on the same half, decoded by hand."""
    design = MinimalCode(**SMALL)
    code = learn(design, estimator=GaussianNB())
    train, held_out = hold_out(y, 0.5, np.random.RandomState(0))
    sides = np.stack(
        [GaussianNB().fit(X[train], column[y[train]]).predict(X[held_out]) for column in code.T], axis=1
    )
    order = np.argsort(-np.bincount(y), kind="stable")
    said = order[(sides @ code[order].T).argmax(axis=1)]
    assert np.mean(said != y[held_out]) == pytest.approx(design.validation_error_)


def test_a_search_of_few_classes_finds_the_best_of_all_codes():
    blobs, labels = make_blobs(400, 2, centers=6, cluster_std=1.8, random_state=3)
    learner = DecisionTreeClassifier(max_depth=2)
    best = MinimalCode("exhaustive")
    learn(best, blobs, labels, estimator=learner)
    assert best.n_trained_ <= 2**5 - 1
    assert best.ending_ == "exhausted"
    evaluator = CodeEvaluator(
        Dichotomizers(
            learner, blobs, labels, None, [hold_out(labels, 0.5, np.random.RandomState(0))], 0, None
        ),
        labels[hold_out(labels, 0.5, np.random.RandomState(0))[1]],
        None,
        np.bincount(labels).astype(float),
    )
    errors = evaluator.errors(list_minimal_codes(6))
    assert best.validation_error_ == pytest.approx(errors.min(), abs=0.03)  # trees draw nothing else
    for search in ("ga", "pbil"):
        bred = MinimalCode(search)
        learn(bred, blobs, labels, estimator=learner)
        assert bred.validation_error_ == pytest.approx(best.validation_error_, abs=0.011)


def test_bred_codes_beat_codes_at_random_on_new_rows():
    """The claim of the paper, for trees of three levels on digits: on average over seeds."""
    learner = DecisionTreeClassifier(max_depth=3)
    X_all, y_all = load_digits(return_X_y=True)

    def error(code):
        trees = [clone(learner).fit(X_all[:900], column[y_all[:900]]) for column in code.T]
        sides = np.stack([tree.predict(X_all[900:]) for tree in trees], axis=1)
        return np.mean((sides @ code.T).argmax(axis=1) != y_all[900:])

    bred = [learn(MinimalCode(), X_all[:900], y_all[:900], seed, estimator=learner) for seed in range(3)]
    bits = np.random.RandomState(0).randint(0, 2, (20, 10, 4)).astype(np.uint8)
    drawn = 2 * separate_words(bits, np.random.RandomState(0)).astype(np.int8) - 1
    assert np.mean([error(code) for code in bred]) < np.mean([error(code) for code in drawn]) - 0.05


@pytest.mark.parametrize("n_classes", [2, 3, 4, 5, 8, 9, 17])
def test_any_number_of_classes(n_classes):
    rows, labels = make_blobs(12 * n_classes, 3, centers=n_classes, random_state=0)
    design = MinimalCode(n_generations=2, population=4, islands=1)
    code = learn(design, rows, labels)
    assert code.shape == (n_classes, count_bits(n_classes))
    check_code(code)


def test_two_classes_leave_nothing_to_choose():
    design = MinimalCode()
    assert learn(design, np.arange(4.0)[:, None], np.array([0, 1, 0, 1])).tolist() == [[-1], [1]]
    assert (design.n_trained_, design.ending_) == (0, "exhausted")
    assert np.isnan(design.validation_error_)


def test_hundreds_of_classes():
    rows, labels = make_blobs(1200, 5, centers=300, random_state=0)
    design = MinimalCode(n_generations=1, population=3, islands=1)
    assert learn(design, rows, labels, estimator=GaussianNB()).shape == (300, 9)


def test_absent_and_single_classes_have_words_too():
    labels = np.array([0] * 30 + [1] * 30 + [3])  # class 2 has no row and class 3 one
    rows = np.random.RandomState(0).random_sample((61, 2)) + labels[:, None]
    for cv in (None, 2):
        for learner in (None, LogisticRegression()):
            code = MinimalCode(cv=cv, **SMALL).learn(
                rows, labels, 5, estimator=learner, generator=np.random.RandomState(0)
            )
            check_code(code)


def test_folds_judge_by_every_row():
    design = MinimalCode(cv=3, **SMALL)
    check_code(learn(design))
    assert design.validation_error_ * 300 == pytest.approx(round(design.validation_error_ * 300))


def test_missing_values_are_left_to_the_learner():
    holes = np.where(np.random.RandomState(0).random_sample(X.shape) < 0.1, np.nan, X)
    check_code(learn(MinimalCode(**SMALL), holes))
    with pytest.raises(ValueError, match="NaN"):
        learn(MinimalCode(**SMALL), holes, estimator=GaussianNB())


@pytest.mark.parametrize("learner", [None, GaussianNB()], ids=str)
def test_rows_of_weight_zero_take_no_part(learner):
    weights = np.random.RandomState(0).randint(0, 2, 300).astype(float)
    weighted = learn(MinimalCode(**SMALL), sample_weight=weights, estimator=learner)
    seen = weights > 0
    assert_array_equal(
        weighted,
        learn(MinimalCode(**SMALL), X[seen], y[seen], estimator=learner, sample_weight=weights[seen]),
    )


def test_weights_judge():
    """With all the weight on two classes, the code is right about them."""
    rows, labels = load_iris(return_X_y=True)
    weights = np.where(labels == 0, 1e-6, 1.0)
    design = MinimalCode("exhaustive")
    learn(design, rows, labels, sample_weight=weights)
    assert design.validation_error_ < 0.12


def test_a_surrogate_learns_during_the_search():
    surrogate = learn(MinimalCode(surrogate=GaussianNB(), **SMALL), estimator=DecisionTreeClassifier())
    assert_array_equal(surrogate, learn(MinimalCode(**SMALL), estimator=GaussianNB()))


class Impatient(ClassifierMixin, BaseEstimator):
    """Somebody presses Ctrl-C at the hundredth fit."""

    n_fits = 0

    def fit(self, X, y):
        type(self).n_fits += 1
        if self.n_fits > 100:
            raise KeyboardInterrupt
        self.classes_, self.model = np.unique(y), GaussianNB().fit(X, y)
        return self

    def predict(self, X):
        return self.model.predict(X)


def test_an_interrupt_keeps_the_best_code_so_far():
    design = MinimalCode(population=6, islands=2)
    with pytest.warns(UserWarning, match="the best found so far is used"):
        code = learn(design, estimator=Impatient())
    check_code(code)
    assert design.ending_ == "interrupted"
    assert design.validation_error_ == design.history_[-1]


def test_patience_ends_the_search():
    design = MinimalCode(patience=1, n_generations=500, population=4, islands=1)
    learn(design)
    assert design.ending_ == "patience"
    assert design.history_[-1] == design.history_[-2]


def test_the_input_is_left_alone_and_the_design_can_be_copied():
    X_before, y_before = X.copy(), y.copy()
    design = MinimalCode(GeneticAlgorithm(n_elite=1), **SMALL)
    code = learn(design)
    assert_array_equal(X, X_before)
    assert_array_equal(y, y_before)
    assert_array_equal(pickle.loads(pickle.dumps(design)).code_, code)
    copy = clone(design)
    assert not hasattr(copy, "code_")
    assert_array_equal(learn(copy), code)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"search": "annealing"},
            r"search='annealing' must be 'exhaustive', 'ga' or 'pbil', or an object with a method `begin`",
        ),
        ({"search": 3}, "search=3 must be .* an object with a method `begin`"),
        ({"search": "exhaustive"}, 'is for at most 8 classes, and there are 10; use "ga"'),
        ({"n_generations": -1}, "n_generations=-1 must be an int of 0 or more"),
        ({"population": 1}, "population=1 must be an int of 2 or more"),
        ({"islands": 0}, "islands=0 must be an int of 1 or more"),
        ({"patience": 0}, "patience=0 must be an int of 1 or more"),
        ({"validation_size": 1.0}, r"validation_size=1.0 must be a number in \(0, 1\)"),
        ({"cv": 1}, "cv=1 must be an int of 2 or more"),
        ({"surrogate": LinearRegression()}, r"surrogate=LinearRegression\(\) is not a classifier"),
    ],
)
def test_bad_parameters_are_refused_by_name(parameters, message):
    with pytest.raises(ValueError, match=message):
        learn(MinimalCode(**parameters))


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="n_classes=1 must be an int of 2 or more"):
        MinimalCode().learn(X, np.zeros(300, int), 1)
    with pytest.raises(ValueError, match="estimator=3 is not a classifier"):
        learn(MinimalCode(), estimator=3)
    with pytest.raises(ValueError, match="no class has two rows, so none of the 4 rows can be held out"):
        learn(MinimalCode(), np.arange(4.0)[:, None], np.arange(4))


def test_it_is_the_code_of_an_ensemble():
    """String labels and named columns; the record of the search stays with the ensemble."""
    rows, codes = load_iris(return_X_y=True, as_frame=True)
    labels = np.array(["setosa", "versicolor", "virginica"])[codes]
    ensembles = [
        ECOCClassifier(
            learner,
            code=MinimalCode(**SMALL),
            bootstrap=False,
            decoding="hamming",
            n_jobs=n_jobs,
            random_state=0,
        ).fit(rows, labels)
        for learner, n_jobs in [(None, 1), (None, 2), (GaussianNB(), None)]
    ]
    for ensemble in ensembles:
        check_code(ensemble.code_matrix_)
        assert ensemble.code_matrix_.shape == (3, 2)
        assert ensemble.code_.n_trained_ <= 3
        assert ensemble.score(rows, labels) > 0.9
    assert_array_equal(ensembles[0].predict(rows), ensembles[1].predict(rows))


def test_progress_is_logged_ten_times(caplog):
    design = MinimalCode(n_generations=40, verbose=True)
    with caplog.at_level(logging.INFO, "hedgerow"):
        for generation in range(41):
            design._log(generation, 0.25)
    assert len(caplog.messages) in {10, 11}
    assert caplog.messages[-1] == "generation 40 of 40: smallest error 0.25"
    caplog.clear()
    MinimalCode(n_generations=2)._log(1, 0.25)
    assert not caplog.messages
