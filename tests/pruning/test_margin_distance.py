import numpy as np
import pytest
from hypothesis import given
from tests.pruning.drawn import PENCIL, outputs

from hedgerow.outputs import Outputs
from hedgerow.pruning import MarginDistance, choose_members


def naive_order(said, reference):
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
        assert found == naive_order(said, reference)


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
