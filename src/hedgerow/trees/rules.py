"""From an estimator's parameters to the rules of growth that kernels read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from hedgerow.foundation.parameters import check_choice, check_count, check_count_or_share, check_number

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
    size = check_count_or_share("max_features", max_features, other="'sqrt', 'log2', 'log2+1' or None")
    return min(size, n_features) if isinstance(size, int) else max(1, int(size * n_features))


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
    check_choice("criterion", parameters["criterion"], criteria)
    check_choice("split", parameters["split"], SPLITS)
    check_choice("pruning", parameters["pruning"], PRUNINGS if is_classifier else (None, "reduced_error"))
    if parameters["pruning"] == "mdl" and parameters["criterion"] not in ("entropy", "log_loss"):
        raise ValueError("pruning='mdl' counts bits; use it with criterion='entropy'")
    if parameters["pruning"] == "mdl" and parameters["max_leaf_nodes"] is not None:
        raise ValueError("pruning='mdl' grows breadth first; leave max_leaf_nodes=None with it")
    if parameters["pruning"] == "mdl" and parameters["split"] != "best":
        raise ValueError("pruning='mdl' judges the best split of each feature; use it with split='best'")
    for name, least in (("max_depth", 1), ("max_leaf_nodes", 2)):
        if parameters[name] is not None:
            check_count(name, parameters[name], least, other="None for no limit")
    check_count("n_best", parameters["n_best"])
    check_number("min_weight_fraction_leaf", parameters["min_weight_fraction_leaf"], 0, 0.5)
    check_number("min_impurity_decrease", parameters["min_impurity_decrease"], 0)
    check_number("ccp_alpha", parameters["ccp_alpha"], 0)


def _count(parameters: Mapping[str, Any], name: str, n_samples: int) -> int:
    size = check_count_or_share(name, parameters[name], 2 if name == "min_samples_split" else 1)
    return size if isinstance(size, int) else math.ceil(size * n_samples)
