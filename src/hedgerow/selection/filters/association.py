"""How strongly features go with the target and with each other, worked out only where somebody asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.discretisation import Discretiser
from hedgerow.selection.filters.coded_training_set import CodedTrainingSet

Measure = Literal["auto", "symmetrical_uncertainty", "pearson"]
MEASURES = ("auto", "symmetrical_uncertainty", "pearson")


@dataclass(frozen=True, eq=False)
class LinearAssociations:
    """Absolute correlations; a category is the mean over the indicators of its labels, by their shares.

    Parameters
    ----------
    parts : ndarray of shape (n_samples, n_parts)
        Numbers and indicators, with mean 0 and sum of squares 1 under the weights.
    shares : ndarray of shape (n_parts,)
        1 for a number; for an indicator the share of the rows that have the label.
    starts : ndarray of int of shape (n_features,)
        The first part of each feature.
    relevance : ndarray of shape (n_features,)
        Association of each feature with the target.
    """

    parts: NDArray[np.float64]
    shares: NDArray[np.float64]
    starts: NDArray[np.intp]
    relevance: NDArray[np.float64]
    _columns: dict[int, NDArray[np.float64]] = field(default_factory=dict)

    @classmethod
    def read(cls, training: TrainingSet) -> Self:
        """Standardise the columns: gaps of numbers lie at the mean, and gaps of categories are a label more."""
        weights = training.counts
        columns = [
            _spread(column, bool(is_category), weights)
            for column, is_category in zip(training.X.T, training.categorical, strict=True)
        ]
        target, target_shares = _spread(training.y.astype(np.float64), training.classes is not None, weights)
        starts = np.cumsum([0, *(part.shape[1] for part, _ in columns[:-1])])
        parts = np.concatenate([part for part, _ in columns], axis=1)
        shares = np.concatenate([share for _, share in columns])
        relevance = np.add.reduceat(shares * (np.abs(parts.T @ target) @ target_shares), starts)
        return cls(parts, shares, starts, np.minimum(relevance, 1.0))

    @property
    def is_constant(self) -> NDArray[np.bool_]:
        """Features that do not vary."""
        return np.asarray(np.add.reduceat(np.abs(self.parts).sum(axis=0), self.starts) == 0.0)

    def associations_of(self, feature: int) -> NDArray[np.float64]:
        """Association of one feature with every feature; 1 with itself."""
        if feature not in self._columns:
            end = self.starts[feature + 1] if feature + 1 < self.starts.size else self.shares.size
            own = slice(self.starts[feature], end)
            strength = np.abs(self.parts.T @ self.parts[:, own]) @ self.shares[own]
            together = np.minimum(np.add.reduceat(self.shares * strength, self.starts), 1.0)
            together[feature] = 1.0
            self._columns[feature] = together
        return self._columns[feature]


# From 0 to 1: `relevance` of features for the target, and `associations_of` a feature with all others.
Associations = CodedTrainingSet | LinearAssociations


def find_associations(
    training: TrainingSet, measure: Measure, discretise: str | Discretiser, n_bins: int, n_jobs: int | None
) -> Associations:
    """Choose the measure: symmetrical uncertainty of classes, correlation of values, unless it is given."""
    if measure == "pearson" or (measure == "auto" and training.classes is None):
        return LinearAssociations.read(training)
    return CodedTrainingSet.read(training, discretise, n_bins, n_jobs)


def fill_matrix(associations: Associations) -> NDArray[np.float64]:
    """All pairs of features."""
    return np.stack([associations.associations_of(feature) for feature in range(associations.relevance.size)])


def _spread(
    column: NDArray[Any], is_category: bool, weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A number, or the indicators of a category, standardised; and the share of each."""
    missing = np.isnan(column)
    if not is_category:
        known = ~missing & (weights > 0)
        mean = np.average(column[known], weights=weights[known]) if known.any() else 0.0
        return _standardise(np.where(missing, 0.0, column - mean)[:, None], weights), np.ones(1)
    labels = np.unique(column[~missing & (weights > 0)])
    indicators = column[:, None] == labels
    if missing.any():
        indicators = np.column_stack([indicators, missing])
    shares = weights @ indicators / weights.sum()
    return _standardise(indicators.astype(np.float64), weights), np.asarray(shares)


def _standardise(columns: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean 0 and length 1 under the weights; a constant column becomes zeros."""
    centred = columns - weights @ columns / weights.sum()
    rooted = np.sqrt(weights)[:, None] * centred
    lengths = np.sqrt((rooted**2).sum(axis=0))
    largest = np.abs(columns).max(axis=0, initial=0.0) * np.sqrt(weights.sum())
    varies = lengths > 1e-10 * largest
    return np.asarray(np.divide(rooted, lengths, out=np.zeros_like(rooted), where=varies))
