import numpy as np
import pytest
from tests.ensembles.masks.test_searches import noisy_judge

from hedgerow.ensembles.masks.genetic import GeneticMasks, _adapt, _differ, _find_fitness
from hedgerow.ensembles.masks.scores import SCORES, Scoring
from hedgerow.ensembles.masks.searches import RandomMasks

SCORING = Scoring(np.array([0, 1, 1, 0]), np.ones(4), 2, "accuracy")
ANSWERS = np.array([[0, 1, 1, 0], [0, 1, 0, 0], [1, 1, 1, 1]])


def test_a_mask_is_fit_when_it_is_right_and_when_it_differs():
    # The vote is the first mask; the others differ from it about one row and about two.
    assert _differ(SCORING, ANSWERS, ANSWERS).tolist() == [0, 0.25, 0.5]
    scores = np.array([1, 0.75, 0.5])
    expected = scores / 0.75 + 2 * np.array([0, 0.25, 0.5]) / 0.25
    np.testing.assert_allclose(_find_fitness(SCORING, ANSWERS, ANSWERS, scores, 2.0), expected, atol=1e-12)
    np.testing.assert_allclose(_find_fitness(SCORING, ANSWERS[:1], ANSWERS[:1], scores[:1], 2.0), [1.0])


@pytest.mark.parametrize(
    ("before", "now", "factor"),
    [
        ((0.8, 0.7, 0.3), (0.8, 0.7, 0.2), 1.1),  # less different, and the vote no better
        ((0.8, 0.7, 0.3), (0.9, 0.7, 0.2), 1.0),
        ((0.8, 0.7, 0.3), (0.9, 0.6, 0.4), 0.9),  # the masks got worse
        ((0.8, 0.7, 0.3), (0.8, 0.7, 0.3), 1.0),
    ],
)
def test_the_weight_of_being_different_follows_what_happens(before, now, factor):
    assert _adapt(before, now) == factor


@pytest.mark.parametrize("scoring", SCORES)
def test_breeding_makes_masks_better_than_random_ones(scoring):
    evaluator = noisy_judge(scoring, seed=3)
    bred = GeneticMasks(10, diversity_weight=0.0).find(evaluator, 0, 20)
    drawn = evaluator.answer(RandomMasks().find(evaluator, 0, 20).masks)
    assert bred.masks.any(axis=1).all()
    assert bred.scores.mean() > np.mean([evaluator.scoring.score(each) for each in drawn])
    np.testing.assert_allclose(
        bred.scores, [evaluator.scoring.score(each) for each in evaluator.answer(bred.masks)]
    )
    assert bred.n_trials == 20 * 11


def test_a_larger_weight_of_diversity_makes_masks_that_differ_more():
    evaluator = noisy_judge("accuracy", seed=3)
    same, other = (
        evaluator.answer(GeneticMasks(10, diversity_weight=weight).find(evaluator, 0, 20).masks)
        for weight in (0.0, 20.0)
    )
    assert _differ(evaluator.scoring, other, other).mean() > _differ(evaluator.scoring, same, same).mean()


def test_no_generation_is_the_first_masks_and_one_mask_is_enough():
    evaluator = noisy_judge("accuracy")
    np.testing.assert_array_equal(
        GeneticMasks(0).find(evaluator, 4, 5).masks, RandomMasks().find(evaluator, 4, 5).masks
    )
    assert GeneticMasks(3).find(evaluator, 4, 1).masks.shape == (1, 9)
    assert (
        GeneticMasks(3, mutation=1.0, n_features=9).find(evaluator, 4, 2).masks.any(axis=1).all()
    )  # all flip to nothing


@pytest.mark.parametrize(
    "wrong", [{"n_generations": -1}, {"mutation": 1.5}, {"diversity_weight": -1.0}], ids=str
)
def test_impossible_parameters_are_named(wrong):
    with pytest.raises(ValueError, match="{}={}".format(*next(iter(wrong.items())))):
        GeneticMasks(**wrong).find(noisy_judge("accuracy"), 0, 2)
