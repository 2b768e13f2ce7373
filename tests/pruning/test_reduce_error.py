import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs
from tests.pruning.test_greedy_addition import naive_climb

from hedgerow.pruning import ReduceError, choose_members


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
