import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.greedy_addition import climb

NOBODY = np.array([], dtype=np.intp)


def naive_climb(said, n_steps, candidates, replace):
    order = []
    for _ in range(n_steps):
        free = [t for t in candidates if replace or t not in order]
        if not free:
            break
        errors = [naive_error(said, [*order, t]) for t in free]
        errors = [np.inf if np.isnan(e) else round(e, 12) for e in errors]
        order.append(free[errors.index(min(errors))])
    return order


@given(st.one_of(outputs(), outputs(values=True)), st.booleans())
def test_every_step_is_the_best_one(said, replace):
    order = climb(make_evaluator(said), NOBODY, 4, replace=replace)
    assert order.tolist() == naive_climb(said, 4, range(said.n_members), replace)


def test_the_steps_of_the_pencil_example():
    evaluator = make_evaluator(PENCIL)
    order = climb(evaluator, NOBODY, 5)
    assert order.tolist() == [1, 1, 0, 2, 0]
    np.testing.assert_allclose(1 - evaluator.along(order), [0.875, 0.875, 0.875, 1.0, 1.0])


def test_only_candidates_join():
    candidates = np.array([True, False, True, False, False])
    order = climb(make_evaluator(PENCIL), NOBODY, 6, candidates=candidates)
    assert order.tolist() == naive_climb(PENCIL, 6, [0, 2], True)
    assert len(climb(make_evaluator(PENCIL), NOBODY, 6, candidates=candidates, replace=False)) == 2


def test_it_goes_on_from_a_start():
    assert climb(make_evaluator(PENCIL), np.array([3]), 0).tolist() == [3]
    assert climb(make_evaluator(PENCIL), np.array([3]), 9, replace=False).tolist()[0] == 3
    assert sorted(climb(make_evaluator(PENCIL), np.array([3]), 9, replace=False)) == [0, 1, 2, 3, 4]
