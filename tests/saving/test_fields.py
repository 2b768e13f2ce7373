from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

import numpy as np
import pandas as pd
import pytest
from numpy.typing import ArrayLike, NDArray
from sklearn.linear_model import LogisticRegression

from hedgerow import BaggingClassifier, RandomForestClassifier
from hedgerow.ensembles.iterated_bagging import _NoScore
from hedgerow.pruning.committee import _ChosenTrees
from hedgerow.resampling import Bootstrap
from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.fields import (
    OPTIONAL,
    REQUIRED,
    Field,
    check_field,
    check_ranges,
    fits,
    list_fields,
    say_type,
)
from hedgerow.saving.kinds import KINDS, find_class
from hedgerow.trees.tree import Tree


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


def test_a_record_declares_its_fields():
    declared = list_fields(Tree)
    assert list(declared) == ["nodes", "values", "subsets", "n_classes", "n_features"]
    assert declared["n_classes"] == Field(int, REQUIRED)


def test_an_estimator_declares_parameters_and_fitted_attributes():
    declared = list_fields(RandomForestClassifier)
    assert declared["n_estimators"].default == 100
    assert declared["classes_"].default is OPTIONAL
    assert declared["feature_names_in_"].default is OPTIONAL
    assert "n_outputs_" not in declared  # of the class, not of its objects
    assert "fit" not in declared


def test_what_scikit_learn_does_not_annotate_is_declared_here():
    declared = list_fields(LogisticRegression)
    assert declared["C"].default == 1.0
    assert declared["coef_"].default is OPTIONAL


def test_a_plain_class_declares_what_its_constructor_takes():
    assert list(list_fields(_ChosenTrees)) == ["members", "kept"]
    assert not list_fields(_NoScore)


@pytest.mark.parametrize("kind", KINDS)
def test_the_types_of_all_fields_are_known(kind):
    for field in list_fields(find_class(kind)).values():
        assert say_type(field.hint)
        assert fits(print, field.hint) in (True, False)
        if field.default not in (REQUIRED, OPTIONAL):
            assert fits(field.default, field.hint), f"{field.default!r} is not of type {say_type(field.hint)}"


def test_a_value_of_another_type_is_refused():
    check_field("tree-arrays@1", "n_classes", Field(int, REQUIRED), 3)
    with pytest.raises(ModelFileError, match="'n_classes' of a tree-arrays@1 is not of type int"):
        check_field("tree-arrays@1", "n_classes", Field(int, REQUIRED), "3")


def test_an_object_checks_what_it_got():
    tree = Tree(np.zeros(0), np.zeros((0, 1)), np.zeros(0, np.uint64), 1, 1)
    with pytest.raises(ModelFileError):
        check_ranges(tree)
    check_ranges(RandomForestClassifier())


def test_a_parameter_out_of_its_range_is_refused():
    with pytest.raises(ModelFileError, match="max_samples=-1 must be an int of 1 or more"):
        check_ranges(Bootstrap(-1))
