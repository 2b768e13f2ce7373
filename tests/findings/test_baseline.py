from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from hedgerow import Outputs
from hedgerow.findings import Case
from hedgerow.findings.baseline import (
    Advantage,
    compare_with_constant,
    find_skill,
    find_weak_score,
    name_error,
)
from hedgerow.trials import CrossValidation, MethodResult
from hedgerow.trials.folds import FoldPlan


def test_classes_by_pencil():
    found = compare_with_constant(Outputs.from_predictions([["a", "b", "b", "a"]], ["a", "b", "b", "b"]))
    assert (found.error, found.baseline, found.constant) == (0.25, 0.25, "b")
    assert found.skill == 0.0


def test_values_by_pencil():
    found = compare_with_constant(Outputs.from_predictions([[1.0, 3.0]], [0.0, 4.0], regression=True))
    assert (found.error, found.baseline, found.constant) == (1.0, 4.0, "2")
    assert found.skill == 0.75


def test_rows_that_nobody_speaks_about_do_not_count():
    outputs = Outputs.from_predictions([["a", "b", "a"]], ["a", "b", "b"], predicted=[[1, 1, 0]])
    assert compare_with_constant(outputs).n_rows == 2
    assert compare_with_constant(outputs).error == 0.0


def test_rows_without_weight_do_not_count():
    found = compare_with_constant(
        Outputs.from_predictions([["a", "b", "a"]], ["a", "b", "b"], sample_weight=[1, 1, 0])
    )
    assert (found.n_rows, found.error) == (2, 0.0)


@pytest.mark.parametrize(
    ("error", "baseline", "skill"), [(0.1, 0.4, 0.75), (0.5, 0.4, -0.25), (2.0, 8.0, 0.75), (0.0, 0.0, 0.0)]
)
def test_skill_is_the_share_of_a_loss_that_is_removed(error, baseline, skill):
    assert Advantage(error, baseline, 0.1, "a", 10).skill == pytest.approx(skill)


def test_an_advantage_does_not_change():
    with pytest.raises(FrozenInstanceError):
        Advantage(0.1, 0.4, 0.1, "a", 10).error = 0.0


def test_the_error_of_a_constant_has_a_name():
    assert name_error("classification") == "error of the most frequent class"
    assert name_error("regression") == "squared error of the mean"


def test_nothing_is_known_without_the_truth():
    assert find_skill(Outputs.from_predictions([["a", "b"]])) is None
    assert find_skill(None) is None


def test_the_noise_is_that_of_a_paired_difference():
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 500)
    said = np.where(random.random(500) < 0.8, truth, 1 - truth)
    found = compare_with_constant(Outputs.from_predictions(said[None], truth))
    common = np.bincount(truth).argmax()
    gains = (truth != common).astype(float) - (said != truth)
    assert found.noise == pytest.approx(gains.std() / np.sqrt(500))


def test_a_model_that_guesses_is_found(make_table, random):
    y = random.integers(0, 2, 100)
    outputs = Outputs.from_predictions(random.integers(0, 2, (5, 100)), y)
    (finding,) = find_weak_score(Case(make_table(y, x=random.normal(size=100)), outputs=outputs))
    assert finding.severity == "serious"
    assert "no advantage beyond chance" in finding.sentence
    assert "The model errs on" in finding.sentence


def test_a_good_model_is_not(make_table, random):
    y = random.integers(0, 2, 100)
    said = np.where(random.random((5, 100)) < 0.9, y, 1 - y)
    assert not find_weak_score(
        Case(make_table(y, x=random.normal(size=100)), outputs=Outputs.from_predictions(said, y))
    )


def test_values_are_compared_with_their_mean(make_table, random):
    y = random.normal(size=100)
    table = make_table(y, x=random.normal(size=100))
    for noise, fires in ((2.0, True), (0.1, False)):
        said = y + noise * random.normal(size=(1, 100))
        outputs = Outputs.from_predictions(said, y, regression=True)
        found = find_weak_score(Case(table, outputs=outputs))
        assert bool(found) is fires
        assert not fires or "mean squared error on 100 rows" in found[0].sentence


@pytest.mark.parametrize(
    ("metric", "guess", "fires"),
    [("accuracy", 0.69, True), ("accuracy", 0.5, False), ("log_loss", 0.71, True), ("log_loss", 0.9, False)],
)
def test_candidates_are_compared_with_a_guess(plain, metric, guess, fires):
    scores = np.array([0.68, 0.7, 0.72, 0.7])
    trials = (_make_trial("forest", scores), _make_trial("failed", scores * np.nan))
    validation = CrossValidation("classification", metric, FoldPlan(4, 1, 80, 80), trials, guess)
    found = find_weak_score(Case(plain, validation=validation))
    assert bool(found) is fires
    title = validation.measure.title
    assert (
        not fires
        or f"The best of 2 methods, forest, has a cross-validated {title} of 0.7" in found[0].sentence
    )


def _make_trial(name, scores):
    return MethodResult(name, scores, np.ones(4), None, None, None, None)


def test_perfect_answers_are_no_finding(make_table):
    y = ["a", "b"] * 10
    outputs = Outputs.from_predictions([y], y)
    assert not find_weak_score(Case(make_table(y, x=range(20)), outputs=outputs))


@pytest.mark.parametrize(("n_right", "fires"), [(3, True), (4, False)])
def test_two_standard_errors_are_an_advantage(make_table, n_right, fires):
    """Better than the constant on j of 100 rows is sqrt(j / (1 - j / 100)) standard errors: 1.76 for 3, 2.04 for 4."""
    y = np.repeat([0, 1], 50)
    said = np.zeros((1, 100), int)
    said[0, 50 : 50 + n_right] = 1
    outputs = Outputs.from_predictions(said, y)
    assert bool(find_weak_score(Case(make_table(y, x=range(100)), outputs=outputs))) is fires


def test_exactly_two_standard_errors_are_enough(make_table):
    """Right on two of four rows on which the constant is wrong: a lead of 0.5 with a standard error of 0.25."""
    y = [0, 0, 1, 1]
    assert not find_weak_score(Case(make_table(y, x=range(4)), outputs=Outputs.from_predictions([y], y)))


def test_the_constant_answer_is_no_better_than_itself(make_table):
    y = [0, 1] * 10
    outputs = Outputs.from_predictions([[0] * 20], y)
    (finding,) = find_weak_score(Case(make_table(y, x=range(20)), outputs=outputs))
    assert finding.evidence == {"error": 0.5, "baseline": 0.5, "standard_error": 0.0}


def test_one_class_or_nothing_known_is_no_finding(make_table, plain):
    table = make_table([0, 1] * 10, x=range(20))
    outputs = Outputs.from_predictions([[0] * 19 + [1]], [0] * 20)
    assert not find_weak_score(Case(table, outputs=outputs))
    assert not find_weak_score(Case(plain))
    assert not find_weak_score(Case(plain, outputs=Outputs.from_predictions([["yes", "no"]])))


def test_candidates_that_all_failed_are_not_compared(plain):
    trials = (_make_trial("failed", np.full(4, np.nan)),)
    validation = CrossValidation("classification", "accuracy", FoldPlan(4, 1, 80, 80), trials, 0.5)
    assert not find_weak_score(Case(plain, validation=validation))
