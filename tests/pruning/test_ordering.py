import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pruning.drawn import PENCIL, naive_error, outputs

from hedgerow.diversity import member_ambiguity
from hedgerow.outputs import Outputs
from hedgerow.pruning import MarginDistance, OpitzSelection, choose_members


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


def order_by_margins(said, reference):
    """Try every member at every step, and measure the distance itself."""
    signature = np.where(said.answers == said.truth, 1.0, -1.0)
    if said.predicted is not None:
        signature = signature * said.predicted
    order, total = [], np.zeros(said.n_samples)
    while len(order) < said.n_members:
        distances = {
            t: round(said.row_weights() @ (reference - (total + signature[t]) / said.n_members) ** 2, 9)
            for t in range(said.n_members)
            if t not in order
        }
        order.append(min(distances, key=lambda t: (distances[t], t)))
        total += signature[order[-1]]
    return order


@given(outputs())
def test_members_join_that_come_nearest(said):
    for reference in (0.075, 0.25):
        found = choose_members(said, MarginDistance(reference)).committees[-1].tolist()
        assert found == order_by_margins(said, reference)


def test_hard_rows_are_looked_after():
    # Two members know the easy rows; the third, worse on its own, knows the hard one.
    said = Outputs.from_predictions([[0, 0, 0, 1], [0, 0, 0, 1], [0, 1, 1, 0]], truth=[0, 0, 0, 0])
    assert choose_members(said, "margin_distance", n_members=2).kept.tolist() == [0, 2]
    assert choose_members(said, "best", n_members=2).kept.tolist() == [0, 1]


def test_what_it_cannot_do_is_said():
    with pytest.raises(ValueError, match=r"reference=1\.5"):
        choose_members(PENCIL, MarginDistance(1.5))
    with pytest.raises(ValueError, match="margin is one of classes"):
        choose_members(Outputs.from_predictions([[1.0]], [1.0], regression=True), "margin_distance")


def order_by_survival(said, lambda_):
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
    assert choose_members(said, OpitzSelection(lambda_)).committees[-1].tolist() == order_by_survival(
        said, lambda_
    )


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
