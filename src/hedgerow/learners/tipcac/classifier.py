"""TIPCAC and K-TIPCAC for any number of classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import assert_all_finite

from hedgerow.combination.class_pairs import couple_pairs, eliminate, read_order
from hedgerow.combination.decision import pick_class
from hedgerow.foundation.column_scale import FARTHEST, check_sizes
from hedgerow.foundation.constraints import Count, Instance, Number, Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet, read_rows
from hedgerow.learners.indicators import Indicators
from hedgerow.learners.tipcac.kernels import KERNELS, WIDTHS, resolve_kernel
from hedgerow.learners.tipcac.lines import SCORES, SPECTRA, THRESHOLDS
from hedgerow.learners.tipcac.pairs import PairClassifiers, PairSettings, learn_pairs
from hedgerow.learners.tipcac.subspace import FisherSubspace

_MOST_CELLS = 2**22  # numbers that a block of rows may take, 32 MiB


@configurable
class TIPCACClassifier(ClassNamePrefixFeaturesOutMixin, ClassifierMixin, TransformerMixin, BaseEstimator):
    r"""Tell classes apart in the subspace of their means, after whitening the widest directions only.

    Where there are as many features as rows or more, covariances cannot be inverted. TIPCAC whitens the
    :math:`d = (\log_2 N)^2` widest directions of the table and leaves the rest alone, which needs no inverse. The
    whitened class means span the Fisher subspace, of one dimension less than there are classes. There each pair of
    classes has a line of its own, plain or in the space of a kernel, and a threshold on it. The pairs decide by a
    knockout (DDAG).

    Parameters
    ----------
    kernel : {"rbf", "linear"}, callable or None, default=None
        None: plain lines (TIPCAC). A kernel gives K-TIPCAC: "rbf", :math:`\exp(-|x - y|^2 / (2 \sigma^2))`; "linear";
        or any ``kernel(A, B)`` that returns an array of shape (len(A), len(B)).
    sigma : float or "scale", default="scale"
        Width of "rbf". "scale" is the root of the summed variances of what the kernel sees. The paper has 8 for its
        data.
    variance : float, default=0.955
        With a kernel: the share of the spectrum of a pair's kernel matrix that is whitened.
    spectrum : {"scaled", "unit"}, default="scaled"
        With a kernel: whitened directions get the width of the last of them, or 1 as printed in the paper.
    n_directions : int, "all" or None, default=None
        How many directions of a table are whitened, at most its rank; None for :math:`(\log_2 N)^2`, "all" for IPCAC,
        which with two classes is Fisher's discriminant.
    threshold : {"gap", "paper"}, default="gap"
        Where a line is cut: in the widest of the best gaps between training rows, or at the mean of the best rows.
    threshold_score : {"accuracy", "balanced"}, default="accuracy"
        What makes a cut good: rows that are right, or the shares of both classes that are, for classes of very
        different size.
    decision : {"ddag", "vote", "coupling"}, default="ddag"
        How the pairs decide: by a knockout, by votes of all pairs, or by the largest of `predict_proba`.
    order : array-like of shape (n_classes,) or None, default=None
        The list of classes that a knockout begins with; None for the order of `classes_`.
    n_jobs : int or None, default=None
        Number of threads that learn pairs and answer.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; equal votes go to the larger.
    subspace_ : FisherSubspace
        What `transform` maps to.
    pairs_ : PairClassifiers
        The classifiers of all pairs of classes that have weight.

    See Also
    --------
    DDAGClassifier : The same knockout with any learner.
    fit_platt, couple_pairs

    Notes
    -----
    With two classes the subspace is a line, of which a kernel would make little; the kernel then sees the whole table.
    Centring, the kernel's form and the class order are not stated in the paper; its threshold can lose rows that it had
    right, and is not the default. Probabilities are an addition: Platt's curve on each pair's line, fitted to the
    training rows, and pairwise coupling. With a kernel, lines follow the training rows closely, and the probabilities
    are too sure.

    Features should be on comparable scales. Categories become indicator columns; missing numbers are refused, a missing
    category is none of the indicators. Whole weights act as repeated rows. The kernel matrix is centred and its
    retained spectrum scaled, so a linear kernel gives TIPCAC; ``spectrum="unit"`` is as printed. The threshold
    lies in the widest of the best gaps; the mean of the best thresholds (``threshold="paper"``) can be worse than any
    of them. The width of the kernel follows the data. Votes, and thresholds for rare classes, are additions.

    Formula::

        W = q_d U Q^-1 U' + I - U U', d = (log2 N)^2; w = W^2 (mean_A - mean_B). With a kernel alpha = n - A ((1 -
        lambda_d / lambda_i) A' n), d by a share 0.955 of the spectrum.

    Cost: A truncated SVD, O(N F d), and an eigenproblem of O((N_i + N_j)^3) for each pair of classes with a kernel. A
    row is compared with each training row once, for all pairs together.

    References
    ----------
    A. Rozza, G. Lombardi, M. Re, E. Casiraghi and G. Valentini, DDAG K-TIPCAC: an ensemble method for protein
    subcellular localization, SUEMA, 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> X, y = load_digits(return_X_y=True)
    >>> tipcac = TIPCACClassifier(kernel="rbf").fit(X[::2], y[::2])
    >>> tipcac.score(X[1::2], y[1::2]) > 0.94
    True
    >>> tipcac.transform(X).shape
    (1797, 9)
    """

    kernel: Any = parameter(KERNELS, default=None, kw_only=False)
    sigma: float | str = parameter(WIDTHS, default="scale")
    variance: float = parameter(Number(0, 1, "right"), default=0.955)
    spectrum: str = parameter(Word(*SPECTRA), default="scaled")
    n_directions: int | str | None = parameter(Count() | Word("all", None), default=None)
    threshold: str = parameter(Word(*THRESHOLDS), default="gap")
    threshold_score: str = parameter(Word(*SCORES), default="accuracy")
    decision: str = parameter(Word("ddag", "vote", "coupling"), default="ddag")
    order: ArrayLike | None = parameter(
        Instance("all class labels, each once", kind=Sequence | np.ndarray) | None, default=None
    )
    n_jobs: int | None = None

    classes_: NDArray[Any] = fitted()
    n_classes_: int = fitted()
    class_prior_: NDArray[np.float64] = fitted()
    subspace_: FisherSubspace = fitted()
    pairs_: PairClassifiers = fitted()
    n_features_in_: int = fitted()
    _encoding: FeatureEncoding | None = fitted()
    _indicators: Indicators | None = fitted()
    _present: NDArray[np.intp] = fitted()
    _order: NDArray[np.intp] = fitted()
    _sees_table: bool = fitted()

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn the subspace, and a line for each pair of classes.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features; a data frame may hold categories.
        y : array-like of shape (n_samples,)
            Class labels of any kind.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; a class without weight is never predicted.

        Returns
        -------
        self
        """
        training = TrainingSet.read(self, X, y, sample_weight, task="classification")
        order = read_order(self.order, training.classes)
        self._indicators = (
            None if self._encoding is None else Indicators.learn(training.X, self._encoding.is_categorical)
        )
        rows = _make_numbers(training.X, self._indicators)
        check_sizes(rows)
        self._learn(replace(training, X=rows).drop_weightless())
        self.classes_, self.n_classes_ = training.classes, training.n_classes  # type: ignore[assignment]
        self.class_prior_ = training.class_weights / training.class_weights.sum()
        self._order = np.searchsorted(self._present, order[np.isin(order, self._present)])
        return self

    def _learn(self, training: TrainingSet) -> None:
        rows, weights = training.X, training.row_weights
        self._present, codes = np.unique(training.y, return_inverse=True)
        self._sees_table = self.kernel is not None and self._present.size == 2
        settings = PairSettings(
            self.n_directions,  # type: ignore[arg-type]
            float(self.variance),
            self.spectrum,  # type: ignore[arg-type]
            self.threshold,  # type: ignore[arg-type]
            self.threshold_score,  # type: ignore[arg-type]
        )
        self.subspace_ = FisherSubspace.learn(rows, codes, weights, settings.n_directions)
        shown = self._show(rows)
        kernel = resolve_kernel(self.kernel, self.sigma, shown, weights)
        self.pairs_ = learn_pairs(shown, codes, weights, kernel, settings, self.n_jobs)

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        codes = self._map_blocks(self._decide_block, self._read_rows(X))
        return np.asarray(self.classes_[self._present[codes]])

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Class probabilities: those of all pairs, coupled.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        rows = self._read_rows(X)
        chances = np.zeros((len(rows), self.n_classes_))
        chances[:, self._present] = self._map_blocks(self._couple_block, rows)
        return chances

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Coordinates of rows in the Fisher subspace.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_dimensions)
            One dimension less than there are classes, or fewer where class means depend on each other.
        """
        rows = self._read_rows(X)
        return self.subspace_.transform(rows)

    @property
    def _n_features_out(self) -> int:
        return int(self.subspace_.axes.shape[1])

    def _read_rows(self, X: Any) -> NDArray[np.float64]:
        return _make_numbers(read_rows(self, X, "pairs_"), self._indicators)

    def _map_blocks(
        self, answer: Callable[[NDArray[np.float64]], NDArray[Any]], rows: NDArray[np.float64]
    ) -> NDArray[Any]:
        """Answer rows in blocks, so memory stays bounded; the blocks do not depend on `n_jobs`."""
        n_cells = self.pairs_.lines.n_cells + 4 * self._present.size**2
        size = max(16, min(1024, _MOST_CELLS // n_cells))
        calls = ((self._show(rows[start : start + size]),) for start in range(0, len(rows), size))
        return np.concatenate(list(map_in_threads(answer, calls, self.n_jobs)))

    def _show(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        return rows - self.subspace_.mean if self._sees_table else self.subspace_.transform(rows)

    def _decide_block(self, shown: NDArray[np.float64]) -> NDArray[np.intp]:
        prior = self.class_prior_[self._present]
        if self.decision == "coupling":
            return pick_class(self._couple_block(shown), prior)
        n_present = self._present.size
        wins = self.pairs_.find_margins(shown) >= 0
        first, second = np.triu_indices(n_present, 1)
        if self.decision == "vote":
            votes = wins @ np.eye(n_present)[first] + ~wins @ np.eye(n_present)[second]
            return pick_class(votes, prior)
        number = np.zeros((n_present, n_present), np.intp)
        number[first, second] = np.arange(first.size)
        return eliminate(lambda low, high, rows: wins[rows, number[low, high]], self._order, len(shown))

    def _couple_block(self, shown: NDArray[np.float64]) -> NDArray[np.float64]:
        n_present = self._present.size
        first, second = np.triu_indices(n_present, 1)
        pairs = np.full((len(shown), n_present, n_present), 0.5)
        pairs[:, first, second] = self.pairs_.find_chances(shown)
        pairs[:, second, first] = 1.0 - pairs[:, first, second]
        prior = self.class_prior_[self._present]
        return couple_pairs(pairs, np.add.outer(prior, prior))


def _make_numbers(table: NDArray[np.float64], indicators: Indicators | None) -> NDArray[np.float64]:
    numbers = table if indicators is None else indicators.transform(table)
    assert_all_finite(numbers, input_name="X", estimator_name="TIPCACClassifier")
    if numbers.size and np.abs(numbers).max() > FARTHEST:
        check_sizes(numbers)
    return np.ascontiguousarray(numbers, np.float64)
