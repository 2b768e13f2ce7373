import numpy as np
import pytest
from tests.ensembles.masks.check_values import make_evaluator, read_mask

from hedgerow.ensembles import GeneticMasks
from hedgerow.ensembles.masks.mask_evaluators import NeighbourEvaluator
from hedgerow.ensembles.masks.scores import SCORES, Scoring
from hedgerow.ensembles.masks.searches import MASK_SEARCHES, HillClimb, RandomMasks, draw_mask
from hedgerow.learners.spaces import Space


def test_every_feature_is_in_half_of_the_masks_and_no_mask_is_empty():
    generator = np.random.default_rng(0)
    masks = np.stack([draw_mask(generator, 3) for _ in range(4000)])
    assert masks.any(axis=1).all()
    np.testing.assert_allclose(
        masks.mean(axis=0), 4 / 7, atol=0.03
    )  # of eight masks the empty one is drawn again


def test_a_size_is_kept():
    generator = np.random.default_rng(0)
    assert {int(draw_mask(generator, 9, 4).sum()) for _ in range(20)} == {4}
    assert {int(draw_mask(generator, 9, 0.5).sum()) for _ in range(20)} == {5}
    with pytest.raises(ValueError, match="max_features=10"):
        draw_mask(generator, 9, 10)


def test_shorthands():
    kinds = [type(MASK_SEARCHES.resolve(name)) for name in ("random", "hill_climb", "genetic")]
    assert kinds == [RandomMasks, HillClimb, GeneticMasks]


def test_an_object_is_copied():
    search = HillClimb(max_cycles=2)
    assert MASK_SEARCHES.resolve(search) is not search
    assert MASK_SEARCHES.resolve(search).max_cycles == 2


@pytest.mark.parametrize("wrong", ["climb", 3, HillClimb])
def test_anything_else_is_refused(wrong):
    with pytest.raises(ValueError, match=r"search=.*HillClimb"):
        MASK_SEARCHES.resolve(wrong)


def test_nobody_is_asked_about_random_masks():
    found = RandomMasks().find(make_evaluator(), 3, n_masks=200)
    assert found.masks.shape == (200, 4)
    assert found.n_trials == 0
    assert np.isnan(found.scores).all()
    np.testing.assert_allclose(found.masks.mean(), 8 / 15, atol=0.05)


def test_the_size_and_the_seed_decide():
    search = RandomMasks(n_features=2)
    assert (search.find(make_evaluator(), 3, 50).masks.sum(axis=1) == 2).all()
    np.testing.assert_array_equal(
        search.find(make_evaluator(), 3, 5).masks, search.find(make_evaluator(), 3, 5).masks
    )
    assert (search.find(make_evaluator(), 3, 50).masks != search.find(make_evaluator(), 4, 50).masks).any()


@pytest.mark.parametrize(
    ("start", "end", "score", "n_cycles"),
    [("0011", "1111", 1.0, 2), ("0001", "1101", 1.0, 2), ("1010", "1010", 1.0, 1), ("0010", "1010", 1.0, 2)],
)
def test_climbs_that_were_worked_out_by_hand(start, end, score, n_cycles):
    found = HillClimb().climb(make_evaluator(), read_mask(start))
    assert found.masks.tolist() == [read_mask(end).tolist()]
    assert found.scores.tolist() == [score]
    assert found.n_cycles == n_cycles
    assert found.n_trials == 1 + 4 * n_cycles


def climb_naively(evaluator, mask, score=None):
    """The search as it is printed, every mask answered about from scratch."""
    mask, changed = list(mask), True
    best = evaluator.scoring.score(evaluator.asked.answer(np.array(mask)))
    while changed:
        changed = False
        for feature in range(len(mask)):
            other = [bit ^ (place == feature) for place, bit in enumerate(mask)]
            if any(other) and evaluator.scoring.score(evaluator.asked.answer(np.array(other))) > best + 1e-12:
                mask, changed = other, True
                best = evaluator.scoring.score(evaluator.asked.answer(np.array(other)))
    return mask, best


def noisy_judge(scoring, seed=0, n_features=9, k=1):
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(50, n_features)), 1)
    X[rng.random(X.shape) < 0.1] = np.nan
    y = np.digitize(np.nan_to_num(X[:, :2]).sum(axis=1) + rng.normal(size=50), [-1, 1])
    space = Space.learn(X, y, n_classes=3, n_neighbors=k)
    return NeighbourEvaluator(space.ask(X, np.arange(50)), Scoring(y, rng.random(50), 3, scoring))


@pytest.mark.parametrize("scoring", SCORES)
@pytest.mark.parametrize("k", [1, 3])
def test_the_search_is_the_printed_one(scoring, k):
    evaluator = noisy_judge(scoring, k=k)
    for seed in range(4):
        start = np.random.default_rng(seed).random(9) < 0.5
        found = HillClimb().climb(evaluator, start)
        mask, score = climb_naively(evaluator, start)
        assert found.masks[0].tolist() == mask
        assert found.scores[0] == pytest.approx(score, abs=1e-12)


@pytest.mark.parametrize("shuffled", [False, True])
def test_no_single_flip_makes_the_mask_better(shuffled):
    evaluator = noisy_judge("accuracy", seed=1)
    found = HillClimb(shuffled=shuffled).find(evaluator, 0, n_masks=3)
    for mask, score in zip(found.masks, found.scores, strict=True):
        for feature in range(9):
            flipped = mask ^ (np.arange(9) == feature)
            if flipped.any():
                assert evaluator.scoring.score(evaluator.asked.answer(flipped)) <= score + 1e-12


def test_cycles_may_be_limited():
    evaluator = noisy_judge("accuracy", seed=2)
    one, all_ = (HillClimb(max_cycles=limit).find(evaluator, 5, 1) for limit in (1, None))
    assert one.n_cycles == 1 < all_.n_cycles
    assert one.scores[0] <= all_.scores[0]
    with pytest.raises(ValueError, match="max_cycles=0"):
        HillClimb(max_cycles=0).find(evaluator, 0, 1)


def test_a_single_feature_stays():
    evaluator = noisy_judge("accuracy", n_features=2)
    space = Space.learn(np.arange(4.0)[:, None], np.array([0, 0, 1, 1]), n_classes=2)
    lone = NeighbourEvaluator(
        space.ask(np.ones((2, 1))), Scoring(np.array([1, 1]), np.ones(2), 2, "accuracy")
    )
    assert HillClimb().find(lone, 0, 1).masks.tolist() == [[True]]
    assert HillClimb(n_features=1).find(evaluator, 0, 5).masks.any(axis=1).all()
