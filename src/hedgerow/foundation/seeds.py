"""Where the randomness of each member comes from."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state


class Stream(IntEnum):
    """Column of the seed table that each axis draws from."""

    ROWS = 0
    FEATURES = 1
    LABELS = 2
    LEARNER = 3


def draw_entropy(random_state: int | np.random.RandomState | None) -> int:
    """One number from which all the seeds of an ensemble follow."""
    return int(check_random_state(random_state).randint(np.iinfo(np.int64).max, dtype=np.int64))


def draw_seeds(entropy: int, n_members: int) -> NDArray[np.uint64]:
    """Seeds of the members, one row each, one column per axis.

    More members have the same first rows, so growing an ensemble further changes nothing that is there.

    Examples
    --------
    >>> bool((draw_seeds(7, 10)[:4] == draw_seeds(7, 4)).all())
    True
    """
    return np.random.PCG64(entropy).random_raw((n_members, len(Stream)))
