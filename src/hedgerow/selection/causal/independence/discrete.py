"""Tests of independence between codes: G2, and a threshold on mutual information."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.causal.independence.protocol import Dependence, Variables
from hedgerow.selection.causal.independence.sample_size import ROWS_PER_DEGREE, count_as_rows
from hedgerow.selection.filters.coded_training_set import CodedTrainingSet

_BLOCK = 64  # columns that a thread takes at a time
_FEWEST_CELLS = 200_000  # rows times columns for which threads are worth starting


@dataclass(frozen=True, eq=False)
class DiscreteTest:
    """Conditional independence of codes.

    With `alpha`, G2 = 2 n ln 2 I(X;Y|S), with I in bits, is compared with a chi-squared distribution of
    (|X|-1)(|Y|-1) prod|S| degrees of freedom. With `threshold`, X and Y are independent when I(X;Y|S) is smaller; that
    looks at neither the number of rows nor the degrees of freedom, and is here to replicate papers. A test with fewer
    than five rows per degree of freedom is not made. So no table has more than 4/5 as many cells as there are rows.

    Parameters
    ----------
    codes : ndarray of uint16 of shape (n_variables, n_rows)
        Codes 0, 1, ... of each variable; the target is the last.
    sizes : ndarray of shape (n_variables,)
        Number of codes of each variable.
    weights : ndarray of shape (n_rows,)
        How many rows each row counts for.
    alpha : float, default=0.01
        Level of the test.
    threshold : float or None, default=None
        Least information in bits, instead of a level.
    n_jobs : int or None, default=None
        Number of threads.

    References
    ----------
    P. Spirtes, C. Glymour and R. Scheines, "Causation, Prediction, and Search", 2nd edition, MIT Press, 2000.

    Examples
    --------
    >>> x = np.repeat([0, 0, 1, 1], [30, 10, 10, 30])
    >>> y = np.repeat([0, 1, 0, 1], [30, 10, 10, 30])
    >>> test = DiscreteTest.of(np.array([x, y]))
    >>> dependence = test.measure([0], 1)
    >>> dependence.strength.round(6), dependence.p_values.round(10), dependence.is_dependent
    (array([0.188722]), array([4.7639e-06]), array([ True]))
    """

    codes: NDArray[np.uint16]
    sizes: NDArray[np.int64]
    weights: NDArray[np.float64]
    alpha: float = 0.01
    threshold: float | None = None
    n_jobs: int | None = None

    @classmethod
    def of(
        cls,
        codes: NDArray[np.integer],
        weights: NDArray[np.float64] | None = None,
        *,
        alpha: float = 0.01,
        threshold: float | None = None,
        n_jobs: int | None = None,
    ) -> Self:
        """Take codes of any kind, one row per variable; codes that no row has do not count.

        Parameters
        ----------
        codes : ndarray of int of shape (n_variables, n_rows)
            The variables; the target is the last.
        weights : ndarray of shape (n_rows,), default=None
            Weights of the rows; rows without weight are left out.
        alpha, threshold, n_jobs
            As for the class.

        Returns
        -------
        DiscreteTest
        """
        counted = count_as_rows(weights, codes.shape[1])
        present = counted > 0.0
        dense = np.empty((len(codes), int(present.sum())), np.uint16)
        sizes = np.empty(len(codes), np.int64)
        for variable, row in enumerate(codes):
            counted_codes = row[present]
            if counted_codes.min() < 0 or counted_codes.max() >= 2**16:
                raise ValueError(
                    f"variable {variable} has codes from {counted_codes.min()} to {counted_codes.max()}; "
                    "codes are 0 to 65,535"
                )
            occurs = np.bincount(counted_codes) > 0
            dense[variable] = (np.cumsum(occurs) - 1)[counted_codes]
            sizes[variable] = occurs.sum()
        return cls(dense, sizes, counted[present], alpha, threshold, n_jobs)

    @classmethod
    def read(
        cls,
        training: TrainingSet,
        *,
        n_bins: int,
        alpha: float = 0.01,
        threshold: float | None = None,
        n_jobs: int | None = None,
    ) -> Self:
        """Cut numbers into bins of about the same number of rows; missing values are a code of their own.

        Parameters
        ----------
        training : TrainingSet
            The table and the target; a target of values is cut as well.
        n_bins : int
            Number of bins; numbers with at most 10 distinct values are codes already.
        alpha, threshold, n_jobs
            As for the class.

        Returns
        -------
        DiscreteTest
        """
        coded = CodedTrainingSet.read(training, "equal_frequency", n_bins, n_jobs)
        codes = np.vstack([coded.columns.codes, coded.target[None].astype(np.uint16)])
        return cls.of(codes, training.weights, alpha=alpha, threshold=threshold, n_jobs=n_jobs)

    @property
    def n_rows(self) -> float:
        """Number of rows that the weights stand for."""
        return float(self.weights.sum())

    def measure(self, variables: Variables, other: int, given: Sequence[int] = ()) -> Dependence:
        """Whether each of `variables` depends on `other`, given all of `given`."""
        columns = np.asarray(variables, np.int64)
        n_strata = int(np.prod([float(self.sizes[variable]) for variable in given]).clip(max=2**62))
        freedom = (self.sizes[columns] - 1.0) * (self.sizes[other] - 1.0) * n_strata
        is_tested = self.n_rows >= ROWS_PER_DEGREE * freedom
        is_open = is_tested & (freedom > 0.0)
        nats = np.zeros(len(columns))
        if is_open.any():
            nats[is_open] = self._add_up(columns[is_open], other, given, n_strata)
        # rounded, so what cancels out is 0 and what is equal by symmetry ties
        strength = np.round(nats / (self.n_rows * np.log(2.0)), 12)
        if self.threshold is not None:
            p_values = np.full(len(columns), np.nan)
            is_dependent = is_tested & (strength >= self.threshold)
        else:
            # a constant depends on nothing
            p_values = np.where(freedom > 0.0, stats.chi2.sf(2.0 * nats, np.maximum(freedom, 1.0)), 1.0)
            p_values[~is_tested] = np.nan
            is_dependent = is_tested & (p_values <= self.alpha)
        return Dependence(strength, p_values, is_dependent, is_tested & ~is_dependent)

    def _add_up(
        self, columns: NDArray[np.int64], other: int, given: Sequence[int], n_strata: int
    ) -> NDArray[np.float64]:
        """Rows times information in nats."""
        cells = np.zeros(self.codes.shape[1], np.int64)
        for variable in (*given, other):  # mixed radix: the code of the last variable counts single cells
            cells *= self.sizes[variable]
            cells += self.codes[variable]
        nats = np.empty(len(columns))

        def work(start: int) -> None:
            from hedgerow._kernels.conditional_information import measure_information_given

            part = slice(start, start + _BLOCK)
            measure_information_given(
                self.codes,
                columns[part],
                self.sizes,
                cells,
                n_strata,
                int(self.sizes[other]),
                self.weights,
                nats[part],
            )

        n_jobs = self.n_jobs if cells.size * len(columns) >= _FEWEST_CELLS else 1
        for _ in map_in_threads(work, ((start,) for start in range(0, len(columns), _BLOCK)), n_jobs):
            pass
        return nats
