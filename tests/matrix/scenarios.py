"""Odd inputs: a table, a target and weights, rows to predict, and whether an answer may or must come of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix

N_ROWS, N_FEATURES, N_NEW = 40, 4, 12


@dataclass(frozen=True)
class Case:
    """What is handed to `fit` and to `predict`."""

    X: Any
    y: Any
    X_new: Any
    weights: Any = None

    def with_features(self, change: Callable[[Any], Any]) -> Case:
        """The same rows, both to learn from and to predict, in another form."""
        return replace(self, X=change(self.X), X_new=change(self.X_new))


@dataclass(frozen=True)
class Scenario:
    """One odd input.

    Attributes
    ----------
    change : callable
        Makes the case of an ordinary one, for a task.
    verdict : {"answer", "refusal", "either"}
        What must come of it: an answer that is right, a sentence that says why there is none, or one of them.
    like : str
        The scenario whose answers are the same to the last bit; empty where there is none.
    tasks : tuple of str
        Tasks that know it.
    late : bool
        Whether what is odd comes after `fit`.
    """

    change: Callable[[Case, str], Case]
    verdict: str = "either"
    like: str = ""
    tasks: tuple[str, ...] = ("classes", "values", "labels", "rows")
    late: bool = False


def make_case(task: str, n_rows: int = N_ROWS, n_features: int = N_FEATURES) -> Case:
    """An ordinary table of whole and broken numbers, whose target follows from its first two columns."""
    generator = np.random.default_rng(n_rows + 1000 * n_features)
    X = np.round(generator.normal(size=(n_rows + N_NEW, n_features)), 2)
    sums = X[:, 0] + X[:, min(1, n_features - 1)] + 0.2 * generator.normal(size=len(X))
    y: Any = (sums > 0).astype(np.int64)
    if task == "values":
        y = sums
    elif task == "labels":
        y = np.c_[sums > 0, X[:, 0] > 0.3, X[:, -1] > 0].astype(np.int64)
    elif task == "rows":
        y = None
    return Case(X[:n_rows], None if y is None else y[:n_rows], X[n_rows:])


def _sized(n_rows: int, n_features: int) -> Callable[[Case, str], Case]:
    return lambda _, task: make_case(task, n_rows, n_features)


def _features(change: Callable[[Any], Any]) -> Callable[[Case, str], Case]:
    return lambda case, _: case.with_features(change)


def _column(change: Callable[[Any], Any], place: int = 0) -> Callable[[Case, str], Case]:
    def change_table(X: Any) -> Any:
        X = X.copy()
        X[:, place] = change(X[:, place])
        return X

    return _features(change_table)


def _weighted(make: Callable[[Case], Any]) -> Callable[[Case, str], Case]:
    return lambda case, _: replace(case, weights=make(case))


def _target(change: Callable[[Any], Any]) -> Callable[[Case, str], Case]:
    return lambda case, _: replace(case, y=change(case.y))


def _later(change: Callable[[Any], Any]) -> Callable[[Case, str], Case]:
    return lambda case, _: replace(case, X_new=change(case.X_new))


def _later_of_frame(change: Callable[[Any], Any]) -> Callable[[Case, str], Case]:
    return lambda case, _: replace(case, X=_to_frame(case.X), X_new=change(_to_frame(case.X_new)))


def _fit_only(change: Callable[[Any], Any]) -> Callable[[Case, str], Case]:
    return lambda case, _: replace(case, X=change(case.X))


def _to_frame(X: Any) -> pd.DataFrame:
    return pd.DataFrame(np.asarray(X), columns=[f"column {place}" for place in range(X.shape[1])])


def _with_column(make: Callable[[Any], Any]) -> Callable[[Case, str], Case]:
    """A data frame whose last column is made of numbers 0, 1, 2, 3 that follow from it."""

    def change(X: Any) -> pd.DataFrame:
        frame = _to_frame(X)
        codes = np.clip(np.floor(2 * X[:, -1] + 2), 0, 3).astype(int)
        return frame.assign(**{frame.columns[-1]: make(codes)})

    return _features(change)


def _set(X: Any, row: Any, column: Any, value: Any) -> Any:
    X = X.copy()
    X[row, column] = value
    return X


def _stride(X: Any, by_row: bool) -> Any:
    wide = np.full((2 * len(X), X.shape[1]) if by_row else (len(X), 2 * X.shape[1]), 9.0)
    view = wide[::2] if by_row else wide[:, ::2]
    view[:] = X
    return view


def _unalign(X: Any) -> Any:
    room = np.zeros(X.nbytes + 1, np.uint8)
    view = room[1:].view(np.float64).reshape(X.shape)
    view[:] = X
    return view


def _freeze(X: Any) -> Any:
    X = X.copy()
    X.setflags(write=False)
    return X


_SIZES = {
    **{f"{n} rows": Scenario(_sized(n, 4)) for n in (1, 2, 3, 5, 9)},
    "one feature": Scenario(_sized(40, 1)),
    "two features": Scenario(_sized(40, 2)),
    "more features than rows": Scenario(_sized(12, 30)),
    "a hundred rows": Scenario(_sized(100, 5)),
    "no rows": Scenario(_fit_only(lambda X: X[:0]), "refusal"),
    "no features": Scenario(_features(lambda X: X[:, :0]), "refusal"),
    "a list instead of a table": Scenario(_fit_only(lambda X: X[:, 0]), "refusal"),
    "a table of tables": Scenario(_fit_only(lambda X: X[None]), "refusal"),
    "the same row again and again": Scenario(_fit_only(lambda X: np.repeat(X[:1], len(X), axis=0))),
    "every row twice": Scenario(_fit_only(lambda X: np.repeat(X[::2], 2, axis=0))),
}

_LAYOUTS = {
    "ordinary": Scenario(lambda case, _: case, "answer"),
    "column by column": Scenario(_features(np.asfortranarray), "answer", "ordinary"),
    "learned column by column": Scenario(_fit_only(np.asfortranarray), "answer", "ordinary"),
    "every second row of another": Scenario(_features(lambda X: _stride(X, True)), "answer", "ordinary"),
    "every second column of another": Scenario(_features(lambda X: _stride(X, False)), "answer", "ordinary"),
    "backwards in memory": Scenario(
        _features(lambda X: np.ascontiguousarray(X[::-1, ::-1])[::-1, ::-1]), "answer", "ordinary"
    ),
    "read-only": Scenario(_features(_freeze), "answer", "ordinary"),
    "unaligned": Scenario(_features(_unalign), "answer", "ordinary"),
    "big-endian": Scenario(_features(lambda X: X.astype(">f8")), "answer", "ordinary"),
    "lists": Scenario(_features(lambda X: X.tolist()), "answer", "ordinary"),
    "objects": Scenario(_features(lambda X: X.astype(object)), "answer", "ordinary"),
    "a data frame": Scenario(_features(_to_frame), "answer", "ordinary"),
    "a data frame with odd index": Scenario(
        _features(lambda X: _to_frame(X).set_index(np.arange(len(X))[::-1] * 3)), "answer", "ordinary"
    ),
    "a masked array": Scenario(_features(np.ma.masked_array)),
    "single precision": Scenario(_features(lambda X: X.astype(np.float32))),
    "half precision": Scenario(_features(lambda X: X.astype(np.float16))),
    "longer precision": Scenario(_features(lambda X: X.astype(np.longdouble)), "answer", "ordinary"),
    "small integers": Scenario(_features(lambda X: np.rint(3 * X).astype(np.int8))),
    "integers": Scenario(_features(lambda X: np.rint(30 * X).astype(np.int64)), "answer"),
    "unsigned": Scenario(_features(lambda X: np.rint(9 * np.abs(X)).astype(np.uint16))),
    "truth values": Scenario(_features(lambda X: X > 0)),
    "complex": Scenario(_features(lambda X: X + 1j), "refusal"),
    "sparse": Scenario(_features(lambda X: csr_matrix(np.where(np.abs(X) > 0.5, X, 0.0)))),
    "text": Scenario(_features(lambda X: np.where(X > 0, "up", "down")), "refusal"),
    "text of numbers": Scenario(_features(lambda X: X.astype(str))),
}  # fmt: skip

_KINDS = {
    "categories": Scenario(_with_column(lambda codes: pd.Categorical.from_codes(codes, list("abcd")))),
    "ordered categories": Scenario(
        _with_column(lambda codes: pd.Categorical.from_codes(codes, list("dcba"), ordered=True))
    ),
    "strings": Scenario(_with_column(lambda codes: np.array(list("abcd"), object)[codes])),
    "strings with gaps": Scenario(_with_column(lambda codes: np.array(["a", "b", None, "d"], object)[codes])),
    "strings of pandas": Scenario(_with_column(lambda codes: pd.array(np.array(list("abcd"))[codes], "string"))),
    "numbers and strings": Scenario(_with_column(lambda codes: np.array(["A1", 7, 12, "B2"], object)[codes])),
    "numbers, strings and gaps": Scenario(
        _with_column(lambda codes: np.array(["A1", 7, None, 12], object)[codes])
    ),
    "truth values of pandas": Scenario(_with_column(lambda codes: pd.array(codes > 1, "boolean"))),
    "integers of pandas": Scenario(_with_column(lambda codes: pd.array(codes, "Int64"))),
    "integers of pandas with gaps": Scenario(
        _with_column(lambda codes: pd.array(np.array([1, 2, pd.NA, 4], object)[codes], "Int64"))
    ),
    "dates": Scenario(
        _with_column(lambda codes: pd.Timestamp("2020-01-01") + pd.to_timedelta(codes, unit="D")), "refusal"
    ),
    "lists in cells": Scenario(
        _with_column(lambda codes: pd.Series([[code] for code in codes], dtype=object)), "refusal"
    ),
    "a category for each row": Scenario(
        _features(lambda X: _to_frame(X).assign(own=[f"row {place}" for place in range(len(X))]))
    ),
    "the same name twice": Scenario(_features(lambda X: _to_frame(X).set_axis(["a", "a", "b", "c"], axis=1))),
    "names that are numbers": Scenario(_features(pd.DataFrame)),
    "names of two types": Scenario(
        _features(lambda X: pd.DataFrame(X, columns=["a", 1, "b", 2])), "refusal"
    ),
    "missing values": Scenario(_column(lambda column: np.where(np.arange(len(column)) % 3 == 0, np.nan, column))),
    "a missing column": Scenario(_column(lambda column: np.nan * column)),
    "a missing row": Scenario(_features(lambda X: _set(X, 0, slice(None), np.nan))),
    "nothing but missing values": Scenario(_features(lambda X: np.nan * X)),
    "an infinite value": Scenario(_fit_only(lambda X: _set(X, 0, 0, np.inf)), "refusal"),
    "a value of minus infinity": Scenario(_fit_only(lambda X: _set(X, 0, 0, -np.inf)), "refusal"),
    "a constant column": Scenario(_column(lambda column: 0 * column + 0.1)),
    "all columns constant": Scenario(_features(lambda X: 0 * X + 0.1)),
    "a column twice": Scenario(_features(lambda X: np.c_[X, X[:, 0]])),
    "columns that add up": Scenario(_features(lambda X: np.c_[X, X.sum(axis=1)])),
    "two values only": Scenario(_features(np.sign)),
    "negative zeros": Scenario(_column(lambda column: np.where(column > 0, 0.0, -0.0))),
}  # fmt: skip

_NUMBERS = {
    **{
        f"a column of {size:g}": Scenario(_column(lambda column, size=size: size * column))
        for size in (5e-323, 1e-310, 1e-200, 1e-165, 1e-20, 1e20, 1e100, 1e165, 1e200, 1e300, 1e307)
    },
    **{
        f"all numbers of {size:g}": Scenario(_features(lambda X, size=size: size * X))
        for size in (5e-323, 1e-310, 1e-165, 1e-30, 1e30, 1e165, 1e307)
    },
    "the largest numbers": Scenario(_features(lambda X: 1.7e308 * np.sign(X))),
    "a column of the largest numbers": Scenario(_column(lambda column: 1.7e308 * np.sign(column))),
    "one number of 1e300": Scenario(_fit_only(lambda X: _set(X, 0, 0, 1e300))),
    "one number of the largest": Scenario(_fit_only(lambda X: _set(X, 0, 0, np.finfo(float).max))),
    "numbers far from zero": Scenario(_features(lambda X: X + 1e12)),
    "numbers very far from zero": Scenario(_features(lambda X: X + 1e17)),
    "times": Scenario(_column(lambda column: 1.7e18 + 1e9 * column)),
    "integers of 2**62": Scenario(_features(lambda X: (X * 2**60).astype(np.int64))),
    "every size at once": Scenario(_features(lambda X: X * 10.0 ** np.array([-250.0, -100, 100, 250]))),
}  # fmt: skip

_WEIGHTS = {
    "weights of one": Scenario(_weighted(lambda case: np.ones(len(case.X))), "answer"),
    "integers as weights": Scenario(
        _weighted(lambda case: np.ones(len(case.X), np.int32)), "answer", "weights of one"
    ),
    "weights of 2**62": Scenario(
        _weighted(lambda case: np.full(len(case.X), 2**62)), "answer", "weights of one"
    ),
    **{
        f"weights of {size:g}": Scenario(
            _weighted(lambda case, size=size: np.full(len(case.X), size)), "answer"
        )
        for size in (5e-324, 1e-310, 1e-300, 1e-9, 1e9, 1e308)
    },
    **{
        f"weights of about {size:g}": Scenario(
            _weighted(lambda case, size=size: size * (1 + np.arange(len(case.X)) % 3)), "answer"
        )
        for size in (1e5, 1e9, 1e15, 1e300)
    },
    "fractions as weights": Scenario(
        _weighted(lambda case: np.linspace(0.1, 2.3, len(case.X))), "answer"
    ),
    "weights of all sizes": Scenario(_weighted(lambda case: 10.0 ** np.linspace(-300, 300, len(case.X)))),
    "weights of two sizes": Scenario(_weighted(lambda case: np.where(np.arange(len(case.X)) % 2, 1e-300, 1e300))),
    "no weight for every second row": Scenario(_weighted(lambda case: np.arange(len(case.X)) % 2), "answer"),
    "all weight on one row": Scenario(_weighted(lambda case: np.arange(len(case.X)) == 3)),
    "all weight on one class": Scenario(_weighted(lambda case: case.y == case.y[0]), tasks=("classes",)),
    "a negative weight": Scenario(_weighted(lambda case: 1.0 - 2 * (np.arange(len(case.X)) == 3)), "refusal"),
    "a missing weight": Scenario(
        _weighted(lambda case: np.where(np.arange(len(case.X)) == 3, np.nan, 1.0)), "refusal"
    ),
    "an infinite weight": Scenario(
        _weighted(lambda case: np.where(np.arange(len(case.X)) == 3, np.inf, 1.0)), "refusal"
    ),
    "no weights at all": Scenario(_weighted(lambda case: np.zeros(len(case.X))), "refusal"),
    "too few weights": Scenario(_weighted(lambda case: np.ones(len(case.X) - 1)), "refusal"),
    "text as weights": Scenario(_weighted(lambda case: np.full(len(case.X), "heavy")), "refusal"),
}  # fmt: skip


def _classes(change: Callable[[Any], Any], verdict: str = "either") -> Scenario:
    return Scenario(_target(change), verdict, tasks=("classes",))


def _values(change: Callable[[Any], Any], verdict: str = "either") -> Scenario:
    return Scenario(_target(change), verdict, tasks=("values",))


_TARGETS = {
    "classes of text": _classes(lambda y: np.array(["no", "yes"])[y], "answer"),
    "classes of odd text": _classes(lambda y: np.array(["", "\N{SNOWMAN} é\n"])[y], "answer"),
    "classes of text objects": _classes(lambda y: np.array(["no", "yes"], object)[y], "answer"),
    "classes of truth values": _classes(lambda y: y == 1, "answer"),
    "classes of negative numbers": _classes(lambda y: 10 * y - 7, "answer"),
    "classes of whole floats": _classes(lambda y: 2.0 * y, "answer"),
    "classes of large numbers": _classes(lambda y: y * 2**60 + 2**61, "answer"),
    "classes of pandas": _classes(lambda y: pd.Series(pd.Categorical(np.array(["no", "yes"])[y]))),
    "classes in a column": _classes(lambda y: y[:, None]),
    "classes in a list": _classes(lambda y: y.tolist(), "answer"),
    "broken numbers as classes": _classes(lambda y: y + 0.5),
    "one class": _classes(lambda y: 0 * y),
    "a class for each row": _classes(lambda y: np.arange(len(y))),
    "26 classes": _classes(lambda y: np.arange(len(y)) % 26),
    "five classes": _classes(lambda y: np.arange(len(y)) % 5),
    "a class of one row": _classes(lambda y: (np.arange(len(y)) == 3).astype(int)),
    "a missing class": _classes(lambda y: np.where(np.arange(len(y)) == 3, np.nan, y), "refusal"),
    "no class for a row": _classes(
        lambda y: np.where(np.arange(len(y)) == 3, None, y.astype(object)), "refusal"
    ),
    "classes of two types": _classes(lambda y: np.array(["no", 1], object)[y]),
    "too few classes": _classes(lambda y: y[:-1], "refusal"),
    **{
        f"values of {size:g}": _values(lambda y, size=size: size * y)
        for size in (5e-323, 1e-310, 1e-200, 1e-165, 1e-30, 1e30, 1e100, 1e160, 1e200, 1e307)
    },
    "one value": _values(lambda y: 0 * y + 3.7),
    "whole values": _values(lambda y: np.rint(5 * y).astype(np.int64)),
    "values far from zero": _values(lambda y: y + 1e12),
    "truth values to predict": _values(lambda y: y > 0),
    "one value of 1e200": _values(lambda y: np.where(np.arange(len(y)) == 3, 1e200, y)),
    "the largest values": _values(lambda y: 1.7e308 * np.sign(y)),
    "a missing value to learn": _values(lambda y: np.where(np.arange(len(y)) == 3, np.nan, y), "refusal"),
    "an infinite value to learn": _values(lambda y: np.where(np.arange(len(y)) == 3, np.inf, y), "refusal"),
    "text to predict": _values(lambda y: np.where(y > 0, "up", "down"), "refusal"),
    "too few values": _values(lambda y: y[:-1], "refusal"),
}  # fmt: skip

_LATER = {
    "fewer columns later": Scenario(_later(lambda X: X[:, :-1]), "refusal"),
    "more columns later": Scenario(_later(lambda X: np.c_[X, X]), "refusal"),
    "columns in another order later": Scenario(_later_of_frame(lambda X: X[X.columns[::-1]]), "refusal"),
    "columns of other names later": Scenario(_later_of_frame(lambda X: X.rename(columns=str.upper)), "refusal"),
    "one row later": Scenario(_later(lambda X: X[:1]), "answer"),
    "no rows later": Scenario(_later(lambda X: X[:0]), "refusal"),
    "a list later": Scenario(_later(lambda X: X[0]), "refusal"),
    "an infinite value later": Scenario(_later(lambda X: _set(X, 0, 0, np.inf)), "refusal"),
    "a missing value later": Scenario(_later(lambda X: _set(X, 0, 0, np.nan))),
    "the largest numbers later": Scenario(_later(lambda X: 1.7e308 * np.sign(X))),
    "numbers of 1e200 later": Scenario(_later(lambda X: 1e200 * X)),
    "one number of 1e300 later": Scenario(_later(lambda X: _set(X, 0, 0, 1e300))),
    "tiny numbers later": Scenario(_later(lambda X: 1e-310 * X), "answer"),
    "integers later": Scenario(_later(lambda X: np.rint(X).astype(np.int32)), "answer"),
    "single precision later": Scenario(_later(lambda X: X.astype(np.float32)), "answer"),
    "column by column later": Scenario(_later(np.asfortranarray), "answer", "ordinary"),
    "text later": Scenario(_later_of_frame(lambda X: X.assign(**{X.columns[0]: "up"})), "refusal"),
    "a label that is new later": Scenario(
        lambda case, _: replace(
            case,
            X=_to_frame(case.X).assign(kind=np.where(case.X[:, 0] > 0, "up", "down")),
            X_new=_to_frame(case.X_new).assign(kind="aside"),
        )
    ),
    "all labels missing later": Scenario(
        lambda case, _: replace(
            case,
            X=_to_frame(case.X).assign(kind=np.where(case.X[:, 0] > 0, "up", "down")),
            X_new=_to_frame(case.X_new).assign(kind=None),
        )
    ),
    "numbers where labels were": Scenario(
        lambda case, _: replace(
            case,
            X=_to_frame(case.X).assign(kind=np.where(case.X[:, 0] > 0, "up", "down")),
            X_new=_to_frame(case.X_new).assign(kind=1.0),
        ),
        "refusal",
    ),
}  # fmt: skip

SCENARIOS: dict[str, Scenario] = {
    **_LAYOUTS, **_SIZES, **_KINDS, **_NUMBERS, **_WEIGHTS, **_TARGETS,
    **{name: replace(scenario, late=True) for name, scenario in _LATER.items()},
}  # fmt: skip


def list_scenarios(task: str) -> list[str]:
    """Names of the scenarios that a task knows."""
    return [name for name, scenario in SCENARIOS.items() if task in scenario.tasks]
