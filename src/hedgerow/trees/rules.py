"""From an estimator's parameters to the rules of growth that kernels read."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Constraint, Count, Instance, Number, Share, Word, check

CRITERIA = {
    "entropy": 0,
    "log_loss": 0,
    "gain_ratio": 1,
    "gini": 2,
    "sum_minority": 3,
    "squared_error": 4,
    "poisson": 5,
    "absolute_error": 6,
}
SPLITS = {"best": 0, "random": 1, "pert": 2, "top_k": 3}
SPLITTERS = Word(None, "best", "random")  # those that scikit-learn has, under its name
MAX_FEATURES = Count() | Share() | Word("sqrt", "log2", "log2+1", None)
# What forests and single trees have in common.
LIMITS: dict[str, Constraint] = {
    "max_features": MAX_FEATURES,
    "max_depth": Count() | None,
    "min_samples_split": Count(2) | Share(),
    "min_samples_leaf": Count() | Share(),
    "min_weight_fraction_leaf": Number(0, 0.5),
    "max_leaf_nodes": Count(2) | None,
    "min_impurity_decrease": Number(0),
    "ccp_alpha": Number(0),
}
CLASS_CRITERIA = Word("entropy", "gain_ratio", "gini", "sum_minority", "log_loss")
# "balanced_subsample" is for the trees of a forest; `fit` of a tree by itself refuses it.
CLASS_WEIGHT = Word(None, "balanced", "balanced_subsample") | Instance(
    "a dict of label: weight, or a list of one for each target", kind=Mapping | list
)
VALUE_CRITERIA = Word("squared_error", "absolute_error", "poisson")
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
    size: Any = check("max_features", max_features, MAX_FEATURES)
    return min(int(size), n_features) if isinstance(size, Integral) else max(1, int(size * n_features))


def choose_split(split: str, splitter: str | None) -> str:
    """How a cut is found, said by `split` or under scikit-learn's name for it.

    Examples
    --------
    >>> choose_split("pert", None), choose_split("best", "random")
    ('pert', 'random')
    """
    if splitter not in (None, split) and split != "best":
        raise ValueError(
            f"splitter={splitter!r} and split={split!r} say different things about the same; leave splitter=None"
        )
    return splitter or split


def read_value_criterion(criterion: Any) -> Any:
    """The criterion of a regressor; "friedman_mse" is an old name, as in scikit-learn, and warned of.

    Examples
    --------
    >>> read_value_criterion("poisson")
    'poisson'
    """
    if not isinstance(criterion, str) or criterion != "friedman_mse":
        return criterion
    warnings.warn(
        'criterion="friedman_mse" is another name of "squared_error", and deprecated in scikit-learn; '
        'write criterion="squared_error"',
        FutureWarning,
        stacklevel=4,
    )
    return "squared_error"


def check_events(y: NDArray[np.float64]) -> None:
    """Refuse targets that cannot be numbers of events.

    Raises
    ------
    ValueError
        If one is negative, or all are 0.
    """
    if y.min() < 0:
        raise ValueError(
            "Some value(s) of y are negative which is not allowed for Poisson regression. "
            f'The least is {y.min():g}; use criterion="squared_error", or count events'
        )
    if y.max() == 0:
        raise ValueError(
            "Sum of y is not strictly positive which is necessary for Poisson regression. "
            'Every value of y is 0; use criterion="squared_error"'
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
    """Turn the parameters of a tree, which are checked already, into rules.

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
    is_monotonic = n_classes != 1 and parameters.get("monotonic_cst") is not None
    max_leaves = parameters["max_leaf_nodes"]
    order = _BREADTH_FIRST if is_mdl else _DEPTH_FIRST if max_leaves is None else _BEST_FIRST
    return Rules(
        n_classes=n_classes,
        regression=n_classes == 0,
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
        exhaustive=is_monotonic or parameters["criterion"] in ("poisson", "absolute_error"),
        monotonic=is_monotonic,
    )


def _count(parameters: Mapping[str, Any], name: str, n_samples: int) -> int:
    size = parameters[name]
    return int(size) if isinstance(size, Integral) else math.ceil(size * n_samples)
