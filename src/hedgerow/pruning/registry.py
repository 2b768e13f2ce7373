"""The shorthands of the methods, and the function that applies one of them to outputs."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from sklearn.base import clone

from hedgerow.foundation.parameters import check_choice, check_count_or_share
from hedgerow.outputs import Outputs
from hedgerow.pruning.best import BestMembers
from hedgerow.pruning.cluster import ClusterPruning
from hedgerow.pruning.fitselect import FitSelect
from hedgerow.pruning.forward import ForwardSelection
from hedgerow.pruning.genetic import GeneticSelection
from hedgerow.pruning.hull import KappaErrorHull
from hedgerow.pruning.instance import InstanceSelection
from hedgerow.pruning.judge import make_judge
from hedgerow.pruning.kappa import KappaPruning
from hedgerow.pruning.margin_distance import MarginDistance
from hedgerow.pruning.opitz import OpitzSelection
from hedgerow.pruning.reduce_error import ReduceError
from hedgerow.pruning.search import Method, Search, Seed

METHODS: dict[str, type] = {
    "best": BestMembers,
    "cluster": ClusterPruning,
    "fitselect": FitSelect,
    "forward": ForwardSelection,
    "genetic": GeneticSelection,
    "hull": KappaErrorHull,
    "instance": InstanceSelection,
    "kappa": KappaPruning,
    "margin_distance": MarginDistance,
    "opitz": OpitzSelection,
    "reduce_error": ReduceError,
}


def resolve_method(method: Any) -> Method | InstanceSelection:
    """Make a fresh method from its shorthand, or clone the given one.

    Examples
    --------
    >>> resolve_method("fitselect")
    FitSelect()
    """
    if isinstance(method, Method | InstanceSelection) and not isinstance(method, type):
        return cast(Method, clone(method))
    name = method.replace("-", "_") if isinstance(method, str) else method
    known = check_choice("method", name, METHODS, other="an object with `search`")
    return cast(Method, METHODS[known]())


def choose_members(
    outputs: Outputs,
    method: Any = "fitselect",
    *,
    n_members: int | float | None = None,
    soft: bool = False,
    random_state: Seed = None,
) -> Search:
    """Choose members by what they said about rows that they have not seen.

    Parameters
    ----------
    outputs : Outputs
        What the members said, with the truth; see `Outputs.from_estimator`.
    method : str or object, default="fitselect"
        "best", "cluster", "fitselect", "forward", "genetic", "hull", "kappa", "margin_distance", "opitz",
        "reduce_error", or one of the objects of `hedgerow.pruning`.
    n_members : int, float or None, default=None
        How many different members to keep at most, or which share of them; None for as many as are best.
    soft : bool, default=False
        Whether a committee adds up probabilities, and not votes.
    random_state : int, RandomState or None, default=None
        Where the randomness of a method comes from, if it has any.

    Returns
    -------
    Search
        `kept` has the members, `frame()` the errors of all committees that were considered.

    Examples
    --------
    >>> said = [[0, 1, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0]]
    >>> choose_members(Outputs.from_predictions(said, truth=[0, 0, 1, 1])).kept
    array([1])
    """
    chosen = resolve_method(method)
    if isinstance(chosen, InstanceSelection):
        raise ValueError(
            "method='instance' chooses members anew for each row and must see the rows; use `prune`, or "
            "PrunedEnsembleClassifier"
        )
    limit = count_members(n_members, outputs.n_members)
    return chosen.search(make_judge(outputs, soft=soft), limit, random_state)


def count_members(n_members: int | float | None, n_all: int) -> int | None:
    """Turn a number or a share into a number of members.

    Examples
    --------
    >>> count_members(0.25, 10), count_members(30, 10), count_members(None, 10)
    (3, 10, None)
    """
    if n_members is None:
        return None
    size = check_count_or_share("n_members", n_members, other="None")
    return min(size, n_all) if isinstance(size, int) else max(1, int(np.ceil(size * n_all)))
