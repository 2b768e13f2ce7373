"""The methods to try on a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from hedgerow.trials.linear import make_linear_baseline
from hedgerow.trials.methods import find_method

# The first choice takes three seconds for half a million cells, and a forest a fifth of one.
MOST_CELLS_FOR_FIRST_CHOICE = 2_000_000


@dataclass(frozen=True, eq=False)
class Candidate:
    """A method that takes part in a tournament.

    Parameters
    ----------
    name : str
        What it is called in tables.
    estimator : estimator
        Unfitted.
    """

    name: str
    estimator: Any


def list_candidates(
    features: pd.DataFrame, task: str, *, n_jobs: int | None = None, random_state: int = 0
) -> list[Candidate]:
    """The methods to try on a table: a forest, the first choice unless the table is large, and a linear model.

    Parameters
    ----------
    features : DataFrame
        The table.
    task : {"classification", "regression"}
        What predicting the target is.
    n_jobs : int or None, default=None
        Threads of each method.
    random_state : int, default=0
        Seed of each method.

    Returns
    -------
    list of Candidate

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.0, 2.0], "color": ["red", "blue"]})
    >>> [candidate.name for candidate in list_candidates(table, "regression")]
    ['forest', 'hedgerow', 'linear']
    """
    names = ["forest", "hedgerow", "linear"]
    if features.size > MOST_CELLS_FOR_FIRST_CHOICE and task == "classification":
        names.remove("hedgerow")
    return [make_candidate(name, task, n_jobs=n_jobs, random_state=random_state) for name in names]


def make_candidate(name: str, task: str, *, n_jobs: int | None = None, random_state: int = 0) -> Candidate:
    """Make a candidate of a method's name: ``"linear"``, or what `find_method` knows."""
    if name.casefold() == "linear":
        return Candidate("linear", make_linear_baseline(task))
    estimator = find_method(name, task)
    known = estimator.get_params(deep=False)
    settings = {"n_jobs": n_jobs, "random_state": random_state}
    return Candidate(
        name, estimator.set_params(**{key: value for key, value in settings.items() if key in known})
    )
