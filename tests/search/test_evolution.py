import numpy as np
import pytest

from hedgerow.search.evolution import Leader, evolve, rank_masks

MASKS = np.array([[1, 1, 0], [1, 0, 0], [0, 1, 0]], bool)


def test_of_equals_the_first_met_leads():
    leader = Leader()
    leader.look(MASKS, np.array([1.0, 2.0, 2.0]))
    assert (leader.mask.tolist(), leader.score, leader.waited) == ([True, False, False], 2.0, 0)
    leader.look(MASKS[2:], np.array([2.0]))
    assert (leader.mask.tolist(), leader.waited) == ([True, False, False], 1)


def test_of_equals_the_smaller_leads_where_that_is_wanted():
    leader = Leader(prefers_small=True)
    leader.look(MASKS[:1], np.array([2.0]))
    leader.look(MASKS, np.array([2.0, 2.0, 2.0]))
    assert (leader.mask.tolist(), leader.waited) == ([True, False, False], 0)


@pytest.mark.parametrize(("tolerance", "waited"), [(0.0, 0), (0.5, 1), (1.0, 1)])
def test_what_is_hardly_better_does_not_lead(tolerance, waited):
    leader = Leader(tolerance)
    leader.look(MASKS[:1], np.array([2.0]))
    leader.look(MASKS[1:2], np.array([2.5]))
    assert leader.waited == waited


def test_the_first_leads_though_nothing_has_a_score():
    leader = Leader()
    leader.look(MASKS, np.full(3, -np.inf))
    assert (leader.mask.tolist(), leader.waited) == ([True, True, False], 0)


def test_ranks():
    scores = np.array([0.5, 0.9, 0.5])
    assert rank_masks(MASKS, scores).tolist() == [1, 0, 2]
    assert rank_masks(MASKS, scores, prefers_small=True).tolist() == [1, 2, 0]


class Counter:
    """A population whose only individual is its age, in bits."""

    def __init__(self):
        self.told = []

    def ask(self):
        return np.array([[len(self.told) >> place & 1 for place in range(8)]], bool)

    def tell(self, scores):
        self.told.append(float(scores[0]))


def age(masks):
    return masks @ (1 << np.arange(8))


def follow(scores, **options):
    options = {"n_generations": len(scores) - 1} | options
    return evolve(Counter(), lambda masks: np.array(scores, float)[age(masks)], **options)


def test_the_first_of_the_best_is_kept():
    found = follow([5, 7, 6, 8, 8])
    assert age(found.best) == 3
    assert found.history.tolist() == [5, 7, 7, 8, 8]
    assert found.ending == "generations"


def test_patience_ends_after_as_many_generations_without_progress():
    found = follow([5, 7, 6, 6, 6, 9], patience=3)
    assert (found.ending, found.history.tolist()) == ("patience", [5, 7, 7, 7, 7])


def test_progress_is_more_than_the_tolerance_of_the_leader():
    leader = Leader(tolerance=1.5)
    assert follow([5, 6, 7, 8], leader=leader, patience=2).history.tolist() == [5, 5, 7, 7]
    assert leader.score == 7


def test_nothing_is_better_than_perfect():
    found = follow([-5, 0, -4, -4], perfect=0.0)
    assert (found.ending, found.history.tolist()) == ("perfect", [-5, 0])


def test_each_generation_is_told_and_watched():
    population, seen = Counter(), []
    evolve(population, lambda masks: age(masks) * 2.0, n_generations=2, watch=seen.append)
    assert population.told == [0.0, 2.0, 4.0]
    assert seen == [0, 1, 2]


def interrupt_at(generation):
    def score(masks):
        if age(masks)[0] == generation:
            raise KeyboardInterrupt
        return age(masks).astype(float)

    return score


def test_an_interrupt_keeps_the_best_so_far_where_that_is_wanted():
    with pytest.warns(UserWarning, match="interrupted after 2 of 9 generations"):
        found = evolve(Counter(), interrupt_at(3), n_generations=9, keeps_interrupted=True)
    assert (found.ending, age(found.best), found.history.tolist()) == ("interrupted", 2, [0, 1, 2])
    with pytest.raises(KeyboardInterrupt):
        evolve(Counter(), interrupt_at(3), n_generations=9)


def test_an_interrupt_of_the_first_generation_goes_through():
    with pytest.raises(KeyboardInterrupt):
        evolve(Counter(), interrupt_at(0), n_generations=9, keeps_interrupted=True)
