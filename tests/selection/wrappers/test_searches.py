import numpy as np
import pytest

from hedgerow.selection.wrappers import BackwardSearch, GeneticSearch, HillClimbSearch
from hedgerow.selection.wrappers.searches import Goal, draw_mask, flip_each, resolve_search


def test_shorthands_and_objects():
    names = ["forward", "backward", "sffs", "hill-climb", "genetic"]
    kinds = [type(resolve_search(name)).__name__ for name in names]
    assert kinds == ["ForwardSearch", "BackwardSearch", "FloatingSearch", "HillClimbSearch", "GeneticSearch"]
    given = HillClimbSearch(n_iter=3)
    made = resolve_search(given)
    assert made is not given
    assert made.n_iter == 3


@pytest.mark.parametrize("choice", ["sideways", GeneticSearch, 3, None])
def test_other_searches_are_refused(choice):
    with pytest.raises(ValueError, match=r"must be .*hill-climb"):
        resolve_search(choice)


def test_patience_is_the_users_or_the_usual():
    assert Goal().wait(5) == 5
    assert Goal(patience=0).wait(5) == 0


def test_flips_leave_the_mask_alone():
    mask = np.array([True, False, True])
    assert flip_each(mask, np.array([1, 2])).tolist() == [[True, True, True], [True, False, False]]
    assert mask.tolist() == [True, False, True]


def test_random_masks_are_never_empty_and_half_full():
    generator = np.random.default_rng(0)
    assert all(draw_mask(generator, 1, None).any() for _ in range(20))
    assert np.mean([draw_mask(generator, 50, None).mean() for _ in range(200)]) == pytest.approx(
        0.5, abs=0.02
    )
    assert {int(draw_mask(generator, 9, 4).sum()) for _ in range(20)} == {4}


def test_searches_can_be_cloned_and_shown():
    assert repr(BackwardSearch(shrink=False)) == "BackwardSearch(shrink=False)"
