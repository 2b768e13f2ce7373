import json

import numpy as np
import pandas as pd
import pytest

from hedgerow import DecisionTreeClassifier
from hedgerow.saving.describing import DEEPEST, Description, list_attributes
from hedgerow.saving.errors import ModelFileError


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
        (np.array(["a", None], object), ["values", ["a", None], [2]]),
    ],
)
def test_values_in_plain_words(value, said):
    described = Description().describe(value)
    assert described == said
    json.dumps(described, allow_nan=False)


def test_arrays_and_objects_are_numbered_once():
    shared, tree = np.arange(3.0), DecisionTreeClassifier()
    description = Description()
    assert description.describe([shared, shared, tree, tree])[1] == [
        ["array", "a0"], ["array", "a0"], ["object", 0], ["object", 0],
    ]  # fmt: skip
    assert len(description.arrays) == len(description.objects) == 1
    assert description.objects[0][0] == "hedgerow.trees.estimators:DecisionTreeClassifier"


def test_a_frame_is_its_columns():
    said = Description().describe(pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}))
    assert said[:2] == ["frame", ["a", "b"]]


@pytest.mark.parametrize("value", [print, np.array([1 + 2j]), np.datetime64("2020"), object(), Exception()])
def test_what_no_file_holds_is_refused(value):
    with pytest.raises(ModelFileError, match="cannot hold"):
        Description().describe(value)


def test_lists_in_lists_have_an_end():
    nested = []
    for _ in range(DEEPEST + 5):
        nested = [nested]
    with pytest.raises(ModelFileError, match="lists in lists"):
        Description().describe(nested)


def test_attributes_are_those_of_pickle():
    assert list_attributes(DecisionTreeClassifier(max_depth=2))["max_depth"] == 2
