"""The methods by their shorthands, and the function that applies one of them to outputs."""

from __future__ import annotations

from typing import Any

import numpy as np

from hedgerow.foundation.axis import Axis
from hedgerow.foundation.constraints import Count, Share, check
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.instance import InstanceSelection
from hedgerow.pruning.search import PruningMethod, Search, Seed

METHODS = Axis(
    "method",
    {
        "best": "hedgerow.pruning.best:BestMembers",
        "cluster": "hedgerow.pruning.cluster:ClusterPruning",
        "fitselect": "hedgerow.pruning.fitselect:FitSelect",
        "forward": "hedgerow.pruning.greedy_addition:ForwardSelection",
        "genetic": "hedgerow.pruning.genetic:GeneticSelection",
        "hull": "hedgerow.pruning.kappa:KappaErrorHull",
        "instance": "hedgerow.pruning.instance:InstanceSelection",
        "kappa": "hedgerow.pruning.kappa:KappaPruning",
        "margin_distance": "hedgerow.pruning.margin_distance:MarginDistance",
        "opitz": "hedgerow.pruning.opitz:OpitzSelection",
        "reduce_error": "hedgerow.pruning.greedy_addition:ReduceError",
    },
    (PruningMethod, InstanceSelection),
    "an object with `search`",
)
SIZES = Count() | Share() | None


def choose_members(
    outputs: Outputs,
    method: Any = "fitselect",
    *,
    n_members: int | float | None = None,
    soft: bool = False,
    random_state: Seed = None,
) -> Search:
    """Choose members by their predictions for rows that they were not fitted on.

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
    chosen = METHODS.resolve(method)
    if isinstance(chosen, InstanceSelection):
        raise ValueError(
            "method='instance' chooses members anew for each row and must see the rows; use `prune`, or "
            "PrunedEnsembleClassifier"
        )
    limit = count_members(n_members, outputs.n_members)
    search: Search = chosen.search(make_evaluator(outputs, soft=soft), limit, random_state)
    return search


def count_members(n_members: int | float | None, n_all: int) -> int | None:
    """Turn a number or a share into a number of members.

    Examples
    --------
    >>> count_members(0.25, 10), count_members(30, 10), count_members(None, 10)
    (3, 10, None)
    """
    size = check("n_members", n_members, SIZES)
    if size is None:
        return None
    return min(int(size), n_all) if Count().accepts(size) else max(1, int(np.ceil(size * n_all)))
