"""What a method of pruning tries and keeps; the methods by their shorthands, and one of them applied to outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.axis import Axis
from hedgerow.foundation.constraints import Count, Share, check
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee_errors import Evaluator, make_evaluator
from hedgerow.pruning.instance import InstanceSelection

Members = NDArray[np.intp]
Seed = int | np.random.RandomState | None
SIZES = Count() | Share() | None


@dataclass(frozen=True, eq=False)
class Search:
    """The committees that were considered, with their errors.

    Parameters
    ----------
    committees : sequence of ndarray
        Members of each committee, in the order in which they joined; one that joined twice counts twice.
    errors : ndarray of shape (n_committees,)
        Error of each: share of wrong answers, or root mean square.
    chosen : int
        Which one is kept.
    found : mapping of str to object, default={}
        What else the method has decided, such as FitSelect's alpha.
    nested : bool, default=False
        Whether each committee has one member more than the one before it, and the last is the whole order.

    Examples
    --------
    >>> search = Search([np.array([2]), np.array([2, 0])], np.array([0.3, 0.2]), chosen=1)
    >>> search
    <Search: 2 of the members are kept, error 0.2>
    >>> search.frame()
       n_members  error  chosen
    0          1    0.3   False
    1          2    0.2    True
    """

    committees: Sequence[Members]
    errors: NDArray[np.float64]
    chosen: int
    found: Mapping[str, Any] = field(default_factory=dict)
    nested: bool = False

    @classmethod
    def along(cls, order: Members, errors: NDArray[np.float64], n_members: int | None) -> Self:
        """Cut an order where the error is smallest, or after `n_members` different members.

        Of equally good cuts the first is taken, which keeps the fewest members.
        """
        if n_members is None:
            chosen = int(np.where(np.isnan(errors), np.inf, errors).round(12).argmin())
        else:
            chosen = int(np.flatnonzero(count_different(order) <= n_members)[-1])
        return cls.cut(order, errors, chosen)

    @classmethod
    def cut(cls, order: Members, errors: NDArray[np.float64], chosen: int, **found: Any) -> Self:
        """Cut an order after `chosen` + 1 members."""
        return cls([order[: size + 1] for size in range(len(order))], errors, chosen, found, nested=True)

    @property
    def members(self) -> Members:
        """The committee that is kept, as often as its members sit in it."""
        return self.committees[self.chosen]

    @property
    def kept(self) -> Members:
        """The members that are kept, in the order in which they joined."""
        return np.array(list(dict.fromkeys(self.members.tolist())), dtype=np.intp)

    @property
    def combination_weights(self) -> NDArray[np.float64]:
        """How often each kept member sits in the committee."""
        counts = np.bincount(self.members)
        return counts[self.kept].astype(np.float64)

    @property
    def error(self) -> float:
        """Error of the committee that is kept, on the rows that chose it: it flatters."""
        return float(self.errors[self.chosen])

    def frame(self) -> pd.DataFrame:
        """One row per committee: its number of different members, its error, and whether it is kept."""
        if self.nested:
            sizes = count_different(self.committees[-1]).tolist()
        else:
            sizes = [len(np.unique(committee)) for committee in self.committees]
        return pd.DataFrame(
            {
                "n_members": sizes,
                "error": self.errors,
                "chosen": np.arange(len(sizes)) == self.chosen,
            }
        )

    def __repr__(self) -> str:
        return f"<Search: {len(self.kept)} of the members are kept, error {self.error:.4g}>"


@runtime_checkable
class PruningMethod(Protocol):
    """A way to choose members; a small clonable object that holds no data."""

    def search(self, evaluator: Evaluator, n_members: int | None = None, random_state: Seed = None) -> Search:
        """Choose members by their predictions.

        Parameters
        ----------
        evaluator : Evaluator
            The predictions of members for rows they were not fitted on, and those of a committee.
        n_members : int or None, default=None
            How many different members to keep at most; None for as many as the error, or the method, asks for.
        random_state : int, RandomState or None, default=None
            Where the randomness comes from, if there is any.
        """
        ...


def count_different(order: Members) -> NDArray[np.intp]:
    """Number of different members among the first 1, 2, ... of an order.

    Examples
    --------
    >>> count_different(np.array([3, 3, 1, 3]))
    array([1, 1, 2, 2])
    """
    is_new = np.zeros(len(order), dtype=np.intp)
    is_new[np.unique(order, return_index=True)[1]] = 1
    return np.cumsum(is_new)


def rank_errors(errors: NDArray[np.float64]) -> Members:
    """Order of the members from the smallest error; those without one, which never spoke, come last.

    Examples
    --------
    >>> rank_errors(np.array([0.3, np.nan, 0.1, 0.3]))
    array([2, 0, 3, 1])
    """
    return np.argsort(np.where(np.isnan(errors), np.inf, errors).round(12), kind="stable")


METHODS = Axis(
    "method",
    {
        "best": "hedgerow.pruning.ordering:BestMembers",
        "cluster": "hedgerow.pruning.pairs:ClusterPruning",
        "fitselect": "hedgerow.pruning.fitselect:FitSelect",
        "forward": "hedgerow.pruning.greedy_addition:ForwardSelection",
        "genetic": "hedgerow.pruning.genetic:GeneticSelection",
        "hull": "hedgerow.pruning.pairs:KappaErrorHull",
        "instance": "hedgerow.pruning.instance:InstanceSelection",
        "kappa": "hedgerow.pruning.pairs:KappaPruning",
        "margin_distance": "hedgerow.pruning.ordering:MarginDistance",
        "opitz": "hedgerow.pruning.ordering:OpitzSelection",
        "reduce_error": "hedgerow.pruning.greedy_addition:ReduceError",
    },
    (PruningMethod, InstanceSelection),
    "an object with `search`",
)


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
