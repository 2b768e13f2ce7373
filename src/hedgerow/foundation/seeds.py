"""Where the randomness of each member comes from."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

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


def draw_seed(random_state: int | np.random.RandomState | None) -> NDArray[np.uint64]:
    """The seed of a learner that is fitted by itself, (1,).

    A whole number of more than 32 bits, which scikit-learn has no use for, is the seed itself: so a member of an
    ensemble says where its randomness came from, and learns the same again from the same rows.

    Examples
    --------
    >>> draw_seed(2**40 + 1), draw_seed(0)
    (array([1099511627777], dtype=uint64), array([209652396], dtype=uint64))
    """
    if isinstance(random_state, int | np.integer) and 2**32 <= random_state < 2**64:
        return np.array([random_state], np.uint64)
    drawn: NDArray[Any] = check_random_state(random_state).randint(2**31 - 1, size=1)
    return drawn.astype(np.uint64)


def draw_seeds(entropy: int, n_members: int) -> NDArray[np.uint64]:
    """Seeds of the members, one row each, one column per axis.

    More members have the same first rows, so growing an ensemble further changes nothing that is there.

    Examples
    --------
    >>> bool((draw_seeds(7, 10)[:4] == draw_seeds(7, 4)).all())
    True
    """
    return np.random.PCG64(entropy).random_raw((n_members, len(Stream)))
