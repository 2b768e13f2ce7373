"""Ensembles of selectors: many selections on many samples of the rows become one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone, is_regressor
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import has_fit_parameter

from hedgerow.foundation.constraints import Count, Instance, Number, Word, check
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.resampling.resampling import RESAMPLINGS
from hedgerow.selection.selector import SelectionResult, Selector
from hedgerow.selection.stability.fitted_selector import list_names, read_selection
from hedgerow.selection.stability.indices import rank_features
from hedgerow.selection.stability.record import SelectionStability
from hedgerow.selection.wrappers.evaluation import seed_copy
from hedgerow.selection.wrappers.subset_table import SubsetTable, TableHeader
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

Aggregate = Literal["votes", "mean_rank", "weighted"]
_MOST_DRAWS = 100  # for a sample that has rows of two classes


@configurable
class SelectorEnsemble(Selector):
    """Let a selector select on many samples of the rows, and keep what the selections agree on.

    What a selector finds depends on the rows it happens to see, most of all when features stand in for each other.
    Selections on resampled rows, put together, depend less on them (Saeys, Abeel & Van de Peer 2008), and show how much
    a single one would: `stability_`.

    Parameters
    ----------
    selector : estimator
        Any selector of hedgerow or scikit-learn: with `get_support`, or, together with `n_features`, with `ranking_`,
        `scores_`, `feature_importances_` or `coef_`.
    n_selectors : int, default=20
        Number of selections.
    resampling : str or object, default="bootstrap"
        Which rows a selection sees: "bootstrap", "subsample", "unique_bootstrap", or an object of
        `hedgerow.resampling` such as ``Subsample(0.5)``. Those that follow the answers of members, as boosting does,
        cannot be used.
    aggregate : {"votes", "mean_rank", "weighted"}, default="votes"
        How selections become one: by the share that selected a feature; by the mean rank of its score; or by votes
        that are weighted by how good the selection is (see `quality`).
    n_features : int or None, default=None
        Keep so many features, the best by the aggregate. None: those with at least `threshold` of the votes, and as
        many as a selection has on average with "mean_rank".
    threshold : float, default=0.5
        Least share of the votes.
    quality : estimator or None, default=None
        With "weighted": what learns from the selected features, and is scored on the rows that the selection has not
        seen. None is a decision tree.
    task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when no feature has enough votes.
    n_jobs : int or None, default=None
        Selections at the same time; it never changes a result.
    random_state : int, RandomState or None, default=None
        Seed of the rows, and of the selector where it has none of its own.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What the ensemble selects, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        Share of the votes; with "mean_rank" 1 for a feature that is always first and 0 for one that is always last.
    p_values_ : None
        An ensemble has no p-values.
    stability_ : SelectionStability
        What each selection kept, and how much they agree.
    frequencies_ : ndarray of shape (n_features,)
        Share of the selections that kept each feature.
    weights_ : ndarray of shape (n_selectors,)
        Weight of each selection's vote; they sum to one.
    selectors_ : tuple of estimators
        The fitted selectors.

    See Also
    --------
    selection_stability, WrapperSelector

    Notes
    -----
    With "mean_rank" a selector without scores ranks what it selects before all else. The quality of a selection is the
    share of the way from the commonest class to a perfect answer, (a - b) / (1 - b) for an accuracy of a and b of the
    commonest class, or R2; negative ones are zero, and if all are zero, so are the differences between votes.
    A sample without two classes is drawn again. Missing values are the selector's business. Categories of a data frame
    stay categories, which selectors that only know numbers refuse. Weights of rows steer the samples, as the resampling
    says; the selector itself has to know weights only where these come out as fractions.

    Formula::

        Votes: the share of selections that have f, kept from 1/2. Mean rank: 1 - (r - 1) / (F - 1). Weighted: votes in
        proportion to max(0, (a - b) / (1 - b)), a the accuracy on rows the selection was not fitted on, b that of the
        commonest class; R2 for values.

    Cost: One selection for each sample of the rows.

    References
    ----------
    Y. Saeys, T. Abeel and Y. Van de Peer, Robust feature selection using ensemble feature selection techniques, ECML
    PKDD 2008.

    N. Meinshausen and P. Buhlmann, Stability selection, Journal of the Royal Statistical Society B 72, 2010.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.selection.forest import TreeSelector
    >>> from hedgerow.selection import SelectorEnsemble
    >>> sample = datasets.make_friedman(300, random_state=0)  # the first five of ten matter
    >>> TreeSelector().fit(sample.X, sample.y).get_support(indices=True)
    array([0, 1, 3])
    >>> ensemble = SelectorEnsemble(TreeSelector(), threshold=0.3, random_state=0).fit(sample.X, sample.y)
    >>> ensemble.get_support(indices=True)
    array([0, 1, 3, 4])
    >>> ensemble.frequencies_.round(2).tolist()
    [1.0, 1.0, 0.1, 1.0, 0.3, 0.15, 0.05, 0.0, 0.15, 0.0]
    """

    selector: Any = parameter(
        Instance("a selector with `fit`, such as SelectKBest()", has="fit"), kw_only=False
    )
    n_selectors: int = parameter(Count(2), default=20, kw_only=False)
    resampling: Any = parameter(RESAMPLINGS, default="bootstrap")
    aggregate: Aggregate = parameter(Word("votes", "mean_rank", "weighted"), default="votes")
    n_features: int | None = parameter(Count() | None, default=None)
    threshold: float = parameter(Number(0, 1, "right"), default=0.5)
    quality: Any = parameter(Instance("an estimator", has="fit") | None, default=None)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None

    _remedy: ClassVar[str] = "lower threshold or set n_features"

    stability_: SelectionStability = fitted()
    frequencies_: NDArray[np.float64] = fitted()
    weights_: NDArray[np.float64] = fitted()
    selectors_: tuple[Any, ...] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        if self.n_features is not None:
            check("n_features", self.n_features, Count(1, training.n_features) | None)
        resampling = RESAMPLINGS.resolve(self.resampling)
        if resampling.adaptive:
            raise ValueError(
                f"resampling={self.resampling!r} follows the answers of members, and selectors give none; use "
                "'bootstrap', 'subsample' or another that draws each sample by itself"
            )
        member = _Member(self.selector, resampling, training, self.n_features, self._make_quality(training))
        seeds = np.random.SeedSequence(draw_entropy(self.random_state)).generate_state(self.n_selectors)
        selections = Parallel(n_jobs=self.n_jobs)(delayed(member.select)(int(seed)) for seed in seeds)
        supports = np.array([selection.support for selection in selections])
        ranks = rank_features(np.array([selection.scores for selection in selections]))
        self.selectors_ = tuple(selection.selector for selection in selections)
        self.stability_ = SelectionStability(supports, training.names, ranks, runs="samples of the rows")
        self.frequencies_ = self.stability_.frequencies
        qualities = np.array([selection.quality for selection in selections])
        self.weights_ = (
            qualities / qualities.sum() if qualities.any() else np.full(len(qualities), 1.0 / len(qualities))
        )
        return self._aggregate(supports, ranks)

    def _make_quality(self, training: TrainingSet) -> Any:
        if self.aggregate != "weighted":
            return None
        if self.quality is None:
            return DecisionTreeRegressor() if training.classes is None else DecisionTreeClassifier()
        if is_regressor(self.quality) != (training.classes is None):
            raise ValueError(f"quality={self.quality!r} does not fit a target for {training.task}")
        return self.quality

    def _aggregate(self, supports: NDArray[np.bool_], ranks: NDArray[np.float64]) -> SelectionResult:
        """One score for each feature, and those that it is enough for."""
        details = {"frequency": self.frequencies_, "mean_rank": ranks.mean(axis=0)}
        n_features = self.n_features
        if self.aggregate == "mean_rank":
            scores = 1.0 - (details["mean_rank"] - 1.0) / max(supports.shape[1] - 1, 1)
            if n_features is None:
                n_features = round(float(supports.sum(axis=1).mean()))
        else:
            scores = self.weights_ @ supports if self.aggregate == "weighted" else self.frequencies_
        if n_features is None:
            # Shares are sums of fractions, and half of the votes should be half whatever their rounding.
            return SelectionResult(scores, scores >= self.threshold - 1e-12, details=details)
        # Of features with as many votes, that of the better mean rank comes first, then the lower column.
        order = np.lexsort((details["mean_rank"], -scores))
        selected = np.isin(np.arange(scores.size), order[:n_features])
        return SelectionResult(scores, selected, details=details)


@dataclass(frozen=True, eq=False)
class _Selection:
    """What one selector found: the marks, scores of all features, and how good it is."""

    selector: Any
    support: NDArray[np.bool_]
    scores: NDArray[np.float64]
    quality: float


@dataclass(frozen=True, eq=False)
class _Member:
    """Makes one selection on rows of its own."""

    selector: Any
    resampling: Any
    training: TrainingSet
    n_features: int | None
    quality: Any

    def select(self, seed: int) -> _Selection:
        """Draw rows, select, and see how good the selection is on the others."""
        training = self.training
        drawn = self._draw(seed)
        rows, given = self._read_rows(drawn)
        y = training.y if training.classes is None else training.classes[training.y]
        selector = seed_copy(self.selector, seed)
        X = training.X
        if training.categorical.any():
            X = TableHeader(training.names, training.categorical).make_frame(X)
        part = X[rows] if isinstance(X, np.ndarray) else X.iloc[rows]
        try:
            selector.fit(part, y[rows], **given)
        except Exception as error:
            error.add_note(f"while {type(self.selector).__name__} selected on {rows.size} resampled rows")
            raise
        n_features = None if hasattr(selector, "get_support") else self.n_features
        selection = read_selection(selector, list_names(X), n_features)
        scores = selection.support.astype(np.float64) if selection.scores is None else selection.scores
        quality = 1.0 if self.quality is None else self._judge(selection.support, rows, drawn == 0, y, seed)
        return _Selection(selector, selection.support, scores, quality)

    def _draw(self, seed: int) -> NDArray[Any]:
        """Counts or weights of the rows; of two classes at least, where there are classes."""
        training = self.training
        for state in np.random.SeedSequence(seed).generate_state(_MOST_DRAWS):
            drawn = np.asarray(self.resampling.draw(int(state), training.n_samples, training.weights))
            if np.unique(training.y[drawn > 0]).size > 1:
                return drawn
        raise ValueError(
            f"{_MOST_DRAWS} samples of the rows each had one class or value only; use a resampling that draws more rows"
        )

    def _read_rows(self, drawn: NDArray[Any]) -> tuple[NDArray[np.intp], dict[str, NDArray[Any]]]:
        """Rows, repeated as often as they were drawn, or weights to pass on where these are fractions."""
        rows = np.flatnonzero(drawn)
        counts = drawn[rows]
        if (counts == np.floor(counts)).all():
            return np.repeat(rows, counts.astype(np.intp)), {}
        if not has_fit_parameter(self.selector, "sample_weight"):
            raise ValueError(
                f"{type(self.selector).__name__} takes no sample_weight in `fit`, and {self.resampling!r} gives "
                "fractions of rows; use one that draws by weight (by_weight=True)"
            )
        return rows, {"sample_weight": counts}

    def _judge(
        self,
        support: NDArray[np.bool_],
        rows: NDArray[np.intp],
        is_out: NDArray[np.bool_],
        y: NDArray[Any],
        seed: int,
    ) -> float:
        """How far the selection leads from the commonest class, or the mean, to perfect answers on other rows."""
        if self.training.weights is not None:
            is_out = is_out & (self.training.weights > 0)
        out = np.flatnonzero(is_out)
        features = np.flatnonzero(support)
        if features.size == 0 or out.size == 0:
            return 0.0
        design = SubsetTable.read(self.training, self.quality)
        model = seed_copy(clone(self.quality), seed).fit(design.take(features, rows), y[rows])
        score = float(model.score(design.take(features, out), y[out]))
        if self.training.classes is None:
            return max(score, 0.0)
        base = float(np.bincount(self.training.y[out]).max() / out.size)
        return max((score - base) / (1.0 - base), 0.0) if base < 1.0 else 0.0
