"""Every class says once what its parameters may be; here all tables are gone through."""

import importlib
import inspect
import pkgutil
from typing import ClassVar

import numpy as np
import pytest

import hedgerow
from hedgerow.foundation.constraints import (
    Count,
    Flag,
    Instance,
    Number,
    Share,
    Word,
    check,
    check_parameters,
    list_constraints,
)

STRANGE = [float("nan"), -(10**9), "no such word", object()]


def find_classes_with_tables():
    found = {}
    for module in pkgutil.walk_packages(hedgerow.__path__, "hedgerow."):
        if ".cli" in module.name or ".experiments" in module.name:
            continue
        for each in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(each) and each.__module__ == module.name and list_constraints(each):
                found[each] = None
    return list(found)


def test_every_table_names_parameters_whose_defaults_it_accepts_and_refuses_strange_values():
    for kind in find_classes_with_tables():
        parameters = inspect.signature(kind).parameters
        for name, constraint in list_constraints(kind).items():
            if inspect.isabstract(kind) or name not in parameters:
                # A base class may declare what its subclasses take.
                assert name in parameters or any(
                    name in inspect.signature(each).parameters for each in kind.__subclasses__()
                ), f"{kind.__name__} declares {name}, which is no parameter"
                continue
            default = parameters[name].default
            if default is not inspect.Parameter.empty:
                assert constraint.accepts(default), f"{kind.__name__}({name}={default!r})"
            assert constraint.describe()
            assert not all(constraint.accepts(value) for value in STRANGE) or isinstance(constraint, Instance)


@pytest.mark.parametrize(
    ("constraint", "good", "bad"),
    [
        (Count(), [1, np.int64(7)], [0, True, 1.0, "1", None]),
        (Count(2, 3), [2, 3], [1, 4]),
        (Number(0, 1), [0, 1, 0.5, np.float32(0.5)], [-0.1, 1.1, np.nan, True, "0"]),
        (Number(0, 1, "neither"), [0.5], [0, 1]),
        (Number(0, 1, "left"), [0, 0.5], [1]),
        (Number(0, 1, "right"), [1, 0.5], [0]),
        (Number(0, closed="left"), [0, 10.0**300], [np.inf]),
        (Share(), [0.5, 1.0], [1, 0.0, 1.5, True]),
        (Word("a", None), ["a", None, np.str_("a")], ["b", 0, np.zeros(2)]),
        (Flag(), [True, False, np.bool_(True)], [1, 0, "True"]),
        (Instance("a list", kind=list), [[1]], [(1,)]),
        (Instance("an estimator", has="fit"), [], [3, type("Fitted", (), {"fit": 1})]),
        (Count() | Word("auto") | None, [3, "auto", None], [0, "a"]),
    ],
)
def test_values_at_the_edges(constraint, good, bad):
    for value in good:
        assert check("it", value, constraint) is value
    for value in bad:
        with pytest.raises(ValueError, match=r"^it=.* must be ") as caught:
            check("it", value, constraint)
        assert str(caught.value).endswith(constraint.describe())


def test_a_table_adds_to_those_above():
    class Above:
        _parameters: ClassVar = {"n_parts": Count(), "kind": Word("a")}
        n_parts = 1
        kind = "b"

    class Below(Above):
        _parameters: ClassVar = {"kind": Word("b"), "share": Share()}
        share = 2.0

    assert list(list_constraints(Below)) == ["n_parts", "kind", "share"]
    with pytest.raises(ValueError, match=r"^share=2.0 must be a share in \(0, 1\]$"):
        check_parameters(Below())
