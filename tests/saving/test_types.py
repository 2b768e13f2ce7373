from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

import numpy as np
import pandas as pd
import pytest
from numpy.typing import ArrayLike, NDArray
from sklearn.linear_model import LogisticRegression

from hedgerow import BaggingClassifier, RandomForestClassifier
from hedgerow.ensembles.iterated_bagging import _NoScore
from hedgerow.saving.types import fits, say_type


class Predictor(Protocol):
    def predict(self, X: Any) -> Any: ...


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (Ellipsis, Any),
        (1, TypeVar("T")),
        (None, None),
        (True, bool),
        (np.bool_(True), bool),
        (np.int32(3), int),
        (3, float),
        (np.float32(3), float | None),
        ("a", Literal["a", "b"]),
        (None, Literal["a", None]),
        (np.zeros(2), NDArray[np.float64]),
        (np.zeros(2, np.float32), NDArray[np.floating[Any]]),
        (np.zeros(2, "U3"), NDArray[Any]),
        (np.zeros(2, int), NDArray[np.int64 | np.float64]),
        ([1, 2], tuple[int, ...]),
        ((1, "a"), tuple[int, str]),
        (range(2**62), tuple[int, ...]),
        (pd.Index(["a"]), Sequence[str]),
        (frozenset({1}), set[int]),
        ({"a": [1]}, Mapping[str, list[int]]),
        ({}, dict),
        (_NoScore(), Callable[[Any], float] | bool),
        ([[1, 2]], ArrayLike | None),
        (pd.DataFrame(), ArrayLike),
        (RandomForestClassifier(), Predictor),
        (LogisticRegression(), LogisticRegression),
        (pd.DataFrame(), pd.DataFrame),
        (np.random.RandomState(0), int | np.random.RandomState | None),
    ],
    ids=lambda value: str(value).split(" object at ")[0],
)
def test_values_of_a_type(value, hint):
    assert fits(value, hint)
    assert say_type(hint)


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (0, None),
        (1, bool),
        (1.5, int),
        ("1", float),
        ("c", Literal["a", "b"]),
        (np.zeros(2), Literal["a"]),
        (np.zeros(2, np.float32), NDArray[np.float64]),
        (np.zeros(2, ">f8"), NDArray[np.float64]),
        (np.zeros(2), NDArray[np.int64]),
        ([0.0], NDArray[np.float64]),
        ([1, "a"], tuple[int, ...]),
        ((1,), tuple[int, str]),
        ("ab", Sequence[str]),
        (range(2**62), tuple[str, ...]),
        ({1: 2}, dict[str, int]),
        ({"a": "b"}, dict[str, int]),
        ([1], set[int]),
        (print, Callable[[Any], float] | bool),
        (_NoScore(), Predictor),
        (print, Predictor),
        (RandomForestClassifier(), BaggingClassifier),
    ],
    ids=lambda value: str(value).split(" object at ")[0],
)
def test_values_of_another_type(value, hint):
    assert not fits(value, hint)


def test_words_do_not_depend_on_where_a_class_lives():
    assert say_type(RandomForestClassifier | None) == "None or random-forest-classifier@1"
    assert say_type(Predictor) == "object"
    assert say_type(Literal["b", "a"]) == "'a' or 'b'"
    assert say_type(list[NDArray[np.float64]]) == "list of array of float64"
