import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, from_correctness

from hedgerow.diversity import sharkey_type
from hedgerow.outputs import Outputs


def twin(outputs, same_label):
    judged = []
    for row in naive.judged_rows(outputs):
        said = [outputs.answers[t, row] for t in naive.predicting_members(outputs, row)]
        wrong = [answer for answer in said if answer != outputs.truth[row]]
        judged.append((said, wrong))
    if any(len(wrong) == len(said) for said, wrong in judged):
        return "IV"
    if all(len(wrong) <= 1 or (same_label and len(set(wrong)) == len(wrong)) for _, wrong in judged):
        return "I"
    return "II" if all(2 * len(wrong) < len(said) for said, wrong in judged) else "III"


@given(class_outputs(truth=True, rows=(1, 3)), st.booleans())
def test_the_type_is_that_of_the_twin(outputs, same_label):
    assert sharkey_type(outputs, same_label=same_label).type == twin(outputs, same_label)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (MATRIX, "IV"),
        (MATRIX[:4], "I"),
        (MATRIX[:5], "III"),
        ([[1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [0, 1, 1, 1, 1]], "II"),
        ([[1, 0], [0, 1]], "I"),  # two members cannot be of type II
        ([[1, 0, 0, 1]], "III"),  # half is no majority
    ],
)
def test_types_by_pencil(rows, expected):
    """Rogers 2007, section 3.3."""
    assert sharkey_type(from_correctness(rows)).type == expected


def test_errors_of_different_labels_do_not_coincide_if_told_so():
    outputs = Outputs.from_predictions([["a"], ["a"], ["b"], ["c"]], truth=["a"])
    assert sharkey_type(outputs).type == "III"
    assert sharkey_type(outputs, same_label=True).type == "I"
    assert sharkey_type(outputs, same_label=True).n_coincident.tolist() == [1]


def test_the_rows_show_what_dropping_members_could_do():
    found = sharkey_type(from_correctness(MATRIX))
    frame = found.frame()
    assert frame["n_correct"].tolist() == [3, 2, 2, 2, 1, 3, 0, 2]
    assert frame["n_coincident"].tolist() == [0, 1, 1, 1, 2, 0, 3, 1]
    assert frame["type"].tolist() == ["I", "I", "I", "I", "III", "I", "IV", "I"]
    without_the_last = from_correctness(MATRIX[:5, :2])
    assert sharkey_type(without_the_last).type == "IV"


def test_rows_without_speakers_or_weight_are_not_judged():
    outputs = from_correctness(
        [[1, 1], [0, 0], [0, 0]],
        predicted=np.array([[True, True, False], [True, True, False]]),
        sample_weight=np.array([1.0, 0.0, 1.0]),
    )
    found = sharkey_type(outputs)
    assert found.type == "I"
    assert found.row_types.tolist() == ["I", "", ""]


def test_nothing_to_classify_is_an_error():
    outputs = from_correctness([[1]], predicted=np.array([[False]]))
    with pytest.raises(ValueError, match="nothing to classify"):
        sharkey_type(outputs)
