import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.pruning import choose_members


@given(st.one_of(outputs(), outputs(values=True)))
def test_members_come_in_the_order_of_their_own_errors(said):
    errors = [naive_error(said, [t]) for t in range(said.n_members)]
    expected = sorted(
        range(said.n_members), key=lambda t: (np.isnan(errors[t]), round(np.nan_to_num(errors[t]), 12), t)
    )
    search = choose_members(said, "best")
    assert search.committees[-1].tolist() == expected
    np.testing.assert_allclose(
        search.errors, [naive_error(said, expected[: size + 1]) for size in range(len(expected))], atol=1e-12
    )


def test_a_given_number_is_kept():
    assert choose_members(PENCIL, "best", n_members=3).kept.tolist() == [1, 0, 4]
