"""Models that tell two sets of classes apart, all grown from one prepared table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.dichotomies.class_tree import Dichotomy
from hedgerow.foundation.seeds import Stream, draw_seeds
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.protocol import Learner, MemberError, Members, Prepared


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

    def predict(self, dichotomy: Dichotomy, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """How probable the first side is, if it is either, for each row."""
        first_side: NDArray[np.float64] = self.models[dichotomy].outputs(X)[0, :, 0]
        return first_side

    def predict_all(self, X: NDArray[np.float64]) -> dict[Dichotomy, NDArray[np.float64]]:
        """How probable the first side of every model is, for each row."""
        return {dichotomy: self.predict(dichotomy, X) for dichotomy in self.models}


def grow_models(
    learner: Learner,
    dichotomies: Iterable[Dichotomy],
    training: TrainingSet,
    *,
    entropy: int,
    n_jobs: int | None,
) -> DichotomyModels:
    """Grow one model per dichotomy; equal ones share a model.

    Parameters
    ----------
    learner : Learner
        What learns.
    dichotomies : iterable of Dichotomy
        The splits; each class that they name must have rows.
    training : TrainingSet
        The rows.
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
    any_two = np.arange(training.n_samples) % 2  # each model brings its own classes
    prepared = learner.prepare(training.unweighted().with_target(any_two, 2))
    calls = ((prepared, dichotomy, training, seeds[[index]]) for index, dichotomy in enumerate(distinct))
    return DichotomyModels(dict(zip(distinct, map_in_threads(_grow_model, calls, n_jobs), strict=True)))


def _grow_model(
    prepared: Prepared, dichotomy: Dichotomy, training: TrainingSet, seed: NDArray[np.uint64]
) -> Members:
    side_of_class = np.full(training.n_classes or 0, -1, np.intp)
    for side, classes in enumerate(dichotomy):
        side_of_class[list(classes)] = side
    try:
        return prepared.grow(seed, training.counts[None], None, side_of_class[training.y][None])
    except MemberError as failure:
        near, far = dichotomy
        note = f"raised while class codes {list(near)} were told from {list(far)}"
        raise failure.explain(note) from None
