"""Minimum redundancy, maximum relevance: plain, and as an ensemble of runs that each leave out a part of the rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, Flag, Number, Word, check
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.filters.mrmr_codes import CodeRelations, MixedRelations, make_codes
from hedgerow.selection.filters.mrmr_cost import count_correlations, count_correlations_apart
from hedgerow.selection.filters.mrmr_numbers import DenseColumns, NumberRelations, SparseColumns
from hedgerow.selection.filters.mrmr_parts import Parts, order_rows, read_counts
from hedgerow.selection.filters.mrmr_search import (
    Average,
    AveragedRelations,
    Combine,
    Relations,
    combine_runs,
    search,
)
from hedgerow.selection.selector import SelectionResult, Selector
from hedgerow.selection.stability.record import SelectionStability

Ensemble = Literal["inner", "fast", "full", "bagged"]
Measure = Literal["auto", "f", "correlation", "mutual_information", "symmetrical_uncertainty"]
Criterion = Literal["quotient", "difference"]

_RUNS = {
    "fast": "runs without one part of the rows each",
    "full": "runs without one part of the rows each",
    "bagged": "runs on bootstrap samples",
}


@configurable
class MRMRSelector(Selector):
    """Keep features that tell much about the target and little about each other (mRMR).

    Features are chosen one after the other. The first is the most relevant one; each of the others has the best ratio
    of its relevance to its mean redundancy with those chosen before, or the best difference (Ding & Peng 2005). The
    choice is quick, and on wide tables it is not stable: with a few rows less, other features come first. An ensemble
    of runs that leave out one part of the rows each is more stable, and since its sums are those of all rows less those
    of a part, it costs a few runs, not one for each part (Schowe & Morik 2010).

    Parameters
    ----------
    n_features : int or None, default=None
        Number of features to choose, fixed ones included; None is half of them.
    ensemble : {"inner", "fast", "full", "bagged"} or None, default=None
        None is one run on all rows. "fast" makes a run without each part of the rows, all runs in lock-step and from
        the same sums, and combines what they choose. "full" makes the same runs one by one, with the same outcome, to
        compare. "bagged" makes them on bootstrap samples. "inner" is one run, in which every relevance and every
        redundancy is the average of those without each part.
    n_parts : int, default=20
        Number of parts or bootstrap samples. With fewer rows than that, every row is a part.
    measure : {"auto", "f", "correlation", "mutual_information", "symmetrical_uncertainty"}, default="auto"
        What relevance and redundancy are; see the notes. "auto" is "f" for numbers and classes,
        "mutual_information" for categories and classes, and "correlation" for all else.
    criterion : {"quotient", "difference"}, default="quotient"
        Whether relevance is divided by the mean redundancy, or this is taken away from it.
    combine : {"vote", "majority", "rank"}, default="vote"
        Which features of the runs are kept: the `n_features` that most runs chose; all that more than half of them
        chose; or the `n_features` of the best mean place.
    average : {"mean", "median"}, default="mean"
        How "inner" averages.
    redundancy_floor : float, default=1e-12
        What the redundancy of two features counts at least, where relevance is divided by redundancy. Features that
        share nothing with those chosen are in the order of their relevance.
    shuffle : bool, default=False
        Whether rows are shuffled before they are dealt to the parts, row i to part i modulo `n_parts`.
    stratified : bool, default=False
        Whether they are dealt class by class, so every part has its share of each.
    task
        As for `FCBFSelector`.
    fixed_features : sequence of str, sequence of int, mask or None, default=None
        Features that are kept whatever is found. They are chosen first, so the others complement them.
    groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when no feature has a majority of the runs.
    random_state : int, RandomState or None, default=None
        For `shuffle` and bootstrap samples.
    n_jobs : int or None, default=None
        Number of threads. The outcome is the same for any.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    order_ : ndarray of int
        The columns that were found, the best first.
    found_ : ndarray of bool of shape (n_features,)
        The same as marks, before `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        Mean over the runs of a number that falls from 1, for the feature chosen first, in equal steps to 1/k, for the
        last of k, and is 0 for those not chosen.
    p_values_ : None
        There are none.
    relevance_ : ndarray of shape (n_features,)
        What each feature tells about the target, on average over the runs.
    runs_ : ndarray of int of shape (n_runs, n_features)
        What each run chose, in order.
    frequencies_ : ndarray of shape (n_features,)
        Share of the runs that chose each feature.
    stability_ : SelectionStability or None
        How much the runs agree; None where there is only one.
    n_correlations_ : int
        Number of correlations, each a pass over the rows, that the method needs as its authors count them.
    n_correlations_apart_ : int
        Number of them when no run shares any with another.
    measure_ : str
        What "auto" became.

    Notes
    -----
    Measures, between 0 and 1 but for F and information, which is in bits:

    =========================  ==================================  =====================================
    measure                    relevance                           redundancy
    =========================  ==================================  =====================================
    "f"                        one-way F; of values that of        absolute value of Pearson's
                               the regression line                 correlation
    "correlation"              the redundancy with the target      Pearson's correlation of two numbers,
                                                                   correlation ratio of a number and a
                                                                   category, symmetrical uncertainty of
                                                                   two categories
    "mutual_information"       mutual information                  mutual information
    "symmetrical_uncertainty"  symmetrical uncertainty             symmetrical uncertainty
    =========================  ==================================  =====================================

    The last two count distinct values, so numbers should be cut into a few classes first.

    A missing number is replaced by the mean of its column in all rows, which adds nothing to a correlation; a missing
    category is a category of its own. Constant columns are chosen last. Of scores that differ by rounding only, the
    lower column wins. Whole weights are repeats of rows; other weights are scaled to the number of rows. A bootstrap
    sample draws rows by weight.

    The sums about the column means are in double precision. A memory-mapped table is read in blocks of columns, once
    for each feature to choose, however many runs there are, and a sparse one is not made dense. Redundancy has a floor
    of 1e-12 by default, where the authors' program adds 0.01. Numbers and categories together are compared on one
    scale. Fixed features are chosen first.

    Formula::

        Next: argmax Cor(f, y) / mean over chosen g of |Cor(f, g)|, or the difference of the two; F and Pearson for
        numbers, mutual information for categories.

    Cost: O(N p k) for k of p features: one pass over the table for each feature that is chosen.

    **Fast ensembles of mRMR.** Run mRMR without each of e parts of the rows, from sums of all rows less those of the
    part, and keep what most runs choose.

    The printed F statistic lacks a square, the printed split sums do not make a correlation, and the printed cost
    exceeds what one run needs; all three are put right. Rows are dealt to parts in turn. The paper leaves the
    combination open: here votes, then mean place, then relevance. Only the products that a run asks for are made: those
    of all rows once for each feature that any run chooses, and those of its part for the run that chose it. Weights,
    missing values and categories are extensions.

    Formula::

        R without part b = (Sxy - Sx Sy / N) / sqrt((Sxx - Sx^2 / N)(Syy - Sy^2 / N)), every S a sum over all rows less
        that of the part. Correlations to expect: p + (k-1)(p - k/2)(1 - (1-r)^e) / r with r = 2 J / (1 + J).

    Cost: O(N p (d + k)) for d distinct features that the e runs choose, and O(e p k) for the scores; d is k where the
    runs agree, and e k at most.

    Paper: B. Schowe and K. Morik, Fast-ensembles of minimum redundancy feature selection, SUEMA workshop, Barcelona,
    2010; Y. Saeys, T. Abeel and Y. Van de Peer, Robust feature selection using ensemble feature selection techniques,
    ECML PKDD 2008 (bagged).

    References
    ----------
    C. Ding and H. Peng, Minimum redundancy feature selection from microarray gene expression data, Journal of
    Bioinformatics and Computational Biology 3, 2005.

    Examples
    --------
    >>> from hedgerow.datasets import load
    >>> from hedgerow import MRMRSelector
    >>> sonar = load("sonar")
    >>> plain = MRMRSelector(5).fit(sonar.features, sonar.target)
    >>> plain.order_
    array([10, 46, 35,  3, 11])
    >>> fast = MRMRSelector(5, ensemble="fast").fit(sonar.features, sonar.target)
    >>> fast.n_correlations_, fast.n_correlations_apart_
    (504, 5800)
    """

    n_features: int | None = parameter(Count() | None, default=None, kw_only=False)
    ensemble: Ensemble | None = parameter(Word(None, "inner", "fast", "full", "bagged"), default=None)
    n_parts: int = parameter(Count(2), default=20)
    measure: Measure = parameter(
        Word("auto", "f", "correlation", "mutual_information", "symmetrical_uncertainty"), default="auto"
    )
    criterion: Criterion = parameter(Word("quotient", "difference"), default="quotient")
    combine: Combine = parameter(Word("vote", "majority", "rank"), default="vote")
    average: Average = parameter(Word("mean", "median"), default="mean")
    redundancy_floor: float = parameter(Number(0, closed="right"), default=1e-12)
    shuffle: bool = parameter(Flag(), default=False)
    stratified: bool = parameter(Flag(), default=False)
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "choose more features or set combine='vote'"

    order_: NDArray[np.intp] = fitted()
    relevance_: NDArray[np.float64] = fitted()
    runs_: NDArray[np.int64] = fitted()
    frequencies_: NDArray[np.float64] = fitted()
    stability_: SelectionStability | None = fitted()
    measure_: Measure = fitted()

    @property
    def n_correlations_(self) -> int:
        """Number of correlations that the method needs as its authors count them."""
        if self.ensemble == "fast":
            return count_correlations(self.runs_, self.n_features_in_)
        return self.n_correlations_apart_

    @property
    def n_correlations_apart_(self) -> int:
        """Number of correlations when no run shares any with another."""
        n_runs, n_chosen = self.runs_.shape
        return count_correlations_apart(self.n_features_in_, n_chosen, n_runs)

    def _read(self, X: Any, y: Any, sample_weight: Any) -> TrainingSet:
        if not is_mapped(X) or X.dtype in (np.float64, np.float32):
            return super()._read(X, y, sample_weight)
        # Other numbers would be turned into float64 as a whole; zeros that take no memory stand in for them.
        stand_in = np.broadcast_to(np.zeros(1), X.shape)
        return replace(super()._read(stand_in, y, sample_weight), X=X)

    def _select(self, training: TrainingSet) -> SelectionResult:
        n_chosen = self._count_features(training)
        self.measure_ = self._choose_measure(training)
        counts = read_counts(training.weights, training.n_samples)
        generator = check_random_state(self.random_state)
        parts = self._deal(training, counts, generator)
        relate = self._prepare(training, counts, parts.order)
        fixed = np.flatnonzero(self._fixed).tolist()

        def run(parts: Parts, average: bool = False) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
            relations = relate(parts)
            if average:
                relations = AveragedRelations(relations, self.average)
            chosen = search(
                relations, n_chosen, by_quotient=self.criterion == "quotient", floor=self.redundancy_floor, fixed=fixed
            )  # fmt: skip
            return chosen, relations.relevance.mean(axis=0)

        if self.ensemble in ("full", "bagged"):
            weights = self._weigh(parts, generator)
            outcomes = list(map_in_threads(run, ((Parts.whole(each),) for each in weights), self.n_jobs))
            self.runs_ = np.concatenate([chosen for chosen, _ in outcomes])
            self.relevance_ = np.mean([relevance for _, relevance in outcomes], axis=0)
        else:
            self.runs_, self.relevance_ = run(parts, self.ensemble == "inner")
        return self._sum_up(training)

    def _sum_up(self, training: TrainingSet) -> SelectionResult:
        """Combine what the runs chose."""
        n_runs, n_chosen = self.runs_.shape
        self.order_ = combine_runs(self.runs_, self.relevance_, self.combine)
        supports = np.zeros((n_runs, training.n_features), np.bool_)
        np.put_along_axis(supports, self.runs_, True, axis=1)
        self.frequencies_ = supports.mean(axis=0)
        self.stability_ = None
        if n_runs > 1:
            self.stability_ = SelectionStability(supports, training.names, runs=_RUNS[str(self.ensemble)])
        falling = np.tile(np.arange(n_chosen, 0, -1) / (n_chosen * n_runs), n_runs)
        scores = np.bincount(self.runs_.ravel(), falling, minlength=training.n_features)
        selected = np.isin(np.arange(training.n_features), self.order_)
        place = np.full(training.n_features, np.nan)
        place[self.order_] = np.arange(1, self.order_.size + 1)
        details = {"place": place, "relevance": self.relevance_, "frequency": self.frequencies_}
        return SelectionResult(scores.astype(np.float64), selected, details=details)

    def _count_features(self, training: TrainingSet) -> int:
        n_columns = training.n_features
        wanted = max(n_columns // 2, 1)
        if self.n_features is not None:
            wanted = check("n_features", self.n_features, Count(1, n_columns) | None)
        return max(wanted, int(self._fixed.sum()))

    def _choose_measure(self, training: TrainingSet) -> Measure:
        is_categorical, has_classes = training.categorical, training.classes is not None
        if self.measure == "auto":
            if is_categorical.any():
                return "mutual_information" if is_categorical.all() and has_classes else "correlation"
            return "f" if has_classes else "correlation"
        if self.measure == "f" and is_categorical.any():
            raise ValueError(
                f"measure='f' is about numbers, but {training.names[int(is_categorical.argmax())]!r} holds categories; "
                "use measure='correlation' or 'mutual_information'"
            )
        if self.measure in ("mutual_information", "symmetrical_uncertainty") and not has_classes:
            raise ValueError(
                f"measure={self.measure!r} is about classes, but the target is values; use measure='correlation', or "
                "cut them into classes"
            )
        return self.measure

    def _deal(
        self, training: TrainingSet, counts: NDArray[np.float64], generator: np.random.RandomState
    ) -> Parts:
        if self.ensemble not in ("inner", "fast", "full"):
            return Parts.whole(counts)
        classes = training.y if self.stratified and training.classes is not None else None
        order = order_rows(training.n_samples, classes, shuffle=self.shuffle, generator=generator)
        return Parts.deal(counts, self.n_parts, order)

    def _weigh(self, parts: Parts, generator: np.random.RandomState) -> list[NDArray[np.float64]]:
        """How often each row counts in each run, for runs that share nothing."""
        if self.ensemble == "full":
            return [parts.weights_without(run) for run in range(parts.n_runs)]
        n_drawn, shares = np.count_nonzero(parts.weights), parts.weights / parts.weights.sum()
        return [generator.multinomial(n_drawn, shares).astype(np.float64) for _ in range(self.n_parts)]

    def _prepare(
        self, training: TrainingSet, counts: NDArray[np.float64], order: NDArray[np.intp]
    ) -> Callable[[Parts], Relations]:
        """Bring the table into shape, once for all runs; what comes back relates it for the runs of some parts."""
        y, n_classes, is_categorical = training.y, training.n_classes, training.categorical
        as_share = self.measure_ != "mutual_information"
        by_codes = self.measure_ in ("mutual_information", "symmetrical_uncertainty")
        if by_codes or (is_categorical.all() and n_classes is not None):
            codes = make_codes(training.X, training.names)
            return lambda parts: CodeRelations(codes, y, parts, as_share=as_share)
        if sparse.issparse(training.X):
            thin = SparseColumns(training.X, counts, order)
            return lambda parts: NumberRelations(thin, y, n_classes, parts, order, by_f=self.measure_ == "f")
        numbers = training.X[:, ~is_categorical] if is_categorical.any() else training.X
        # Runs that are threads themselves do not share out their columns.
        n_jobs = None if self.ensemble in ("full", "bagged") else self.n_jobs
        dense = DenseColumns(numbers, counts, order, in_blocks=is_mapped(numbers), n_jobs=n_jobs)
        if not is_categorical.any():
            return lambda parts: NumberRelations(dense, y, n_classes, parts, order, by_f=self.measure_ == "f")
        names = tuple(name for name, held in zip(training.names, is_categorical, strict=True) if held)
        codes = make_codes(training.X[:, is_categorical], names)
        return lambda parts: MixedRelations(dense, codes, is_categorical, y, n_classes, parts, order)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def is_mapped(X: Any) -> bool:
    """Whether an array lies in a file, be it as a view of it.

    Examples
    --------
    >>> is_mapped(np.zeros(3))
    False
    """
    while isinstance(X, np.ndarray):
        if isinstance(X, np.memmap):
            return True
        X = X.base
    return False
