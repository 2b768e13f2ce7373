"""From an estimator's parameters to the rules of growth that kernels read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any, TypeGuard

CRITERIA = {
    "entropy": 0,
    "log_loss": 0,
    "gain_ratio": 1,
    "gini": 2,
    "sum_minority": 3,
    "squared_error": 4,
}
CLASS_CRITERIA = ("entropy", "gain_ratio", "gini", "sum_minority", "log_loss")
VALUE_CRITERIA = ("squared_error",)
SPLITS = {"best": 0, "random": 1, "pert": 2, "top_k": 3}
PRUNINGS = (None, "mdl", "reduced_error")
_UNLIMITED = 2**31 - 1
_DEPTH_FIRST, _BREADTH_FIRST, _BEST_FIRST = range(3)


def count_features(max_features: int | float | str | None, n_features: int) -> int:
    """How many features a node tries.

    Parameters
    ----------
    max_features : int, float, "sqrt", "log2", "log2+1" or None
        A number, a share, floor(sqrt F), floor(log2 F), floor(log2 F) + 1, or all.
    n_features : int
        F.

    Returns
    -------
    int
        At least 1, at most F.

    Examples
    --------
    >>> [count_features("log2+1", n) for n in (1, 8, 16, 34, 500)]
    [1, 4, 5, 6, 9]
    >>> count_features(1 / 3, 50)
    16
    """
    named = {
        "sqrt": math.isqrt(n_features),
        "log2": int(math.log2(n_features)),
        "log2+1": int(math.log2(n_features)) + 1,
    }
    if max_features is None:
        return n_features
    if isinstance(max_features, str) and max_features in named:
        return max(1, named[max_features])
    if _is_whole(max_features, 1):
        return min(int(max_features), n_features)
    if _is_share(max_features):
        return max(1, int(max_features * n_features))
    raise ValueError(
        f"max_features={max_features!r} is not a number of features; pass an int of 1 or more, a share in (0, 1], "
        f"one of {sorted(named)}, or None for all"
    )


def make_rules(
    parameters: Mapping[str, Any],
    *,
    n_classes: int,
    n_samples: int,
    n_features: int,
    weight: int,
    unit: float,
    note_first: bool = False,
) -> Any:
    """Check the parameters of a tree and turn them into rules.

    Parameters
    ----------
    parameters : mapping
        The estimator's parameters.
    n_classes : int
        0 for regression.
    n_samples, n_features : int
        Rows that count and columns that may be used.
    weight : int
        Total weight of the rows, in units.
    unit : float
        What one unit of weight is worth.
    note_first : bool, default=False
        Whether each node notes what the first feature it drew would have gained.

    Returns
    -------
    Rules
    """
    from hedgerow._kernels.records import Rules

    is_mdl = parameters["pruning"] == "mdl"
    max_leaves = parameters["max_leaf_nodes"]
    order = _BREADTH_FIRST if is_mdl else _DEPTH_FIRST if max_leaves is None else _BEST_FIRST
    return Rules(
        n_classes=n_classes,
        criterion=CRITERIA[parameters["criterion"]],
        split=SPLITS[parameters["split"]],
        order=order,
        max_features=count_features(parameters["max_features"], n_features),
        max_depth=_UNLIMITED if parameters["max_depth"] is None else int(parameters["max_depth"]),
        max_leaves=_UNLIMITED if max_leaves is None else int(max_leaves),
        min_rows_split=max(2, _count(parameters, "min_samples_split", n_samples)),
        min_rows_leaf=max(1, _count(parameters, "min_samples_leaf", n_samples)),
        min_weight_leaf=math.ceil(parameters["min_weight_fraction_leaf"] * weight),
        min_decrease=float(parameters["min_impurity_decrease"]),
        n_best=int(parameters["n_best"]) if parameters["split"] == "top_k" else 0,
        description_length=is_mdl,
        unit=float(unit),
        note_first=note_first,
    )


def check_parameters(parameters: Mapping[str, Any], *, is_classifier: bool) -> None:
    """Refuse values that no tree can grow by, naming the way out."""
    criteria = CLASS_CRITERIA if is_classifier else VALUE_CRITERIA
    _check_choice(parameters, "criterion", criteria)
    _check_choice(parameters, "split", tuple(SPLITS))
    _check_choice(parameters, "pruning", PRUNINGS if is_classifier else (None, "reduced_error"))
    if parameters["pruning"] == "mdl" and parameters["criterion"] not in ("entropy", "log_loss"):
        raise ValueError("pruning='mdl' counts bits; use it with criterion='entropy'")
    if parameters["pruning"] == "mdl" and parameters["max_leaf_nodes"] is not None:
        raise ValueError("pruning='mdl' grows breadth first; leave max_leaf_nodes=None with it")
    if parameters["pruning"] == "mdl" and parameters["split"] != "best":
        raise ValueError("pruning='mdl' judges the best split of each feature; use it with split='best'")
    _check_integer(parameters, "max_depth", 1, optional=True)
    _check_integer(parameters, "max_leaf_nodes", 2, optional=True)
    _check_integer(parameters, "n_best", 1, optional=False)
    for name in ("min_weight_fraction_leaf", "min_impurity_decrease", "ccp_alpha"):
        value = parameters[name]
        highest = 0.5 if name == "min_weight_fraction_leaf" else math.inf
        if not isinstance(value, Real) or not 0.0 <= float(value) <= highest:
            raise ValueError(f"{name}={value!r} must be a number from 0 to {highest}")


def _count(parameters: Mapping[str, Any], name: str, n_samples: int) -> int:
    value = parameters[name]
    least = 2 if name == "min_samples_split" else 1
    if _is_whole(value, least):
        return int(value)
    if _is_share(value):
        return math.ceil(value * n_samples)
    raise ValueError(f"{name}={value!r} must be an int of {least} or more, or a share of the rows in (0, 1]")


def _is_whole(value: object, least: int) -> TypeGuard[int]:
    return isinstance(value, Integral) and int(value) >= least


def _is_share(value: object) -> TypeGuard[float]:
    return isinstance(value, Real) and not isinstance(value, Integral) and 0.0 < float(value) <= 1.0


def _check_choice(parameters: Mapping[str, Any], name: str, allowed: tuple[Any, ...]) -> None:
    if parameters[name] not in allowed:
        raise ValueError(f"{name}={parameters[name]!r} is not known; choose one of {list(allowed)}")


def _check_integer(parameters: Mapping[str, Any], name: str, least: int, *, optional: bool) -> None:
    value = parameters[name]
    if optional and value is None:
        return
    if not _is_whole(value, least):
        alternative = ", or None for no limit" if optional else ""
        raise ValueError(f"{name}={value!r} must be an int of {least} or more{alternative}")
