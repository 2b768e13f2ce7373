from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, get_args, get_origin

import numpy as np
import pandas as pd
import pytest
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import hedgerow
from hedgerow import BaggingClassifier, RandomForestClassifier
from hedgerow.ensembles.iterated_bagging import _NoScore
from hedgerow.pruning.committee import _ChosenTrees
from hedgerow.resampling import Bootstrap
from hedgerow.saving.archive import ModelFileError
from hedgerow.saving.history import CHANGED_KINDS, RENAMED_FIELDS, list_old_names
from hedgerow.saving.kinds import (
    KINDS,
    OPTIONAL,
    REQUIRED,
    Field,
    check_field,
    check_ranges,
    find_class,
    find_kind,
    fits,
    has_kind,
    list_fields,
    name_kind,
    say_type,
)
from hedgerow.saving.scikit_learn import FITTED
from hedgerow.trees.tree import Forest, Tree

KNOWN = Path(__file__).parent / "kinds.json"
# Estimators that are bases of others, or live while a fit lasts.
NEVER_SAVED = {"MixtureEstimator", "SingleMember", "Wrapping", "CommitteeModel", "WeightedRows"}


def list_classes():
    """All classes of the library."""
    for module in pkgutil.walk_packages(hedgerow.__path__, "hedgerow."):
        if not module.name.endswith("__main__"):
            for found in vars(importlib.import_module(module.name)).values():
                if inspect.isclass(found) and found.__module__ == module.name:
                    yield found


def classes_in(hint):
    if inspect.isclass(hint) and get_origin(hint) is None:
        yield hint
    for part in get_args(hint):
        yield from classes_in(part)


def digest_fields(kind):
    """A digest of the declared fields, each under the first name it had; of scikit-learn's, of what is told here."""
    declared = {name: field.hint for name, field in list_fields(find_class(kind)).items()}
    told = FITTED.get(kind, declared)
    earlier = {
        new: old.removeprefix(f"{kind.partition('@')[0]}.")
        for old, new in RENAMED_FIELDS.items()
        if new is not None and ("." not in old or old.startswith(f"{kind.partition('@')[0]}."))
    }
    lines = []
    for name, hint in told.items():
        first = name
        while first in earlier:
            first = earlier[first]
        lines.append(f"{first}: {say_type(hint)}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def list_digests():
    return {kind: digest_fields(kind) for kind in KINDS}


def read_known():
    return json.loads(KNOWN.read_text(encoding="utf-8"))


def test_every_estimator_has_a_kind():
    nameless = [
        each.__qualname__
        for each in list_classes()
        if issubclass(each, BaseEstimator)
        and not inspect.isabstract(each)
        and not each.__name__.startswith("_")
        and each.__name__ not in NEVER_SAVED
        and find_kind(each) is None
    ]
    assert not nameless, f"give these a kind in hedgerow/saving/kinds.csv: {nameless}"


def test_what_a_kind_declares_has_a_kind():
    nameless = {
        f"{each.__qualname__} ({name!r} of {kind})"
        for kind in KINDS
        for name, field in list_fields(find_class(kind)).items()
        for each in classes_in(field.hint)
        if each.__module__.startswith("hedgerow.")
        and not getattr(each, "_is_protocol", False)
        and find_kind(each) is None
    }
    assert not nameless, f"give these a kind in hedgerow/saving/kinds.csv: {nameless}"


def test_kinds_and_classes_belong_to_each_other():
    assert len(set(KINDS.values())) == len(KINDS), "two kinds have one class"
    for kind in KINDS:
        assert find_kind(find_class(kind)) == kind
        word, _, version = kind.partition("@")
        assert word == word.lower()
        assert word.replace("-", "").isalnum()
        assert int(version) >= 1


def test_no_kind_goes():
    gone = set(read_known()) - set(KINDS) - set(CHANGED_KINDS)
    assert not gone, f"files hold {sorted(gone)}; keep the kinds, or say in CHANGED_KINDS what they became"
    gone = set(list_old_names().values()) - set(KINDS) - set(CHANGED_KINDS)
    assert not gone, f"files of the first format hold {sorted(gone)}"


def test_declared_fields_do_not_change_unnoticed():
    known, today = read_known(), list_digests()
    changed = sorted(kind for kind in today if known.get(kind) != today[kind])
    assert not changed, (
        f"the declared fields of {changed} are new or have changed. If a field has another name, say so in "
        "RENAMED_FIELDS. If all files written so far are still read (a new field has a default, a type is wider), "
        "accept this with `python -m tests.saving.test_kinds`. Otherwise give the kind a new version, and say in "
        "CHANGED_KINDS how the old fields become the new ones."
    )


@pytest.mark.parametrize("cls", [RandomForestClassifier, Forest, LogisticRegression])
def test_a_kind_finds_its_class(cls):
    assert find_class(name_kind(cls)) is cls
    assert has_kind(cls.__new__(cls))


class Mine(RandomForestClassifier):
    pass


class Ridge(BaseEstimator):
    __module__ = "sklearn.linear_model"


@pytest.mark.parametrize("cls", [SVC, dict, type, ModelFileError, object, Mine, Ridge])
def test_other_classes_have_no_kind(cls):
    with pytest.raises(ModelFileError, match="cannot hold a"):
        name_kind(cls)


def test_reading_a_tree_imports_no_other_methods(tmp_path):
    path = tmp_path / "tree.hdg"
    hedgerow.save_model(hedgerow.DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1]), path)
    program = (
        "import sys; from hedgerow import load_model; load_model(sys.argv[1])\n"
        "print([name for name in sys.modules if name.startswith(('hedgerow.ensembles', 'hedgerow.selection'))])"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


if __name__ == "__main__":
    before = read_known() if KNOWN.exists() else {}
    after = list_digests()
    for each in sorted(after):
        if before.get(each) != after[each]:
            print(f"{each}: {'changed' if each in before else 'new'}")
    KNOWN.write_text(json.dumps(before | after, indent=0, sort_keys=True) + "\n", encoding="utf-8")


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
    assert list(declared) == ["nodes", "values", "subsets", "n_classes", "n_features", "targets"]
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
