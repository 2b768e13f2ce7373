"""Models that tell two sets of classes apart, all grown from one prepared table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.dichotomies.class_tree import Dichotomy
from hedgerow.foundation.seeds import Stream, draw_seeds
from hedgerow.foundation.threads import map_in_threads
from hedgerow.learners import MemberError, Members
from hedgerow.learners.protocol import Prepared


@dataclass(frozen=True, eq=False)
class DichotomyModels:
    """One model for each dichotomy.

    Attributes
    ----------
    models : mapping of Dichotomy to Members
        A single member each, which has learned the rows of its classes only.
    """

    models: Mapping[Dichotomy, Members]

    def __len__(self) -> int:
        return len(self.models)

    def ask(self, dichotomy: Dichotomy, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """How probable the first side is, if it is either, for each row."""
        answers: NDArray[np.float64] = self.models[dichotomy].outputs(X)[0, :, 0]
        return answers

    def ask_all(self, X: NDArray[np.float64]) -> dict[Dichotomy, NDArray[np.float64]]:
        """Ask every model about every row."""
        return {dichotomy: self.ask(dichotomy, X) for dichotomy in self.models}


def grow_models(
    prepared: Prepared,
    dichotomies: Iterable[Dichotomy],
    y: NDArray[np.intp],
    weights: NDArray[Any],
    *,
    n_classes: int,
    entropy: int,
    n_jobs: int | None,
) -> DichotomyModels:
    """Grow one model per dichotomy; equal ones share a model.

    Parameters
    ----------
    prepared : Prepared
        The table, as the learner prepared it for two classes.
    dichotomies : iterable of Dichotomy
        The questions; each class that they name must have rows.
    y : ndarray of shape (n_samples,)
        Class codes.
    weights : ndarray of shape (n_samples,)
        Weights of the rows.
    n_classes : int
        Number of class codes there are.
    entropy : int
        Where the models' seeds follow from, in the order in which dichotomies first come.
    n_jobs : int or None
        Number of threads.

    Returns
    -------
    DichotomyModels
    """
    distinct = list(dict.fromkeys(dichotomies))
    seeds = draw_seeds(entropy, len(distinct))[:, Stream.LEARNER]
    calls = (
        (prepared, dichotomy, y, weights, seeds[[index]], n_classes)
        for index, dichotomy in enumerate(distinct)
    )
    return DichotomyModels(dict(zip(distinct, map_in_threads(_grow_model, calls, n_jobs), strict=True)))


def _grow_model(
    prepared: Prepared,
    dichotomy: Dichotomy,
    y: NDArray[np.intp],
    weights: NDArray[Any],
    seed: NDArray[np.uint64],
    n_classes: int,
) -> Members:
    side_of_class = np.full(n_classes, -1, np.intp)
    for side, classes in enumerate(dichotomy):
        side_of_class[list(classes)] = side
    try:
        return prepared.grow(seed, weights[None], None, side_of_class[y][None])
    except MemberError as failure:
        cause = failure.__cause__ or failure
        near, far = dichotomy
        cause.add_note(f"raised while class codes {list(near)} were told from {list(far)}")
        raise cause from None
