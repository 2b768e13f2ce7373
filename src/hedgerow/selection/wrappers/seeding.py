"""Seeds for what has none of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone


def seed_copy(estimator: Any, seed: int) -> Any:
    """Copy an estimator, and seed every `random_state` that the user has left open.

    A RandomState counts as open: several copies would draw from it in whatever order they run.

    Parameters
    ----------
    estimator : estimator
        It is not changed.
    seed : int
        The seed.

    Returns
    -------
    estimator

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> seed_copy(DecisionTreeClassifier(random_state=7), 0).random_state
    7
    >>> isinstance(seed_copy(DecisionTreeClassifier(), 0).random_state, int)
    True
    """
    copy = clone(estimator)
    free = sorted(
        name
        for name, value in copy.get_params(deep=True).items()
        if name.split("__")[-1] == "random_state" and not isinstance(value, int | np.integer)
    )
    states = np.random.SeedSequence(seed).generate_state(len(free))
    return copy.set_params(**{name: int(state) for name, state in zip(free, states, strict=True)})
