import numpy as np
import pytest
from tests.selection.wrappers import naive

from hedgerow.selection.wrappers import Goal, HillClimbSearch

WORTH = np.array([1.0, 2.0, -1.0, 3.0, -2.0, 0.5])


def additive(subset):
    return float(WORTH[list(subset)].sum())


def find(score, n_units, seed=0, search=None, **goal):
    scores = naive.scores_of(score, n_units)
    found = (search or HillClimbSearch()).find(scores, Goal(**goal), np.random.default_rng(seed))
    return set(np.flatnonzero(found).tolist()), scores


@pytest.mark.parametrize("seed", range(5))
def test_the_top_of_a_single_hill_is_found(seed):
    assert find(additive, 6, seed)[0] == {0, 1, 3, 5}


def test_each_kept_flip_changes_one_feature_and_scores_more():
    _, scores = find(additive, 6, 3)
    masks = np.array([step.mask for step in scores.steps])
    assert (np.abs(np.diff(masks.astype(int), axis=0)).sum(axis=1) == 1).all()
    assert (np.diff(scores.score(masks)) > 0).all()


def test_the_empty_subset_is_never_tried():
    for seed in range(10):
        _, scores = find(lambda subset: -float(len(subset)), 3, seed)
        assert scores.masks().any(axis=1).all()
        assert find(lambda subset: -float(len(subset)), 3, seed)[0] in ({0}, {1}, {2})


def test_sideways_steps_cross_a_plateau():
    """Only the full subset is better than any other."""

    def score(subset):
        return float(len(subset) == 4)

    ends = [len(find(score, 4, seed, HillClimbSearch(200, sideways=True))[0]) for seed in range(10)]
    strict = [len(find(score, 4, seed, HillClimbSearch(200))[0]) for seed in range(10)]
    assert ends.count(4) == 10
    assert strict.count(4) < 10


def test_a_given_size_is_kept_by_swapping():
    for seed in range(5):
        found, scores = find(additive, 6, seed, size=3)
        assert found == {0, 1, 3}
        assert (scores.masks().sum(axis=1) == 3).all()
    assert find(additive, 6, size=6)[0] == set(range(6))


def test_one_climb_more_leaves_the_first_as_it_is():
    one = find(additive, 6, 1, HillClimbSearch(10))[1]
    three = find(additive, 6, 1, HillClimbSearch(10, n_starts=3))[1]
    assert {mask.tobytes() for mask in one.masks()} <= {mask.tobytes() for mask in three.masks()}


def test_patience_ends_a_climb():
    assert find(lambda subset: 0.0, 30, patience=4)[1].n_scored <= 6
    assert find(lambda subset: 0.0, 30)[1].n_scored > 15


@pytest.mark.parametrize("parameters", [{"n_iter": 0}, {"n_starts": 1.5}])
def test_what_cannot_be_is_refused(parameters):
    with pytest.raises(ValueError, match="must be an int of 1 or more"):
        find(additive, 6, search=HillClimbSearch(**parameters))
