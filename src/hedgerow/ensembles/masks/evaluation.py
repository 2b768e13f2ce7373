"""Which rows guide the search for a mask, and which ones evaluate it afterwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.masks.mask_evaluators import Fold, MaskEvaluator, NeighbourEvaluator, RefitEvaluator
from hedgerow.ensembles.masks.neighbours import NeighbourTable
from hedgerow.ensembles.masks.scores import Scoring
from hedgerow.ensembles.stratified_folds import deal_folds, draw_rows
from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.protocol import Prepared

N_FOLDS = 5  # parts of the rows, each answered about by a learner that saw the others


@dataclass(frozen=True, eq=False)
class MaskEvaluation:
    """A learner, a table, and how masks are tried on it.

    Attributes
    ----------
    prepared : Prepared
        The learner and its table; a `NeighbourTable` answers about each row from all the others.
    training : TrainingSet
        The table and its classes; a row of weight 0 is not there.
    scoring : str
        One of `hedgerow.ensembles.masks.scores.SCORES`.
    validation : float or None
        Share of the rows that a search holds out, other ones for every member; None leaves each row out in turn.
    max_rows : int or None
        Number of rows that guide a search at most.
    """

    prepared: Prepared
    training: TrainingSet
    scoring: str
    validation: float | None
    max_rows: int | None

    @cached_property
    def _there(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.training.row_weights > 0)

    @cached_property
    def _everybody(self) -> MaskEvaluator:
        return self._evaluator(self._there, self._there, np.random.default_rng(0), self.scoring)

    def open_search(self, seed: int) -> MaskEvaluator:
        """Evaluator of the search for one mask."""
        generator = np.random.default_rng(seed)
        rows = self._draw_some(generator)
        if self.validation is None:
            whole = rows.size == self._there.size
            return self._everybody if whole else self._evaluator(rows, rows, generator, self.scoring)
        n_held = int(np.clip(round(self.validation * rows.size), 1, rows.size - 1))
        held = rows[draw_rows(generator, self.training.y[rows], n_held)]
        return self._evaluator(np.setdiff1d(rows, held), held, generator, self.scoring)

    def open_report(self, seed: int) -> tuple[MaskEvaluator, NDArray[np.intp]]:
        """Evaluator of what was found: every row, or as many as guide a search, left out of all the others."""
        generator = np.random.default_rng(seed)
        rows = self._draw_some(generator)
        if rows.size == self._there.size:
            return self._everybody, rows
        return self._evaluator(self._there, rows, generator, "accuracy"), rows

    def _draw_some(self, generator: np.random.Generator) -> NDArray[np.intp]:
        rows = self._there
        if self.max_rows is None or rows.size <= self.max_rows:
            return rows
        return rows[draw_rows(generator, self.training.y[rows], self.max_rows)]

    def _evaluator(
        self,
        known: NDArray[np.intp],
        asked: NDArray[np.intp],
        generator: np.random.Generator,
        scoring: str,
    ) -> MaskEvaluator:
        """Evaluate by known rows about some; a row that is predicted is left out where it is known."""
        truth = Scoring(
            self.training.y[asked], self.training.row_weights[asked], self.training.n_classes or 0, scoring
        )
        is_known = np.isin(asked, known)
        if isinstance(self.prepared, NeighbourTable):
            space = self.prepared.learn_space(known, self.training.row_weights)
            own = np.where(is_known, np.searchsorted(known, asked), -1)
            return NeighbourEvaluator(space.ask(self.training.X[asked], own), truth)
        parts = deal_folds(generator, self.training.y[known], N_FOLDS) if is_known.any() else None
        seed = int(generator.integers(2**63))
        folds = [self._fold(known, asked)] if parts is None else self._deal(known, asked, parts)
        return RefitEvaluator(self.prepared, self.training.X, folds, seed, truth)

    def _fold(self, known: NDArray[np.intp], asked: NDArray[np.intp]) -> Fold:
        weights = np.zeros(len(self.training.y))
        weights[known] = self.training.row_weights[known]
        return Fold(weights, asked, np.arange(asked.size))

    def _deal(self, known: NDArray[np.intp], asked: NDArray[np.intp], parts: NDArray[np.intp]) -> list[Fold]:
        """One fold for each part of the known rows that is predicted."""
        part_of = parts[np.searchsorted(known, asked)]
        folds = []
        for part in np.unique(part_of):
            places = np.flatnonzero(part_of == part)
            weights = np.zeros(len(self.training.y))
            learned = known[parts != part]
            weights[learned] = self.training.row_weights[learned]
            folds.append(Fold(weights, asked[places], places))
        return folds
