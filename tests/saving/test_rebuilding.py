import json

import numpy as np
import pandas as pd
import pytest

from hedgerow import DecisionTreeClassifier
from hedgerow.saving.describing import Description
from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.rebuilding import Rebuilding

TREE = "hedgerow.trees.estimators:DecisionTreeClassifier"


def there_and_back(value):
    model = DecisionTreeClassifier()
    model.something = value
    description = Description()
    description.describe(model)
    objects = json.loads(json.dumps(description.objects))
    return Rebuilding(objects, description.arrays).rebuild().something


@pytest.mark.parametrize(
    "value",
    [None, 1, -(2**70), "ä", 0.1, float("inf"), (1, (2,)), [1, [2]], {1: "a", ("b", 2): None}, {3}, frozenset({"x"}),
     np.float32(0.5), np.dtype("<u2"), range(2, 9, 3)],
)  # fmt: skip
def test_values_come_back(value):
    again = there_and_back(value)
    assert again == value
    assert type(again) is type(value)


def test_arrays_frames_and_states_come_back():
    words = np.array(["a", None, 5], object)
    assert there_and_back(words).tolist() == words.tolist()
    frame = pd.DataFrame({"a": [1.5, 2], "b": ["x", None]}, index=[3, 4])
    pd.testing.assert_frame_equal(there_and_back(frame), frame, check_dtype=False)
    pd.testing.assert_index_equal(there_and_back(pd.Index(["a", "b"])), pd.Index(["a", "b"]), exact=False)
    state = np.random.RandomState(5)
    state.normal()
    assert there_and_back(state).normal() == state.normal()
    assert there_and_back(np.random.RandomState(3)).randint(10**6) == np.random.RandomState(3).randint(10**6)


def test_what_is_shared_stays_shared_and_circles_close():
    model, part = DecisionTreeClassifier(), DecisionTreeClassifier()
    model.one, model.two, part.back = part, part, model
    description = Description()
    description.describe(model)
    again = Rebuilding(description.objects, description.arrays).rebuild()
    assert again.one is again.two
    assert again.one.back is again


@pytest.mark.parametrize(
    "said",
    [
        {}, [], [1], ["list"], ["list", 5], ["dict", [[1]]], ["float", "1e5"], ["scalar", "<f8", ["list", []]],
        ["scalar", "V8", 1], ["dtype", "O"], ["dtype", 5], ["array", 5], ["object", True], ["object", -1],
        ["random_state", ["list", []], 0, 0, 0.0], ["frame", [], [], 0], ["frame", ["a"], [], ["values", [], [0]]],
        ["values", [1], [-1]],
        ["range", 0, 1, 0], ["range", 0, 0.5, 1], ["index", ["list", []]],
        ["items", []], ["_value", 1], ["set", [["list", []]]], ["tuple", [1], 2],
    ],
    ids=str,
)  # fmt: skip
def test_nonsense_is_refused(said):
    with pytest.raises(ModelFileError):
        Rebuilding([[TREE, [["x", said]]]], {}).rebuild()


def test_depth_has_an_end():
    said = ["list", []]
    for _ in range(100):
        said = ["list", [said]]
    with pytest.raises(ModelFileError):
        Rebuilding([[TREE, [["x", said]]]], {}).rebuild()


@pytest.mark.parametrize("name", ["__dict__", "__class__", "feature_importances_", 5])
def test_attributes_that_are_more_than_values_are_refused(name):
    with pytest.raises(ModelFileError):
        Rebuilding([[TREE, [[name, 1]]]], {}).rebuild()
