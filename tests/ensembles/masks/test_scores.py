import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score

from hedgerow.analysis.conditional_entropy import conditional_entropy
from hedgerow.ensembles.masks.scores import SCORES, Scoring

RNG = np.random.default_rng(0)
TRUTH, ANSWERS, WEIGHTS = RNG.integers(0, 3, 60), RNG.integers(0, 3, 60), RNG.random(60)


@pytest.mark.parametrize("weights", [np.ones(60), WEIGHTS])
def test_scores_are_those_of_scikit_learn(weights):
    for name, peer in {"accuracy": accuracy_score, "balanced_accuracy": balanced_accuracy_score}.items():
        expected = peer(TRUTH, ANSWERS, sample_weight=weights)
        assert Scoring(TRUTH, weights, 3, name).score(ANSWERS) == pytest.approx(expected, abs=1e-12)


def test_the_conditional_entropy_is_that_of_the_analysis():
    scoring = Scoring(TRUTH, WEIGHTS, 3, "conditional_entropy")
    expected = conditional_entropy(scoring.confuse(ANSWERS), direction="truth_given_prediction")
    assert scoring.score(ANSWERS) == pytest.approx(-float(expected), abs=1e-12)


def test_the_published_check_of_the_conditional_entropy():
    """Cunningham & Carney 2000, eq. 7, in the other direction."""
    truth, said = np.array(list("0000111111"), int), np.array(list("0001111100"), int)
    scoring = Scoring(truth, np.ones(10), 2, "conditional_entropy")
    assert scoring.score(said) == pytest.approx(-0.586707, abs=1e-6)
    assert scoring.score(np.zeros(10, int)) == pytest.approx(-0.673012, abs=1e-6)


@pytest.mark.parametrize("name", SCORES)
def test_the_scale_of_weights_and_absent_classes_do_not_matter(name):
    few = Scoring(TRUTH, WEIGHTS, 3, name).score(ANSWERS)
    many = Scoring(TRUTH, 7 * WEIGHTS, 5, name).score(ANSWERS)
    assert many == pytest.approx(few, abs=1e-12)
    assert Scoring(TRUTH, WEIGHTS, 3, name).score(TRUTH) >= few


@pytest.mark.parametrize("name", SCORES)
def test_whole_weights_are_repeats(name):
    counts = RNG.integers(1, 4, 60)
    repeated = Scoring(np.repeat(TRUTH, counts), np.ones(counts.sum()), 3, name).score(
        np.repeat(ANSWERS, counts)
    )
    assert Scoring(TRUTH, counts.astype(float), 3, name).score(ANSWERS) == pytest.approx(repeated, abs=1e-12)


def test_answers_cannot_be_better_once_the_limit_is_wrong():
    scoring = Scoring(TRUTH, WEIGHTS, 3, "accuracy")
    limit = scoring.find_limit(ANSWERS)
    is_right = (ANSWERS == TRUTH)[limit.order]
    assert (np.diff(is_right.astype(int)) >= 0).all()  # wrong ones first
    assert np.unique(limit.order).size == 60
    assert limit.wrong == pytest.approx(WEIGHTS[ANSWERS != TRUTH].sum())
    assert limit.wrong < WEIGHTS[ANSWERS != TRUTH].sum()
    assert Scoring(TRUTH, WEIGHTS, 3, "balanced_accuracy").find_limit(ANSWERS).wrong == np.inf
