"""Minimal codes that are bred for the data."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone, is_classifier

from hedgerow.codes.minimal.code_error import CodeEvaluator, Dichotomizers
from hedgerow.codes.minimal.searches import PBIL, GeneticAlgorithm
from hedgerow.codes.minimal.splits import fold, hold_out
from hedgerow.codes.minimal.words import MOST_LISTED, list_minimal_codes, separate_words
from hedgerow.codes.validity import count_bits
from hedgerow.foundation.constraints import (
    Count,
    Instance,
    Number,
    Word,
    check,
    check_parameters,
)
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.search.ask_and_tell import Mask
from hedgerow.search.evolution import Evolution, Leader, evolve

logger = logging.getLogger("hedgerow")

SEARCHES: dict[str, type] = {"ga": GeneticAlgorithm, "pbil": PBIL}

_SEARCH = Instance("an object with a method `begin`, such as GeneticAlgorithm()", has="begin")


@configurable
class MinimalCode(BaseEstimator):
    r"""As few two-class questions as tell K classes apart, :math:`\lceil \log_2 K \rceil`, chosen for the data.

    Any way to give each class a word of its own is a minimal code, but some ask questions that are easy to learn and
    others do not. Codes are bred: each is evaluated by the held-out rows that it gets wrong when its columns learn from
    the other rows, and decoded by the nearest word.

    Parameters
    ----------
    search : {"ga", "pbil", "exhaustive"} or object, default="ga"
        "ga", a genetic algorithm; "pbil", population-based incremental learning; "exhaustive", all codes, for at most
        8 classes; or `GeneticAlgorithm` or `PBIL` with parameters of their own.
    n_generations : int, default=100
        Most generations after the first one.
    population : int, default=20
        Codes on each island.
    islands : int, default=4
        Populations that breed by themselves and exchange their best codes now and then.
    patience : int or None, default=50
        Generations without a better code after which the search ends; None for no such limit.
    validation_size : float, default=0.5
        Share of the rows of each class to evaluate by.
    cv : int or None, default=None
        Number of folds, each of which evaluators in turn; None holds out rows once.
    surrogate : classifier or None, default=None
        What learns columns during the search, in place of the learner that the final columns get: a quick one for a
        learner that is slow or tuned.
    verbose : bool, default=False
        Whether to log how far the search has come.

    Attributes
    ----------
    code_ : ndarray of shape (n_classes, n_columns)
        The code, of -1 and +1.
    validation_error_ : float
        Share of the held-out rows that it gets wrong; NaN for two classes, where there is nothing to choose. It is the
        smallest of many and so too small for an estimate of the error.
    history_ : ndarray of shape (n_generations + 1,)
        The smallest such share after each generation.
    n_trained_ : int
        Columns that were learned for the search.
    n_lookups_ : int
        Columns that were asked for; all but `n_trained_` were known from before.
    ending_ : {"generations", "patience", "perfect", "interrupted", "exhausted"}
        Why the search ended.

    See Also
    --------
    Discriminant, TunedSVC

    Notes
    -----
    A column and its complement ask the same question and are learned once. Their randomness follows from the question,
    so the result depends on neither the order of the search nor the number of workers. Codes with a word that is there
    twice are mended before they are evaluated: the later class gets the nearest unused word. An interrupt (Ctrl-C) ends
    the search with a warning and keeps the best code so far. Rows of weight 0 take no part; a class with a single row
    evaluators nothing. Missing values are left to the learner; an ensemble shows indicator columns for categories.

    A minimal code corrects no errors: one wrong answer is a wrong class, or an unused word, which is read as the
    nearest one and, where several are as near, the largest class. Populations, rates and the split of the rows, which
    the paper leaves open, are those of the toolbox whose operators it names, and one half. For at most 8 classes all
    codes can be tried.

    Formula::

        There are (2^B)! / ((2^B - K)! 2^B B!) different codes of B columns.

    Cost: Each question is learned once, at most 2^(K-1) - 1 of them; a generation is otherwise O(P N B) look-ups for P
    codes.

    References
    ----------
    M. Bautista, X. Baro, O. Pujol, P. Radeva, J. Vitria and S. Escalera, Compact evolutive design of error-correcting
    output codes, SUEMA, 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> X, y = load_digits(return_X_y=True)
    >>> design = MinimalCode(n_generations=20)
    >>> code = design.learn(X, y, 10, generator=np.random.RandomState(0))
    >>> code.shape, bool(design.history_[-1] < design.history_[0])
    ((10, 4), True)
    """

    search: Any = parameter(Word("exhaustive", *sorted(SEARCHES)) | _SEARCH, default="ga", kw_only=False)
    n_generations: int = parameter(Count(0), default=100)
    population: int = parameter(Count(2), default=20)
    islands: int = parameter(Count(), default=4)
    patience: int | None = parameter(Count() | None, default=50)
    validation_size: float = parameter(Number(0, 1, "neither"), default=0.5)
    cv: int | None = parameter(Count(2) | None, default=None)
    surrogate: Any = None
    verbose: bool = False

    code_: NDArray[np.int8] = fitted()
    history_: NDArray[np.float64] = fitted()
    validation_error_: float = fitted()
    ending_: str = fitted()
    n_trained_: int = fitted()
    n_lookups_: int = fitted()

    def learn(
        self,
        X: Any,
        y: NDArray[np.intp],
        n_classes: int,
        *,
        estimator: Any = None,
        sample_weight: NDArray[np.float64] | None = None,
        generator: np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> NDArray[np.int8]:
        """Search for the code of a table.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
            The features.
        y : ndarray of shape (n_samples,)
            Class codes 0, ..., n_classes - 1.
        n_classes : int
            Number of classes, 2 or more.
        estimator : classifier or None, default=None
            What learns a column, unless there is a `surrogate`; hedgerow's decision tree when None.
        sample_weight : ndarray of shape (n_samples,) or None, default=None
            Weights of the rows.
        generator : RandomState or None, default=None
            Where the randomness comes from; None for a different search each time.
        n_jobs : int or None, default=None
            Number of workers that learn columns.

        Returns
        -------
        ndarray of shape (n_classes, n_columns), int8
        """
        self._check(n_classes)
        generator = np.random.RandomState() if generator is None else generator
        if n_classes == 2:
            return self._keep(np.array([[0], [1]], np.uint8), np.array([np.nan]), None, "exhausted")
        learner = self._choose_learner(estimator)
        evaluator = self._make_evaluator(
            learner, X, np.asarray(y), n_classes, sample_weight, generator, n_jobs
        )
        if isinstance(self.search, str) and self.search == "exhaustive":
            codes = list_minimal_codes(n_classes)
            errors = evaluator.errors(codes)
            return self._keep(codes[errors.argmin()], errors.min(keepdims=True), evaluator, "exhausted")
        found = self._evolve(evaluator, n_classes, generator)
        best = found.best.reshape(n_classes, -1).astype(np.uint8)
        return self._keep(best, -found.history, evaluator, found.ending)

    def _evolve(
        self, evaluator: CodeEvaluator, n_classes: int, generator: np.random.RandomState
    ) -> Evolution:
        shape = (-1, n_classes, count_bits(n_classes))
        search = SEARCHES[self.search]() if isinstance(self.search, str) else clone(self.search)
        leader = Leader()

        def repair(masks: Mask) -> Mask:
            codes = separate_words(masks.reshape(shape).view(np.uint8), generator)
            return codes.reshape(masks.shape).view(np.bool_)

        return evolve(
            search.begin(shape[1] * shape[2], self.population, self.islands, generator, repair),
            lambda masks: -evaluator.errors(masks.reshape(shape).view(np.uint8)),
            leader,
            n_generations=self.n_generations,
            patience=self.patience,
            perfect=0.0,
            watch=lambda generation: self._log(generation, -leader.score),
            keeps_interrupted=True,
        )

    def _log(self, generation: int, error: float) -> None:
        """Log a line ten times on the way."""
        most = max(self.n_generations, 1)
        if self.verbose and generation * 10 // most > (generation - 1) * 10 // most:
            logger.info("generation %d of %d: smallest error %.4g", generation, self.n_generations, error)

    def _keep(
        self,
        bits: NDArray[np.uint8],
        history: NDArray[np.float64],
        evaluator: CodeEvaluator | None,
        ending: str,
    ) -> NDArray[np.int8]:
        self.code_ = 2 * bits.astype(np.int8) - 1
        self.history_, self.validation_error_, self.ending_ = history, float(history[-1]), ending
        self.n_trained_, self.n_lookups_ = (
            (0, 0) if evaluator is None else (evaluator.n_trained, evaluator.n_lookups)
        )
        return self.code_.copy()

    def _make_evaluator(
        self,
        learner: Any,
        X: Any,
        y: NDArray[np.intp],
        n_classes: int,
        sample_weight: NDArray[np.float64] | None,
        generator: np.random.RandomState,
        n_jobs: int | None,
    ) -> CodeEvaluator:
        if sample_weight is not None and not sample_weight.all():
            seen = np.flatnonzero(sample_weight)
            X, y, sample_weight = X[seen], y[seen], sample_weight[seen]
        splits = (
            [hold_out(y, self.validation_size, generator)]
            if self.cv is None
            else [each for each in fold(y, self.cv, generator) if min(map(len, each))]
        )
        entropy = int(generator.randint(np.iinfo(np.int32).max))
        dichotomizers = Dichotomizers(learner, X, y, sample_weight, splits, entropy, n_jobs)
        rows = dichotomizers.rows
        if rows.size == 0:
            raise ValueError(
                f"no class has two rows, so none of the {y.size} rows can be held out to evaluate a code; "
                'use a code that is not learned, such as "binary"'
            )
        prior = np.bincount(y, sample_weight, n_classes).astype(np.float64)
        weights = None if sample_weight is None else sample_weight[rows]
        return CodeEvaluator(dichotomizers, y[rows], weights, prior)

    def _choose_learner(self, estimator: Any) -> Any:
        from hedgerow.trees.estimators import DecisionTreeClassifier

        name, learner = ("estimator", estimator) if self.surrogate is None else ("surrogate", self.surrogate)
        if learner is None:
            return DecisionTreeClassifier()
        if not hasattr(learner, "fit") or not is_classifier(learner):
            raise ValueError(
                f"{name}={learner!r} is not a classifier; pass one, or None for hedgerow's decision tree"
            )
        return learner

    def _check(self, n_classes: int) -> None:
        check("n_classes", n_classes, Count(2))
        check_parameters(self)
        if isinstance(self.search, str) and self.search == "exhaustive" and n_classes > MOST_LISTED:
            raise ValueError(
                f'search="exhaustive" is for at most {MOST_LISTED} classes, and there are {n_classes}; '
                'use "ga" or "pbil"'
            )
