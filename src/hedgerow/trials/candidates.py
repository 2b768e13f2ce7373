"""The methods to try on a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from hedgerow.trials.linear import make_linear_baseline
from hedgerow.trials.methods import find_method

# The first choice takes three seconds for half a million cells, and a forest a fifth of one. It turns the columns anew
# for every member, so that a thousand of them take seconds too, and ten thousand half a minute, however few the rows.
MOST_CELLS_FOR_FIRST_CHOICE = 2_000_000
MOST_COLUMNS_FOR_FIRST_CHOICE = 1_000


@dataclass(frozen=True, eq=False)
class Candidate:
    """A method that takes part in a validation.

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
    large = features.size > MOST_CELLS_FOR_FIRST_CHOICE or features.shape[1] > MOST_COLUMNS_FOR_FIRST_CHOICE
    if large and task == "classification":
        names.remove("hedgerow")
    return make_candidates(names, task, n_jobs=n_jobs, random_state=random_state)


def make_candidates(
    names: Sequence[str], task: str, *, n_jobs: int | None = None, random_state: int = 0
) -> list[Candidate]:
    """Make a candidate of each method's name, and one only of a name that comes twice.

    Parameters
    ----------
    names : sequence of str
        ``"linear"``, or what `find_method` knows.
    task, n_jobs, random_state
        As for `list_candidates`.

    Returns
    -------
    list of Candidate

    Examples
    --------
    >>> [candidate.name for candidate in make_candidates(["tree", "Linear", "linear"], "regression")]
    ['tree', 'linear']
    """
    made = (_make_candidate(name, task, n_jobs, random_state) for name in names)
    return list({candidate.name: candidate for candidate in made}.values())


def _make_candidate(name: str, task: str, n_jobs: int | None, random_state: int) -> Candidate:
    if name.casefold() == "linear":
        return Candidate("linear", make_linear_baseline(task))
    estimator = find_method(name, task)
    known = estimator.get_params(deep=False)
    settings = {"n_jobs": n_jobs, "random_state": random_state}
    return Candidate(
        name, estimator.set_params(**{key: value for key, value in settings.items() if key in known})
    )
