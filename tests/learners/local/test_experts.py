import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import expit, logit
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import ClassClusters, Clusters, RandomParts, correct_priors
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.local.experts import Division, School, find_shares, group_rows


def test_the_pencil_example_of_the_specification():
    """CV-H6: intercept -1.2, a share of .3 in the population and of .6 in the sample."""
    said = np.array([[1 - expit(-1.2), expit(-1.2)]])
    corrected = correct_priors(said, np.array([0.4, 0.6]), np.array([0.7, 0.3]))
    assert logit(corrected[0, 1]) == pytest.approx(-2.452763, abs=1e-6)
    assert -1.2 - logit(corrected[0, 1]) == pytest.approx(1.252763, abs=1e-6)


def test_knowing_nothing_gives_the_population_back():
    corrected = correct_priors(np.array([[0.5, 0.5]]), np.array([0.5, 0.5]), np.array([0.8, 0.2]))
    assert_allclose(corrected, [[0.8, 0.2]])


def test_it_is_a_shift_of_the_intercept():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    y = (X[:, 0] + rng.normal(size=400) > 0.7).astype(int)
    model = LogisticRegression().fit(X, y)
    share, wanted = y.mean(), 0.1
    corrected = correct_priors(
        model.predict_proba(X), np.array([1 - share, share]), np.array([1 - wanted, wanted])
    )
    model.intercept_ = model.intercept_ - np.log((1 - wanted) / wanted * share / (1 - share))
    assert_allclose(corrected, model.predict_proba(X), atol=1e-12)


def test_a_fair_sample_of_classes_drawn_unevenly_is_put_right():
    """Bayes' rule: densities stay, shares change."""
    densities, shares, wanted = (
        np.array([0.2, 0.5, 0.3]),
        np.array([0.6, 0.3, 0.1]),
        np.array([0.1, 0.1, 0.8]),
    )
    said = densities * shares / (densities @ shares)
    right = densities * wanted / (densities @ wanted)
    assert_allclose(correct_priors(said[None], shares, wanted)[0], right)


def test_classes_that_are_not_there_do_no_harm():
    corrected = correct_priors(
        np.array([[0.0, 1.0, 0.0]]), np.array([0.0, 1.0, 0.0]), np.array([0.5, 0.3, 0.2])
    )
    assert_allclose(corrected, [[0, 1, 0]])
    believed = correct_priors(np.array([[0.0, 1.0]]), np.array([0.5, 0.5]), np.array([1.0, 0.0]))
    assert_allclose(believed, [[0, 1]])


X, y = load_iris(return_X_y=True)
ROWS = TrainingSet.of(X, y, n_classes=3)


def found(partition, rows=ROWS, **settings):
    school = School(as_learner(GaussianNB()), rows, 0)
    chosen = {"correction": "none", "min_samples_part": 1, "max_experts": 64, "n_jobs": None} | settings
    return Division.found(partition, rows.X, school, **chosen)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=20))
def test_groups_are_those_of_the_obvious_twin(addresses):
    keys, groups = group_rows(np.array(addresses))
    assert keys == sorted(set(addresses))
    for key, group in zip(keys, groups, strict=True):
        assert group.tolist() == [row for row, address in enumerate(addresses) if address == key]


def test_no_rows_have_no_groups():
    assert group_rows(np.empty(0, int)) == ([], [])


def test_each_expert_sees_and_answers_its_part():
    division = found(Clusters(3, random_state=0))
    parts = division.route(X)
    answers = division.answer(X, X, 3, None)
    for part in range(3):
        mine = parts == part
        twin = GaussianNB().fit(X[mine], y[mine])
        assert_allclose(answers[np.ix_(mine, twin.classes_)], twin.predict_proba(X[mine]))
    assert division.school is None  # all experts are there; the table is not kept


def test_combinations_that_no_training_row_needs_are_trained_when_a_row_does():
    line, labels = np.array([[0.0], [1.0], [10.0], [11.0]]), np.array([0, 1, 0, 1])
    rows = TrainingSet.of(line, labels, n_classes=2)
    school = School(as_learner(GaussianNB(var_smoothing=1e-3)), rows, 0)
    division = Division.found(
        ClassClusters(2, random_state=0), line, school,
        correction="none", min_samples_part=1, max_experts=9, n_jobs=None,
    )  # fmt: skip
    assert [*division.experts] == [(0, 0), (1, 1)]
    query = np.array([[5.2]])
    assert division.answer(query, query, 2, None).argmax() == 1  # nearer to 1 than to 10
    assert [*division.experts] == [(0, 0), (1, 1), (1, 0)]
    assert_array_equal(division.experts[1, 0].shares, [0.5, 0.5])


@pytest.mark.parametrize("max_experts", [1, 2, 64])
def test_memory_is_bounded_and_answers_do_not_depend_on_it(max_experts):
    every = found(ClassClusters(3, random_state=0)).answer(X, X, 3, None)
    division = found(ClassClusters(3, random_state=0), max_experts=max_experts)
    order = np.random.default_rng(0).permutation(150)
    assert len(division.experts) <= max_experts
    assert_array_equal(division.answer(X[order], X[order], 3, 2), every[order])
    assert len(division.experts) <= max_experts


def test_where_a_part_is_small_or_new_the_model_of_all_rows_answers():
    whole = GaussianNB().fit(X, y).predict_proba(X)
    division = found(RandomParts(30, random_state=0), min_samples_part=5)
    sizes = np.bincount(division.route(X), minlength=30)
    assert (sizes < 5).any()
    assert (sizes >= 5).any()
    small = sizes[division.route(X)] < 5
    assert_allclose(division.answer(X, X, 3, None)[small], whole[small])
    lonely = found(ClassClusters(2, random_state=0), min_samples_part=151)
    assert_allclose(lonely.answer(X, X, 3, None), whole)


def test_answers_are_corrected_for_the_shares_of_a_part():
    plain, population, exchanged = (
        found(Clusters(2, random_state=0), correction=kind) for kind in ("none", "population", "exchanged")
    )
    raw = plain.answer(X, X, 3, None)
    parts = plain.route(X)
    part = 0 if len(np.unique(y[parts == 0])) > 1 else 1
    mine = parts == part
    shares = np.bincount(y[mine], minlength=3) / mine.sum()
    seen = shares > 0
    for corrected, factors in ((population, 1 / shares[seen]), (exchanged, shares[seen])):
        expected = raw[np.ix_(mine, seen)] * factors
        expected /= expected.sum(axis=1, keepdims=True)
        assert_allclose(corrected.answer(X, X, 3, None)[np.ix_(mine, seen)], expected)


def test_a_learner_that_fails_says_why_itself():
    class Stubborn(GaussianNB):
        def fit(self, X, y, sample_weight=None):
            raise ValueError("not today")

    school = School(as_learner(Stubborn()), ROWS, 0)
    with pytest.raises(ValueError, match="not today"):
        school.train(None, [])


def test_shares_of_the_classes_are_by_weight():
    rows = TrainingSet.of(
        np.zeros((3, 1)), np.array([0, 2, 2]), n_classes=3, weights=np.array([1.0, 1.0, 6.0])
    )
    assert_allclose(find_shares(rows), [1 / 8, 0, 7 / 8])
    assert find_shares(TrainingSet.of(np.zeros((2, 1)), np.array([0.5, 1.5]))) is None
