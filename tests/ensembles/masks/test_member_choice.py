import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.diversity import vote_entropy
from hedgerow.ensembles.masks.member_choice import choose_members
from hedgerow.outputs import Outputs


@st.composite
def candidates(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, n_rows, n_classes = draw(st.integers(1, 6)), draw(st.integers(1, 12)), draw(st.integers(1, 3))
    weights = rng.integers(1, 4, n_rows) if draw(st.booleans()) else None
    said, truth = rng.integers(0, n_classes, (n, n_rows)), rng.integers(0, n_classes, n_rows)
    return Outputs.from_predictions(said, truth, classes=range(n_classes), sample_weight=weights)


def choose_naively(outputs, n_members, weight):
    chosen = []
    while len(chosen) < min(n_members, outputs.n_members):

        def worth(candidate):
            some = outputs.select([*chosen, candidate])
            return round(float((1 - some.errors()).mean() + weight * vote_entropy(some)), 9)

        left = [candidate for candidate in range(outputs.n_members) if candidate not in chosen]
        chosen.append(max(left, key=lambda candidate: (worth(candidate), -candidate)))
    return chosen


@given(candidates(), st.integers(1, 7), st.sampled_from([0.5, 1.0, 3.0]))
def test_each_next_member_is_the_best_one(outputs, n_members, weight):
    assert choose_members(outputs, n_members, weight).tolist() == choose_naively(outputs, n_members, weight)


@given(candidates())
def test_without_a_weight_the_most_accurate_are_chosen(outputs):
    order = choose_members(outputs, 3)
    assert order.size == min(3, outputs.n_members)
    assert (np.diff(outputs.errors()[order]) >= 0).all()
    left = np.setdiff1d(np.arange(outputs.n_members), order)
    assert all(outputs.errors()[a] <= outputs.errors()[b] for a, b in itertools.product(order, left))


def test_an_infinite_weight_chooses_the_most_diverse():
    said = [[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 1]]
    outputs = Outputs.from_predictions(said, truth=[0, 0, 0, 0])
    order = choose_members(outputs, 2, np.inf)
    assert order.tolist() == [0, 2]
    assert vote_entropy(outputs.select(order)) == pytest.approx(1.0)
