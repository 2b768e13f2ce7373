import numpy as np
import pytest
from tests.selection.wrappers import naive

from hedgerow.selection.wrappers import GeneticSearch, Goal

WORTH = np.array([1.0, 2.0, -1.0, 3.0, -2.0, 0.5, -0.5, -3.0])


def additive(subset):
    return float(WORTH[list(subset)].sum())


def find(score, n_units, seed=0, search=None, **goal):
    scores = naive.scores_of(score, n_units)
    found = (search or GeneticSearch()).find(scores, Goal(**goal), np.random.default_rng(seed))
    return set(np.flatnonzero(found).tolist()), scores


def test_good_subsets_are_bred():
    best = additive({0, 1, 3, 5})
    ends = [additive(find(additive, 8, seed)[0]) for seed in range(10)]
    assert np.mean(ends) > 0.9 * best
    assert max(ends) == best


def test_the_best_never_gets_worse_and_the_answer_is_the_best_of_all():
    found, scores = find(additive, 8, 2)
    told = scores.score(np.array([step.mask for step in scores.steps]))
    assert (np.diff(told) >= 0).all()
    assert additive(found) == scores.score(scores.masks()).max()
    assert scores.n_asked >= 20 + 20 * 20
    assert scores.n_scored < scores.n_asked / 2


def test_a_given_size_is_kept():
    found, scores = find(additive, 8, size=3)
    assert found == {0, 1, 3}
    assert (scores.masks().sum(axis=1) == 3).all()


def test_patience_and_a_single_feature():
    assert len(find(lambda subset: 1.0, 8, patience=2)[1].steps) == 1 + 3
    assert find(lambda subset: 1.0, 1)[0] == {0}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"population_size": 1}, "population_size=1 must be an int of 2 or more"),
        ({"n_generations": 0}, "n_generations=0 must be an int of 1 or more"),
        ({"mutation": 1.5}, r"mutation=1.5 must be a number in \[0, 1\]"),
        ({"crossover": -0.1}, r"crossover=-0.1 must be a number in \[0, 1\]"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        find(additive, 8, search=GeneticSearch(**parameters))
