"""Draws that do not depend on earlier members: all rows, or rows drawn with or without replacement."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Flag
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling.resampling import Weights
from hedgerow.resampling.size import SIZES, count_draws


class Full(BaseEstimator):
    """Every member sees every row once, or with its sample weight.

    Diversity must then come from another axis: a view, a code, or a randomised learner.

    Examples
    --------
    >>> Full().draw(seed=0, n_samples=4)
    array([1, 1, 1, 1], dtype=int32)
    """

    adaptive: ClassVar[Literal[False]] = False

    def draw(self, seed: int, n_samples: int, sample_weight: NDArray[np.float64] | None = None) -> Weights:
        """Return ones, or the sample weights."""
        return np.ones(n_samples, dtype=np.int32) if sample_weight is None else sample_weight


@configurable
class Bootstrap(BaseEstimator):
    """Draw rows with replacement; a member sees each row as often as it was drawn.

    A row stays out of a sample of n draws from n rows with probability (1 - 1/n)^n, which tends to 1/e.

    Parameters
    ----------
    max_samples : int, float or None, default=None
        Number of draws, or a fraction of the rows; None draws as many as there are rows.
    by_weight : bool, default=True
        How `sample_weight` is honoured. True: a row is drawn with probability proportional to its weight, as
        scikit-learn 1.9 does. False: rows are drawn uniformly and the member's counts are multiplied by the
        weights.

    References
    ----------
    L. Breiman, "Bagging predictors", Machine Learning 24 (1996).

    Examples
    --------
    >>> counts = Bootstrap().draw(seed=0, n_samples=10)
    >>> int(counts.sum()), counts.dtype
    (10, dtype('int32'))
    """

    max_samples: float | None = parameter(SIZES, default=None, kw_only=False)
    by_weight: bool = parameter(Flag(), default=True)

    adaptive: ClassVar[Literal[False]] = False

    def draw(self, seed: int, n_samples: int, sample_weight: NDArray[np.float64] | None = None) -> Weights:
        """Count each row in one bootstrap sample, times the weights when they do not steer the draw."""
        counts = self._keep(self._count(seed, n_samples, sample_weight if self.by_weight else None))
        return counts if sample_weight is None or self.by_weight else counts * sample_weight

    def draw_many(
        self, seeds: NDArray[np.uint64], n_samples: int, sample_weight: NDArray[np.float64] | None = None
    ) -> Weights:
        """Draw the samples of several members, one line per seed: those of `draw`, without a generator for each."""
        if self.by_weight and sample_weight is not None:
            draws: Any = [self.draw(int(seed), n_samples, sample_weight) for seed in seeds]
            return np.stack(draws)
        from hedgerow._kernels.bootstrap_counts import count_bootstraps

        counts = np.zeros((len(seeds), n_samples), np.int32)
        count_bootstraps(np.ascontiguousarray(seeds), self._count_draws(n_samples, None), counts)
        return self._keep(counts) if sample_weight is None else self._keep(counts) * sample_weight

    def _count_draws(self, n_samples: int, drawing_weight: NDArray[np.float64] | None) -> int:
        return (
            n_samples
            if self.max_samples is None
            else count_draws(self.max_samples, n_samples, drawing_weight)
        )

    def _keep(self, counts: NDArray[np.int32]) -> NDArray[np.int32]:
        """What a member is told of how often each row was drawn."""
        return counts

    def _count(
        self, seed: int, n_samples: int, drawing_weight: NDArray[np.float64] | None
    ) -> NDArray[np.int32]:
        n_draws, generator = self._count_draws(n_samples, drawing_weight), np.random.default_rng(seed)
        if drawing_weight is None:
            # Faster than `integers` for small n.
            rows = (generator.random(n_draws) * n_samples).astype(np.intp)
            return np.bincount(rows, minlength=n_samples).astype(np.int32)
        # The rows that `generator.choice` draws, counted: sorted draws are found ten times as fast.
        ends = np.cumsum(drawing_weight / drawing_weight.sum())
        draws = np.sort(generator.random(n_draws))
        counts: NDArray[np.intp] = np.diff(np.searchsorted(draws, ends / ends[-1]), prepend=0)
        return counts.astype(np.int32)


class UniqueBootstrap(Bootstrap):
    """Draw rows with replacement, then keep each drawn row once.

    Repeated rows make a node look purer than it is; without them the gains of a tree keep their null
    distribution (Rogers 2007, section 7.3). A member sees about 63.2 % of the rows.

    Parameters
    ----------
    max_samples, by_weight
        As for `Bootstrap`.

    See Also
    --------
    BaggingClassifier

    Notes
    -----
    Tests of relevance need the rows to be distinct, and accuracy does not suffer.

    Formula::

        A row is in a sample with probability 1 - (1 - 1/N)^N.

    Cost: That of bagging, on fewer rows.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, ch. 7.

    Examples
    --------
    >>> counts = UniqueBootstrap().draw(seed=0, n_samples=10)
    >>> sorted(set(counts.tolist()))
    [0, 1]
    """

    def _keep(self, counts: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.minimum(counts, np.int32(1))


@configurable
class Subsample(BaseEstimator):
    """Draw rows without replacement.

    The default size, 1 - 1/e of the rows, is the expected number of distinct rows of a bootstrap sample.

    Parameters
    ----------
    max_samples : int, float or None, default=0.632
        Number of rows, or a fraction of them; None takes all of them.
    by_weight : bool, default=True
        True: rows are drawn with probability proportional to `sample_weight`. False: rows are drawn uniformly
        and keep their weights.

    Examples
    --------
    >>> Subsample(3).draw(seed=0, n_samples=5)
    array([0, 0, 1, 1, 1], dtype=int32)
    """

    max_samples: float | None = parameter(SIZES, default=0.632, kw_only=False)
    by_weight: bool = parameter(Flag(), default=True)

    adaptive: ClassVar[Literal[False]] = False

    def draw(self, seed: int, n_samples: int, sample_weight: NDArray[np.float64] | None = None) -> Weights:
        """Mark the drawn rows, with their weights when those do not steer the draw."""
        drawing_weight = sample_weight if self.by_weight else None
        n_draws = count_draws(self.max_samples, n_samples, drawing_weight)
        n_available = n_samples if drawing_weight is None else np.count_nonzero(drawing_weight)
        if n_draws > n_available:
            weighed = "" if n_available == n_samples else ", those with a weight,"
            raise ValueError(
                f"max_samples={n_draws} must be <= n_samples={n_available}{weighed} to be able to sample without "
                "replacement. Ask for fewer rows or use Bootstrap"
            )
        probabilities = None if drawing_weight is None else drawing_weight / drawing_weight.sum()
        rows = np.random.default_rng(seed).choice(n_samples, size=n_draws, replace=False, p=probabilities)
        counts = np.zeros(n_samples, dtype=np.int32)
        counts[rows] = 1
        return counts if sample_weight is None or self.by_weight else counts * sample_weight
