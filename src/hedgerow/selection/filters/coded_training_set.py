"""A training set in codes, for filters that count rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Instance, Word
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.discretisation import METHODS, Discretiser, apply_cuts, cut_target
from hedgerow.selection.measures.columns import CodeColumns

FEW_VALUES = 10  # numbers with so few values are codes already
CODING_PARAMETERS = {
    "discretise": Word(*METHODS) | Instance("a Discretiser", kind=Discretiser),
    "n_bins": Count(2),
}


@dataclass(frozen=True, eq=False)
class CodedTrainingSet:
    """The features and the target of a training set as codes, associated by their symmetrical uncertainty.

    Parameters
    ----------
    columns : CodeColumns
        The features, with the weights of the rows. Missing values have a code of their own.
    target : ndarray of int of shape (n_samples,)
        The classes; values are cut at their quantiles.
    relevance : ndarray of shape (n_features,)
        Symmetrical uncertainty of each feature and the target.
    is_constant : ndarray of bool of shape (n_features,)
        Features with a single code, which tell nothing.
    n_jobs : int or None
        Number of threads.
    """

    columns: CodeColumns
    target: NDArray[np.intp]
    relevance: NDArray[np.float64]
    is_constant: NDArray[np.bool_]
    n_jobs: int | None
    _associations: dict[int, NDArray[np.float64]] = field(default_factory=dict, repr=False)

    @classmethod
    def read(
        cls, training: TrainingSet, discretise: str | Discretiser, n_bins: int, n_jobs: int | None
    ) -> Self:
        """Cut the numbers of a training set into bins.

        Parameters
        ----------
        training : TrainingSet
            Features and target.
        discretise : {"mdl", "equal_frequency", "equal_width", "distinct"} or Discretiser
            How numbers become codes. With a name, numbers of at most 10 distinct values are codes already.
        n_bins : int
            Number of bins, and of classes that a target of values is cut into.
        n_jobs : int or None
            Number of threads.
        """
        how = discretise
        if not isinstance(how, Discretiser):  # numbers with few values stay as they are
            how = Discretiser(how, n_bins=n_bins, max_distinct=FEW_VALUES, n_jobs=n_jobs)
        weights, target = training.weights, training.y
        if training.classes is None:
            target = cut_target(training.y, how.n_bins, weights)
        cuts = how.find_cuts(training.X, training.categorical, target, weights)
        n_codes = np.array([of_column.size + 1 for of_column in cuts], np.intp)
        for feature in np.flatnonzero(training.categorical):
            n_codes[feature] = int(np.nanmax(training.X[:, feature], initial=-1.0)) + 1
        codes = apply_cuts(training.X, training.categorical, cuts, n_codes, n_jobs)
        columns = CodeColumns(codes, codes.max(axis=1, initial=0).astype(np.int64) + 1, weights)
        association = columns.measure(target, n_jobs=n_jobs)
        relevance = association.symmetrical_uncertainty
        return cls(columns, target, relevance, association.entropies <= 1e-12, n_jobs)

    def associations_of(self, feature: int) -> NDArray[np.float64]:
        """Association of one feature with every feature, measured when first asked for; 1 with itself."""
        if feature not in self._associations:
            measured = self.columns.measure(self.columns.codes[feature], n_jobs=self.n_jobs)
            self._associations[feature] = measured.symmetrical_uncertainty
            self._associations[feature][feature] = 1.0
        return self._associations[feature]
