from itertools import product

import numpy as np
import pytest

from hedgerow.selection.measures import (
    is_marginally_relevant,
    is_markov_blanket,
    mutual_information,
    relevance_type,
    symmetrical_uncertainty,
)


def count(rows, y):
    """The joint table of bits."""
    rows = np.asarray(rows)
    joint = np.zeros((2,) * (rows.shape[1] + 1))
    np.add.at(joint, (*rows.T, np.asarray(y)), 1.0)
    return joint


BITS = np.array(list(product((0, 1), repeat=2)))
XOR = BITS[:, 0] ^ BITS[:, 1]


def test_exclusive_or():
    joint = count(BITS, XOR)
    for feature in range(2):
        assert not is_marginally_relevant(joint, feature)
        assert relevance_type(joint, feature) == "strong"
        assert mutual_information(BITS[:, feature], XOR) == pytest.approx(0.0, abs=1e-12)
    together = 2 * BITS[:, 0] + BITS[:, 1]
    assert mutual_information(together, XOR) == pytest.approx(1.0)
    assert symmetrical_uncertainty(together, XOR) == pytest.approx(2 / 3)


def test_a_copy_makes_both_weakly_relevant():
    joint = count(np.column_stack([BITS, BITS[:, 0]]), XOR)
    assert [relevance_type(joint, feature) for feature in range(3)] == ["weak", "strong", "weak"]
    assert is_markov_blanket(joint, 2, [0])
    assert is_markov_blanket(joint, 0, [2])
    assert not is_markov_blanket(joint, 1, [0, 2])


def test_noise_is_irrelevant_and_has_an_empty_blanket():
    rows = np.array(list(product((0, 1), repeat=3)))
    joint = count(rows, rows[:, 0] & rows[:, 1])
    assert [relevance_type(joint, feature) for feature in range(3)] == ["strong", "strong", "irrelevant"]
    assert is_markov_blanket(joint, 2, [])


def test_the_multiplexer():
    rows = np.array(list(product((0, 1), repeat=6)))
    y = rows[np.arange(64), 2 + 2 * rows[:, 0] + rows[:, 1]]
    joint = count(rows, y)
    assert all(relevance_type(joint, feature) == "strong" for feature in range(6))
    assert [is_marginally_relevant(joint, feature) for feature in range(6)] == [False] * 2 + [True] * 4
    assert mutual_information(rows[:, 2], y) == pytest.approx(0.0455659971)
    assert mutual_information(rows[:, 0], y) == pytest.approx(0.0, abs=1e-12)


def test_features_may_be_eliminated_one_after_another():
    """A blanket that loses a member to its own blanket is replaced by what blankets that member (thesis 6.3)."""
    rows = np.column_stack([BITS[:, 0], BITS[:, 0], BITS[:, 0], BITS[:, 1]])
    joint = count(rows, XOR)
    assert is_markov_blanket(joint, 0, [1])
    left = joint.sum(axis=0)
    assert is_markov_blanket(left, 0, [1])
    assert relevance_type(left.sum(axis=0), 0) == "strong"


@pytest.mark.parametrize(
    ("joint", "feature", "message"),
    [
        ([0.5, 0.5], 0, "has 1 axes"),
        ([[1.0, -1.0]], 0, "none below 0"),
        (np.ones((2, 2)), 1, "feature=1 must be an int from 0 to 0"),
    ],
)
def test_what_cannot_be_is_refused(joint, feature, message):
    with pytest.raises(ValueError, match=message):
        relevance_type(joint, feature)


def test_a_blanket_is_of_other_features():
    with pytest.raises(ValueError, match="must be axes of other features"):
        is_markov_blanket(np.ones((2, 2, 2)), 0, [0])
