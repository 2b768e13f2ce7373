import numpy as np

from hedgerow.search.goal import Goal
from hedgerow.search.hill_climbing import HillClimbs

WORTH = np.array([1.0, 2.0, -1.0, 3.0])


def climb(n_climbs=1, n_flips=60, worth=WORTH, seed=0, **options):
    goal = Goal(**{name: options.pop(name) for name in ("size", "patience") if name in options})
    climbs = HillClimbs(4, np.random.default_rng(seed).spawn(n_climbs), goal, **options)
    asked, moved = [], []
    for _ in range(1 + n_flips):
        if not climbs.active.size:
            break
        asked.append(climbs.ask().copy())
        moved.append(climbs.tell(asked[-1] @ worth).tolist())
    return climbs, asked, moved


def test_every_climb_reaches_the_top_of_a_single_hill():
    climbs, asked, _ = climb(3)
    assert climbs.masks.tolist() == [[True, True, False, True]] * 3
    assert all(len(each) == 3 for each in asked)


def test_a_move_is_a_flip_that_helps():
    climbs, asked, moved = climb()
    heights = [float((mask @ WORTH)[0]) for mask, each in zip(asked, moved, strict=True) if each]
    assert (np.diff(heights) > 0).all()
    assert float((climbs.masks @ WORTH)[0]) == heights[-1]


def test_bits_change_places_where_the_size_is_given():
    climbs, asked, _ = climb(size=2)
    assert {int(mask.sum()) for mask in asked} == {2}
    assert climbs.masks.tolist() == [[False, True, False, True]]


def test_patience_ends_a_climb_and_no_mask_is_empty():
    climbs, asked, _ = climb(worth=np.zeros(4), patience=2)
    assert len(asked) == 1 + 3
    assert not climbs.active.size
    assert all(mask.any() for mask in climb(worth=-np.ones(4))[1])


def test_sideways_moves_are_kept_where_that_is_wanted():
    assert not any(climb(worth=np.zeros(4))[2][1:])
    assert all(climb(worth=np.zeros(4), sideways=True)[2])


def test_one_climb_more_leaves_the_first_as_it_is():
    np.testing.assert_array_equal(climb(1, 5)[0].masks[0], climb(2, 5)[0].masks[0])
