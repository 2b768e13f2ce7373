import numpy as np
import pandas as pd
import pytest

from hedgerow.selection.forest.ace_rounds import ACERound, ACERounds


def make_round(number, target, importances, relevant, dropped_for, masking, n_targets=1):
    importances = np.array(importances)
    p_values = np.where(relevant, 0.001, 0.4)
    return ACERound(
        number, target, importances, np.full(len(importances), 0.1), p_values, p_values, np.array(relevant, bool),
        np.array(dropped_for), np.array(masking), np.array(masking) > 0.25, n_targets,
    )  # fmt: skip


@pytest.fixture
def rounds():
    first = make_round(
        1, "y", [[0.5, 0.2, 0.6, 0.0], [0.7, 0.2, 0.4, 0.0]], [1, 1, 1, 0], [0, 1, 0, -1],
        [[0.5, 0.0, 0.4], [0.1, 0.2, 0.0], [0.3, 0.0, 0.5]],
    )  # fmt: skip
    second = make_round(
        2, "residual", [[0.1, 0.2, 0.0, 0.0], [0.1, 0.2, 0.0, 0.0]], [0, 1, 0, 0], [-1, 1, -1, -1], [[0.2]], 3
    )
    return ACERounds(("a", "b", "c", "d"), (first, second))


def test_who_is_kept_and_who_is_masked(rounds):
    assert rounds[0].kept.tolist() == [True, True, False, False]
    assert rounds[0].masked.tolist() == [False, False, True, False]
    assert len(rounds) == 2
    assert [each.number for each in rounds] == [1, 2]


def test_p_values_are_adjusted_for_the_targets_of_a_round(rounds):
    np.testing.assert_allclose(rounds[0].adjusted, [0.001, 0.001, 0.001, 0.4])
    np.testing.assert_allclose(rounds[1].adjusted, [1.0, 0.003, 1.0, 1.0])


def test_the_frame_says_it_all(rounds):
    frame = rounds.frame()
    assert list(frame) == [
        "round", "target", "feature", "importance", "contrast", "t", "p_value", "relevant", "kept", "masked_by",
    ]  # fmt: skip
    assert frame["feature"].tolist() == ["a", "c", "b", "d", "b", "a", "c", "d"]
    assert frame["masked_by"].tolist() == ["", "a", "", "", "", "", "", ""]
    assert frame["importance"].tolist()[:2] == [0.6, 0.5]


def test_replicates_are_listed_one_by_one(rounds):
    frame = rounds.replicates()
    assert len(frame) == 2 * 2 * 4
    line = frame.query("round == 1 and replicate == 1 and feature == 'c'").iloc[0]
    assert (line["importance"], line["contrast"]) == (0.4, 0.1)


def test_masking_has_the_most_important_first(rounds):
    expected = pd.DataFrame(
        [[0.5, 0.4, 0.0], [0.3, 0.5, 0.0], [0.1, 0.0, 0.2]], index=["a", "c", "b"], columns=["a", "c", "b"]
    )
    pd.testing.assert_frame_equal(rounds.masking(), expected)
    pd.testing.assert_frame_equal(rounds.masks(), expected > 0.25)


def test_the_summary_tells_when_and_by_whom(rounds):
    summary = rounds.summarise()
    assert summary["round"].tolist() == [1, 1, 0, 0]
    assert summary["masked_by"].tolist() == ["", "", "a", ""]


def test_nothing_relevant_has_no_masking():
    nothing = make_round(1, "y", [[0.1]], [0], [-1], np.zeros((0, 0)))
    assert ACERounds(("a",), (nothing,)).masking().empty
