import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.pruning import ForwardSelection, ReduceError, choose_members
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


def test_the_pencil_example():
    search = choose_members(PENCIL, ForwardSelection(n_steps=5, n_initial=0, n_bags=1))
    assert search.committees[-1].tolist() == [1, 1, 0, 2, 0]
    np.testing.assert_allclose(1 - search.errors, [0.875, 0.875, 0.875, 1.0, 1.0])
    assert (search.kept.tolist(), search.combination_weights.tolist()) == ([1, 0, 2], [2.0, 1.0, 1.0])


@given(outputs(max_members=5))
def test_with_bags_the_error_is_that_of_the_joint_committee(said):
    search = choose_members(said, ForwardSelection(n_steps=4, n_initial=1, n_bags=3), random_state=0)
    expected = [naive_error(said, committee.tolist()) for committee in search.committees]
    np.testing.assert_allclose(search.errors, expected, atol=1e-12)
    known = [e for e in expected if not np.isnan(e)]
    if known:
        assert search.error == pytest.approx(min(known), abs=1e-9)


def test_it_starts_with_the_best():
    search = choose_members(PENCIL, ForwardSelection(n_steps=1, n_initial=3, n_bags=1))
    assert search.committees[-1].tolist()[:3] == [1, 0, 4]


def test_the_same_seed_gives_the_same_bags():
    generator = np.random.default_rng(0)
    truth = generator.integers(2, size=60)
    answers = np.where(generator.random((30, 60)) < 0.65, truth, 1 - truth)
    said = type(PENCIL).from_predictions(answers, truth)
    first, again, other = (choose_members(said, "forward", random_state=seed) for seed in (1, 1, 2))
    assert first.members.tolist() == again.members.tolist()
    assert first.members.tolist() != other.members.tolist()
    assert first.error <= said.errors().min()
    few = choose_members(said, "forward", n_members=4, random_state=1)
    assert len(few.kept) <= 4


@pytest.mark.parametrize(
    "bad", [{"n_steps": -1}, {"n_initial": -1}, {"n_bags": 0}, {"bag_fraction": 0.0}, {"n_steps": 2.5}]
)
def test_wrong_parameters_are_named(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        choose_members(PENCIL, ForwardSelection(**bad))


@given(st.one_of(outputs(), outputs(values=True)))
def test_members_join_once_each(said):
    search = choose_members(said, "reduce-error")
    assert search.committees[-1].tolist() == naive_climb(said, said.n_members, range(said.n_members), False)


def improves(said, committee):
    """Whether some exchange of one member, but the last to join, makes a committee better."""
    error = naive_error(said, committee)
    for place in range(len(committee) - 1):
        for other in set(range(said.n_members)) - set(committee):
            changed = [*committee[:place], other, *committee[place + 1 :]]
            if naive_error(said, changed) < error - 1e-9:
                return True
    return False


@given(outputs(abstaining=False))
def test_after_backfitting_no_exchange_helps(said):
    search = choose_members(said, ReduceError(backfitting=True))
    for size, committee in enumerate(search.committees):
        assert len(set(committee.tolist())) == len(committee) == size + 1
        assert not improves(said, committee.tolist())
    expected = [naive_error(said, committee.tolist()) for committee in search.committees]
    np.testing.assert_allclose(search.errors, expected, atol=1e-12)


def test_a_given_number_is_kept():
    assert len(choose_members(PENCIL, "reduce_error", n_members=2).kept) == 2
    assert len(choose_members(PENCIL, ReduceError(backfitting=True), n_members=4).kept) == 4
