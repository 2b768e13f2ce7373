import numpy as np

from hedgerow.search.ask_and_tell import SteppedSearch
from hedgerow.search.floating import search_floating
from hedgerow.search.goal import Goal

WORTH = {
    (): 0.0, (0,): 3.0, (1,): 2.0, (2,): 2.0,
    (0, 1): 3.2, (0, 2): 3.1, (1, 2): 5.0, (0, 1, 2): 4.0,
}  # fmt: skip


def find(goal):
    steps = []
    search = SteppedSearch(
        search_floating(3, goal, lambda action, mask: steps.append((action, mask.tolist())))
    )
    best = search.run(lambda masks: np.array([WORTH[tuple(np.flatnonzero(mask).tolist())] for mask in masks]))
    return {size: np.flatnonzero(mask).tolist() for size, mask in best.items()}, [step[0] for step in steps]


def test_what_was_taken_first_may_leave():
    """0 is best alone and joins first; without it the other two are best."""
    best, steps = find(Goal())
    assert best == {0: [], 1: [0], 2: [1, 2], 3: [0, 1, 2]}
    assert steps[:5] == ["start", "+0", "+1", "+2", "-0"]


def test_it_goes_on_to_a_given_size_and_no_further():
    assert find(Goal(size=2))[0] == {0: [], 1: [0], 2: [0, 1]}
    assert find(Goal(patience=0, tolerance=10.0))[1] == ["start", "+0"]
