import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.diversity import member_ambiguity
from hedgerow.pruning import OpitzSelection, choose_members


def naive_order(said, lambda_):
    """Let the least fit go, with everything measured anew for those that are left."""
    errors = said.errors()
    squares = errors if said.is_classification else errors**2
    accuracy = np.nan_to_num((1.0 if said.is_classification else np.nanmax(squares)) - squares)
    left, gone, before = list(range(said.n_members)), [], None
    while len(left) > 1:
        diversity = np.nan_to_num(member_ambiguity(said.select(left)))
        now = diversity.mean(), np.nan_to_num(naive_error(said, left), nan=np.inf), -accuracy[left].mean()
        if before is not None and now[0] < before[0] and now[1] <= before[1]:
            lambda_ *= 1.1
        if before is not None and now[2] > before[2]:
            lambda_ *= 0.9
        parts = [
            values / values.mean() if values.mean() > 0 else 0 * values
            for values in (accuracy[left], diversity)
        ]
        fitness = (parts[0] + lambda_ * parts[1]).round(12)
        out = max(range(len(left)), key=lambda t: (-fitness[t], t))
        gone.append(left.pop(out))
        before = now
    return [*left, *reversed(gone)]


@given(outputs(abstaining=False, weighted=False), st.sampled_from([0.0, 0.5, 1.0, 3.0]))
def test_the_least_fit_go_first(said, lambda_):
    assert choose_members(said, OpitzSelection(lambda_)).committees[-1].tolist() == naive_order(said, lambda_)


@given(st.one_of(outputs(), outputs(values=True)))
def test_everybody_has_a_place(said):
    search = choose_members(said, "opitz")
    assert sorted(search.committees[-1]) == list(range(said.n_members))
    order = search.committees[-1].tolist()
    np.testing.assert_allclose(search.errors[-1], naive_error(said, order), atol=1e-12)


def test_without_diversity_the_best_survive():
    order = choose_members(PENCIL, OpitzSelection(0.0)).committees[-1]
    assert order.tolist() == choose_members(PENCIL, "best").committees[-1].tolist()


def test_a_negative_lambda_is_refused():
    with pytest.raises(ValueError, match=r"lambda_=-1\.0"):
        choose_members(PENCIL, OpitzSelection(-1.0))
