"""A support vector machine whose cost and width are bred for its data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from hedgerow.codes.minimal.searches import GeneticAlgorithm
from hedgerow.codes.minimal.splits import Split, fold, hold_out
from hedgerow.codes.minimal.words import read_words
from hedgerow.foundation.column_scale import (
    check_sizes,
    find_units,
    from_units,
    spread_from_units,
    standardise,
    to_units,
)
from hedgerow.foundation.constraints import Count, Flag, Many, Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import TrainingSet, read_features
from hedgerow.search.evolution import evolve
from hedgerow.search.scores import SubsetScores

EXPONENTS = Many(Number(-1000, 1000), "the smallest and the largest exponent of two, at most 1000")


@configurable
class TunedSVC(ClassifierMixin, BaseEstimator):
    r"""A support vector machine that finds its own C and gamma, with the kernel :math:`\exp(-\gamma |x - x'|^2)`.

    The exponents of two of C and of gamma are bred by a genetic algorithm; each pair is evaluated by its
    cross-validated error. As the learner of an ensemble with a code, every column is tuned for its own question.

    Parameters
    ----------
    C_exponents : tuple of (float, float), default=(-5, 15)
        Range of log2 C.
    gamma_exponents : tuple of (float, float), default=(-15, 3)
        Range of log2 gamma.
    n_bits : int, default=16
        Bits of each exponent, 1 to 32.
    population : int, default=10
        Pairs in a generation.
    n_generations : int, default=20
        Most generations after the first one.
    patience : int or None, default=None
        Generations without a better pair after which to end; None for no such limit.
    cv : int, default=2
        Folds of the cross-validation that evaluates a pair.
    max_tuning_rows : int, default=2000
        Rows, drawn in proportion from the classes, on which pairs are evaluated; the machine itself learns from all
        rows.
    standardise
        As for `Discriminant`.
    random_state : int, RandomState or None, default=None
        Draws of the folds and of the genetic algorithm.

    Attributes
    ----------
    C_, gamma_ : float
        What was found.
    svc_ : SVC
        The machine.
    history_ : ndarray of shape (n_generations + 1,)
        The smallest cross-validated error after each generation.
    n_judged_ : int
        Pairs that were evaluated; a pair that comes again is looked up.
    classes_ : ndarray of shape (n_classes,)
        The class labels.

    See Also
    --------
    MinimalCode

    Notes
    -----
    Squared distances are found once for all pairs and folds. Weights count both when machines learn and when they are
    evaluated; rows of weight 0 take no part. Three or more classes are learned one against one, as `SVC` does. No
    number may be missing. Ranges, bits, 10 pairs and 20 generations are choices of this library. Features are
    standardised. Parameters of large tables are evaluated on 2,000 rows.

    Formula::

        log2 C in [-5, 15] and log2 gamma in [-15, 3], 16 bits each: low + v / (2^16 - 1) (high - low).

    Cost: At most 210 pairs, two machines on half of the rows each; squared distances once.

    References
    ----------
    A. Lorena and A. de Carvalho, Evolutionary tuning of SVM parameter values in multiclass problems, Neurocomputing 71,
    2008, pp. 3326-3334.

    M. Bautista, X. Baro, O. Pujol, P. Radeva, J. Vitria and S. Escalera, Compact evolutive design of error-correcting
    output codes, SUEMA, 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> machine = TunedSVC(n_generations=5, random_state=1).fit(X[::2], y[::2])
    >>> machine.score(X[1::2], y[1::2]) > 0.95
    True
    """

    C_exponents: tuple[float, float] = parameter(EXPONENTS, default=(-5, 15))
    gamma_exponents: tuple[float, float] = parameter(EXPONENTS, default=(-15, 3))
    n_bits: int = parameter(Count(1, 32), default=16)
    population: int = parameter(Count(2), default=10)
    n_generations: int = parameter(Count(0), default=20)
    patience: int | None = parameter(Count() | None, default=None)
    cv: int = parameter(Count(2), default=2)
    max_tuning_rows: int = parameter(Count(2), default=2000)
    standardise: bool = parameter(Flag(), default=True)
    random_state: int | np.random.RandomState | None = None

    classes_: NDArray[Any] = fitted()
    _centre: NDArray[np.float64] = fitted()
    _scale: NDArray[np.float64] = fitted()
    history_: NDArray[np.float64] = fitted()
    n_judged_: int = fitted()
    C_: float = fitted()
    gamma_: float = fitted()
    svc_: Any = fitted()

    @fits_all_or_nothing
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Tune, then learn.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The class labels.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        TunedSVC
            Itself.
        """
        from sklearn.svm import SVC

        training = TrainingSet.read(self, X, y, sample_weight, task="classification", numbers_only=True)
        training = replace(training, X=np.ascontiguousarray(training.X, np.float64)).drop_weightless()
        assert training.classes is not None
        X, weights = training.X, training.weights
        # Classes whose rows have no weight are not there.
        present, codes = np.unique(training.y, return_inverse=True)
        self.classes_ = training.classes[present]
        if self.classes_.size < 2:
            raise ValueError(f"y has one class only, {self.classes_[0]!r}; a border needs two")
        self._centre, self._scale = np.zeros(X.shape[1]), np.ones(X.shape[1])
        if self.standardise:
            units = find_units(X)
            near = to_units(X, units)
            centre = np.average(near, axis=0, weights=weights)
            spread = np.sqrt(np.average((near - centre) ** 2, axis=0, weights=weights))
            # A constant column has no spread, but rounding may leave it some.
            is_flat = spread <= 1e-12 * np.abs(centre)
            self._centre = from_units(centre, units)
            self._scale = np.where(is_flat, 1.0, spread_from_units(spread, units))
        else:
            check_sizes(X)
        rows = standardise(X, self._centre, self._scale)
        generator = check_random_state(self.random_state)
        self.C_, self.gamma_ = self._tune(rows, codes, weights, generator)
        self.svc_ = SVC(C=self.C_, gamma=self.gamma_).fit(rows, codes, sample_weight=weights)
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Class of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        rows = self._read(X)
        return np.asarray(self.classes_[self.svc_.predict(rows)])

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """How far each row lies on the side of the second class, or a score for each of many classes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
        """
        rows = self._read(X)
        return np.asarray(self.svc_.decision_function(rows))

    def _read(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self, "svc_")
        return standardise(read_features(self, X, None, reset=False), self._centre, self._scale)

    def _tune(
        self,
        rows: NDArray[np.float64],
        codes: NDArray[np.intp],
        weights: NDArray[np.float64] | None,
        generator: np.random.RandomState,
    ) -> tuple[float, float]:
        if len(rows) > self.max_tuning_rows:
            drawn = hold_out(codes, self.max_tuning_rows / len(rows), generator)[1]
            rows, codes, weights = rows[drawn], codes[drawn], None if weights is None else weights[drawn]
        evaluator = PairEvaluator(rows, codes, weights, fold(codes, self.cv, generator))
        scores = SubsetScores(
            2 * self.n_bits,
            lambda masks: np.array([[-evaluator.error(*self._decode(bits))] for bits in masks]),
        )
        genetic = GeneticAlgorithm(n_elite=min(2, self.population - 1))
        found = evolve(
            genetic.begin(2 * self.n_bits, self.population, 1, generator),
            scores.score,
            n_generations=self.n_generations,
            patience=self.patience,
            perfect=0.0,
            keeps_interrupted=True,
        )
        self.history_, self.n_judged_ = -found.history, scores.n_scored
        return self._decode(found.best)

    def _decode(self, bits: NDArray[np.bool_]) -> tuple[float, float]:
        return (
            decode_power(bits[: self.n_bits], *self.C_exponents),
            decode_power(bits[self.n_bits :], *self.gamma_exponents),
        )

    def check_together(self) -> None:
        """Refuse exponents that are no range."""
        for name in ("C_exponents", "gamma_exponents"):
            value = getattr(self, name)
            if len(value) != 2 or value[0] > value[1]:
                raise ValueError(f"{name}={value!r} must be {EXPONENTS.describe()}")


class PairEvaluator:
    """Cross-validated error of a support vector machine for any C and gamma, with distances found once.

    Parameters
    ----------
    rows : ndarray of shape (n_samples, n_features)
        The features, on one scale.
    codes : ndarray of shape (n_samples,)
        Class codes.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows.
    splits : list of (ndarray, ndarray)
        Rows to learn from and rows to evaluate by.

    Examples
    --------
    >>> rows, codes = np.array([[0.0], [0.1], [1.0], [1.1]]), np.array([0, 0, 1, 1])
    >>> evaluator = PairEvaluator(rows, codes, None, [(np.array([0, 2]), np.array([1, 3]))])
    >>> evaluator.error(1.0, 1.0)
    0.0
    """

    def __init__(
        self,
        rows: NDArray[np.float64],
        codes: NDArray[np.intp],
        weights: NDArray[np.float64] | None,
        splits: list[Split],
    ) -> None:
        from sklearn.metrics.pairwise import euclidean_distances

        self.distances = euclidean_distances(rows, squared=True)
        self.codes, self.weights = codes, weights
        self.splits = [(train, held_out) for train, held_out in splits if held_out.size]

    def error(self, C: float, gamma: float) -> float:
        """Weighted share of the rows that are classified wrongly.

        Parameters
        ----------
        C : float
            Cost of a row on the wrong side.
        gamma : float
            Inverse width of the kernel.
        """
        from sklearn.svm import SVC

        kernel = np.exp(-gamma * self.distances)
        wrong = total = 0.0
        for train, held_out in self.splits:
            weights = None if self.weights is None else self.weights[train]
            counted = np.ones(held_out.size) if self.weights is None else self.weights[held_out]
            codes = self.codes[train]
            if codes.min() == codes.max():  # a class with a single row, which is held out
                said = np.full(held_out.size, codes[0])
            else:
                machine = SVC(C=C, kernel="precomputed")
                machine.fit(kernel[np.ix_(train, train)], codes, sample_weight=weights)
                said = machine.predict(kernel[np.ix_(held_out, train)])
            wrong += float(counted @ (said != self.codes[held_out]))
            total += float(counted.sum())
        return wrong / total


def decode_power(bits: NDArray[np.bool_], low: float, high: float) -> float:
    """Read bits as a power of two whose exponent lies in a range: all zeros are its low end, all ones its high end.

    Examples
    --------
    >>> decode_power(np.array([1, 0, 1, 1, 0, 0, 1, 0], dtype=np.uint8), -5, 15)
    498.27...
    """
    number = int(read_words(bits))
    exponent = low + number / ((1 << bits.size) - 1) * (high - low)
    return float(2.0**exponent)
