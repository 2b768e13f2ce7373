import dataclasses

import numpy as np
import pandas as pd
import pytest

from hedgerow.selection.stability import stability_of
from hedgerow.selection.stability.record import name_features, read_stability

MARKS = np.array([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]])


def test_measures_of_a_given_table():
    stability = stability_of(MARKS)
    assert stability.stability == pytest.approx(1 / 3)
    assert stability.kuncheva == pytest.approx(1 / 3)
    assert stability.jaccard == pytest.approx((1 + 1 / 3 + 1 / 3) / 3)
    assert stability.spearman is None
    assert stability.sizes.tolist() == [2, 2, 2]
    assert stability.frequencies.tolist() == pytest.approx([1, 2 / 3, 1 / 3, 0])
    low, high = stability.interval
    assert low < 1 / 3 < high
    narrow = stability_of(MARKS, confidence=0.5).interval
    assert low < narrow[0] < narrow[1] < high


def test_the_frame_is_sorted_and_named():
    frame = stability_of(pd.DataFrame(MARKS[:, ::-1], columns=list("abcd"))).frame()
    assert frame["feature"].tolist() == ["d", "c", "b", "a"]
    assert list(frame) == ["feature", "frequency"]


def test_scores_give_mean_ranks_and_a_correlation():
    scores = [[4, 3, 2, 1], [4, 3, 1, 2], [4, 1, 3, 2]]
    stability = stability_of(MARKS, scores=scores)
    assert stability.spearman == pytest.approx((0.8 + 0.2 + 0.4) / 3)
    frame = stability.frame()
    assert frame["mean_rank"].tolist() == pytest.approx([1, 8 / 3, 3, 10 / 3])
    with pytest.raises(ValueError, match="the scores have the shape"):
        stability_of(MARKS, scores=[[1, 2]])


def test_equal_frequencies_are_sorted_by_rank():
    frame = stability_of([[1, 1, 0], [1, 1, 0]], scores=[[1, 2, 0], [1, 2, 0]]).frame()
    assert frame["feature"].tolist() == ["x1", "x0", "x2"]


def test_sentences():
    sentence = stability_of(MARKS).sentence
    assert sentence.startswith(
        "Over 3 runs, 2 of 4 features were selected; the stability is 0.33 (95 % interval "
    )
    assert sentence.endswith("poor. 1 feature was selected every time, 3 at least once.")
    assert "1 to 3 of 4" in stability_of([[1, 0, 0, 0], [0, 1, 1, 1]]).sentence
    assert "No feature was selected every time" in stability_of([[1, 0, 0, 0], [0, 1, 1, 1]]).sentence


@pytest.mark.parametrize(("value", "what"), [(0, "no feature"), (1, "all 4 features")])
def test_trivial_selections_are_called_so(value, what):
    stability = stability_of(np.full((5, 4), value))
    assert stability.stability == stability.jaccard == stability.kuncheva == 1
    assert (
        stability.sentence
        == f"Each of 5 runs selected {what}, so there is no choice whose stability could be told."
    )


def test_two_selectors_are_compared():
    rng = np.random.default_rng(0)
    steady = stability_of(rng.random((50, 20)) < np.array([0.95] * 5 + [0.02] * 15))
    shaky = stability_of(rng.random((50, 20)) < 0.25)
    tested = steady.difference_from(shaky)
    assert tested.difference == pytest.approx(steady.stability - shaky.stability)
    assert tested.p_value < 1e-6
    assert steady.difference_from(steady).p_value == 1


def test_a_record_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        stability_of(MARKS).runs = "folds"
    assert repr(stability_of(MARKS)) == "<SelectionStability: 0.333, 3 runs, 4 features>"


def test_names():
    assert name_features(None, None, 2) == ("x0", "x1")
    with pytest.raises(ValueError, match="1 names were given for 2 features"):
        stability_of([[1, 0], [0, 1]], feature_names=["a"])
    with pytest.raises(ValueError, match="confidence=2"):
        stability_of(MARKS, confidence=2)


def test_readings():
    assert [read_stability(value) for value in (-0.1, 0.39, 0.4, 0.75, 0.76)] == [
        "poor", "poor", "intermediate to good", "intermediate to good", "excellent",
    ]  # fmt: skip
