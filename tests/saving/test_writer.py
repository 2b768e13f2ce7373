import json

import numpy as np
import pandas as pd
import pytest

from hedgerow import DecisionTreeClassifier
from hedgerow.saving.archive import ModelFileError
from hedgerow.saving.writer import DEEPEST, Writer, list_attributes


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, None),
        (True, True),
        (0.1, 0.1),
        (float("-inf"), ["float", "-inf"]),
        ((1, "a"), ["tuple", [1, "a"]]),
        ({"k": [2]}, ["dict", [["k", ["list", [2]]]]]),
        (frozenset({2, 1}), ["frozenset", [1, 2]]),
        (np.int64(3), ["scalar", "<i8", 3]),
        (np.dtype("f4"), ["dtype", "<f4"]),
        (np.float64, ["number_type", "<f8"]),
        (slice(1, None), ["slice", 1, None, None]),
        (np.array(["a", None], object), ["values", ["a", None], [2]]),
    ],
)
def test_values_in_plain_words(value, said):
    described = Writer().describe(value)
    assert described == said
    json.dumps(described, allow_nan=False)


def test_arrays_and_objects_are_numbered_once():
    shared, tree = np.arange(3.0), DecisionTreeClassifier()
    writer = Writer()
    assert writer.describe([shared, shared, tree, tree])[1] == [
        ["array", "a0"], ["array", "a0"], ["object", 0], ["object", 0],
    ]  # fmt: skip
    assert len(writer.arrays) == len(writer.objects) == 1
    assert writer.objects[0][0] == "decision-tree-classifier@1"


def test_a_frame_is_its_columns():
    said = Writer().describe(pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}))
    assert said[:2] == ["frame", ["a", "b"]]


def test_fields_are_told_in_the_order_of_their_declaration():
    one, other = DecisionTreeClassifier(), DecisionTreeClassifier()
    other.__dict__ = dict(reversed(one.__dict__.items()))
    told = [Writer(), Writer()]
    for writer, tree in zip(told, (one, other), strict=True):
        writer.describe(tree)
    assert json.dumps(told[0].objects) == json.dumps(told[1].objects)


def test_what_is_not_declared_is_refused():
    tree = DecisionTreeClassifier()
    tree.note = "mine"
    with pytest.raises(ModelFileError, match="cannot hold 'note' of a DecisionTreeClassifier"):
        Writer().describe(tree)


def test_a_value_of_another_type_is_refused():
    with pytest.raises(
        ModelFileError, match="'min_impurity_decrease' of a decision-tree-classifier@1 is not of type float"
    ):
        Writer().describe(DecisionTreeClassifier(min_impurity_decrease="much"))


def test_what_belongs_to_the_process_is_left_out():
    tree = DecisionTreeClassifier()
    tree._parent_callback_ctx = print
    writer = Writer()
    writer.describe(tree)
    assert "_parent_callback_ctx" not in writer.objects[0][1]


@pytest.mark.parametrize(
    "value", [print, np.array([1 + 2j]), np.datetime64("2020"), object(), Exception(), int]
)
def test_what_no_file_holds_is_refused(value):
    with pytest.raises(ModelFileError, match="cannot hold"):
        Writer().describe(value)


def test_lists_in_lists_have_an_end():
    nested = []
    for _ in range(DEEPEST + 5):
        nested = [nested]
    with pytest.raises(ModelFileError, match="lists in lists"):
        Writer().describe(nested)


def test_attributes_are_those_of_pickle():
    assert list_attributes(DecisionTreeClassifier(max_depth=2))["max_depth"] == 2
