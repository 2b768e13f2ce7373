"""Kept members of one or more ensembles, answering together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination import Mean, MeanProbability, Vote
from hedgerow.combination.averaging import average, harden, sum_members
from hedgerow.ensembles.base import Ensemble
from hedgerow.ensembles.prediction import combine_members
from hedgerow.foundation.frames import take_rows
from hedgerow.foundation.training_set import read_rows
from hedgerow.outputs import Outputs
from hedgerow.pruning.subensembles import narrow

Floats = NDArray[np.float64]

_MAX_BLOCK_CELLS = 2**24  # answers of all members on one block of rows


@dataclass(frozen=True, eq=False)
class Part:
    """Kept members of one ensemble.

    Parameters
    ----------
    ensemble : estimator or list of estimators
        What is asked: the kept members alone where that is possible, else all.
    combination_weights : ndarray of shape (n_kept,)
        How much each kept member counts.
    positions : ndarray of shape (n_kept,) or None
        Where the kept members stand among those that are asked; None where only they are asked.
    """

    ensemble: Any = field(repr=False)
    combination_weights: Floats
    positions: NDArray[np.intp] | None

    @classmethod
    def keep(cls, ensemble: Any, kept: NDArray[np.intp], combination_weights: Floats) -> Self:
        """Keep some members of a fitted ensemble, without copies."""
        some = narrow(ensemble, kept)
        return (
            cls(ensemble, combination_weights, kept) if some is None else cls(some, combination_weights, None)
        )

    def estimators(self) -> list[Any]:
        """The fitted members."""
        inner = self.ensemble
        while not isinstance(inner, list) and not hasattr(inner, "estimators_"):
            inner = inner[-1] if hasattr(inner, "steps") else inner.estimator
        members = inner if isinstance(inner, list) else list(inner.estimators_)
        return members if self.positions is None else [members[position] for position in self.positions]

    def ask(self, X: Any, *, probabilities: bool, n_jobs: int | None) -> Outputs:
        """The predictions of the kept members."""
        outputs = Outputs.from_estimator(self.ensemble, X, probabilities=probabilities, n_jobs=n_jobs)
        return outputs if self.positions is None else outputs.select(self.positions)

    def sum(self, X: Any, *, hard: bool, n_jobs: int | None) -> tuple[Floats, NDArray[Any] | None]:
        """Combination weights for each class the members know, with those classes; or the sum of values and None."""
        if isinstance(self.ensemble, Ensemble):
            ours = self.ensemble
            classes = getattr(ours, "classes_", None)
            rule = Mean() if classes is None else Vote() if hard else MeanProbability()
            means = combine_members(ours.members_, read_rows(ours, X), rule, self.combination_weights, n_jobs)
            return means * self.combination_weights.sum(), classes
        said = replace(self.ask(X, probabilities=not hard, n_jobs=n_jobs), weights=self.combination_weights)
        if not said.is_classification:
            return self.combination_weights @ said.answers, None
        if hard or said.probabilities is None:
            return said.votes(), said.classes
        return sum_members(iter(said.probabilities), self.combination_weights, False), said.classes


@dataclass(frozen=True, eq=False)
class Committee:
    """Kept members of one or more ensembles.

    Parameters
    ----------
    parts : tuple of Part
        The members, ensemble by ensemble.
    classes : ndarray of shape (n_classes,) or None
        All class labels, sorted; a part may know fewer. None for values.
    hard : bool
        Whether members vote, and do not average their probabilities.
    """

    parts: tuple[Part, ...]
    classes: NDArray[Any] | None
    hard: bool = True

    def __len__(self) -> int:
        return sum(len(part.combination_weights) for part in self.parts)

    @property
    def combination_weights(self) -> Floats:
        """How much each member counts."""
        return np.concatenate([part.combination_weights for part in self.parts])

    def combine(self, X: Any, n_jobs: int | None = None) -> Floats:
        """Share of the combination weights for each class, (n_samples, n_classes), or the mean value."""
        blocks = [self._combine_block(rows, n_jobs) for rows in self._split(X)]
        return np.concatenate(blocks)

    def combine_by_row(self, X: Any, choose: Callable[[Any], Floats], n_jobs: int | None = None) -> Floats:
        """The same, with other combination weights for each row, which `choose` finds: (n_members, n_rows)."""
        blocks = []
        for rows in self._split(X):
            said = self.ask(rows, n_jobs)
            blocks.append(average(harden(said) if self.hard else said, choose(rows)))
        return np.concatenate(blocks)

    def ask(self, X: Any, n_jobs: int | None = None) -> Floats:
        """Probabilities of each member, (n_members, n_samples, n_classes), or votes where it has none; or values."""
        return np.concatenate([self._ask_part(part, X, n_jobs) for part in self.parts])

    def stages(self, X: Any, n_jobs: int | None = None) -> Iterator[Floats]:
        """Combine the first member, the first two, and so on."""
        said = self.ask(X, n_jobs)
        said = harden(said) if self.hard and self.classes is not None else said
        total, weight = np.zeros(said.shape[1:]), 0.0
        for combination_weight, output in zip(self.combination_weights, said, strict=True):
            total, weight = total + combination_weight * output, weight + combination_weight
            yield total / weight

    def estimators(self) -> list[Any]:
        """The fitted members."""
        return [member for part in self.parts for member in part.estimators()]

    def _split(self, X: Any) -> Iterator[Any]:
        n_rows = int(X.shape[0]) if hasattr(X, "shape") else len(X)
        cells = len(self) * (1 if self.classes is None else len(self.classes))
        size = max(256, _MAX_BLOCK_CELLS // cells)
        if n_rows <= size:
            yield X
            return
        for start in range(0, n_rows, size):
            yield take_rows(X, np.arange(start, min(start + size, n_rows)))

    def _combine_block(self, X: Any, n_jobs: int | None) -> Floats:
        sums = []
        for part in self.parts:
            found, known = part.sum(X, hard=self.hard, n_jobs=n_jobs)
            sums.append(found if self.classes is None else _spread(found, known, self.classes))
        return np.asarray(np.sum(sums, axis=0) / self.combination_weights.sum())

    def _ask_part(self, part: Part, X: Any, n_jobs: int | None) -> Floats:
        said = part.ask(X, probabilities=True, n_jobs=n_jobs)
        if self.classes is None or said.classes is None:
            return np.asarray(said.answers, dtype=np.float64)
        soft: Any = said.probabilities
        if soft is None:
            soft = np.eye(len(said.classes))[said.answers]
        return _spread(soft, said.classes, self.classes)


def _spread(found: Floats, known: NDArray[Any] | None, classes: NDArray[Any]) -> Floats:
    """Scores of the classes that an ensemble knows, among all classes."""
    if known is None or len(known) == len(classes):
        return found
    spread = np.zeros((*found.shape[:-1], len(classes)))
    spread[..., np.searchsorted(classes, known)] = found
    return spread
