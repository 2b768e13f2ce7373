from typing import ClassVar

import numpy as np
import pytest

from hedgerow.foundation.constraints import (
    Count,
    Flag,
    Instance,
    Many,
    Multiple,
    Number,
    Share,
    Word,
    check,
    check_own_parameters,
    check_parameters,
    list_constraints,
)


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
        (Multiple(), [0.5, 3.0], [1, 0.0, np.inf, True]),
        (Many(Count()), [[1], (1, 2)], [[], [0], 1]),
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


def test_objects_among_the_parameters_are_checked_too():
    class Inner:
        _parameters: ClassVar = {"n_parts": Count()}
        n_parts = 0

    class Outer:
        _parameters: ClassVar = {"inner": Instance("anything") | Many(Instance("anything"))}
        inner = None

    outer = Outer()
    for outer.inner in (Inner(), ["anything", Inner()]):
        check_own_parameters(outer)
        with pytest.raises(ValueError, match=r"^n_parts=0"):
            check_parameters(outer)


def test_what_two_parameters_must_be_together_is_for_the_class_to_say():
    class Pair:
        _parameters: ClassVar = {"least": Count()}
        least = 3

        def check_together(self):
            raise ValueError("least=3 must be no more than most=2")

    check_own_parameters(Pair())
    with pytest.raises(ValueError, match="no more than most=2"):
        check_parameters(Pair())


def test_a_class_uses_what_its_constructor_takes_of_the_tables_above():
    class Above:
        _parameters: ClassVar = {"n_parts": Count(), "share": Share()}

    class Below(Above):
        def __init__(self, share=0.5):
            self.share = share

    assert list(list_constraints(Below)) == ["share"]
    check_parameters(Below())
