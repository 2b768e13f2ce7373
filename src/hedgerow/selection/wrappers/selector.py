"""Wrappers: the features with which an estimator does best, found by trying."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.parallel import Parallel
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Count, Number, check
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import draw_entropy
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.search.ask_and_tell import Mask
from hedgerow.search.goal import Goal
from hedgerow.search.masks import flip_each
from hedgerow.search.scores import SubsetScores
from hedgerow.selection.groups import Units
from hedgerow.selection.selector import SelectionResult, Selector
from hedgerow.selection.wrappers.evaluation import (
    Fold,
    NestedEstimate,
    SubsetEvaluation,
    find_scorer,
    make_folds,
    may_fill_gaps,
    refuse_weights,
    seed_copy,
)
from hedgerow.selection.wrappers.progress import SearchProgress
from hedgerow.selection.wrappers.searches import SEARCHES, SubsetSearch
from hedgerow.selection.wrappers.subset_table import SubsetTable


@configurable
class WrapperSelector(Selector):
    """Keep the features with which an estimator scores best in cross-validation.

    A search tries subsets of the features; the score of a subset is that of the estimator on rows it did not learn
    from (Kohavi & John 1997). Each subset is scored once, on the same folds, and remembered. Trying many subsets finds
    lucky ones too, so the whole search is cross-validated as well: `nested_score_` is what to expect of new rows, and
    a warning says when the score that the search reports is better than that by more than chance.

    Parameters
    ----------
    estimator : estimator
        The classifier or regressor to please.
    search : {"forward", "backward", "sffs", "hill-climb", "genetic"} or object, default="forward"
        How subsets are tried: add features, remove them, add and remove (`FloatingSearch`), flip random ones
        (`HillClimbSearch`), breed (`GeneticSearch`); or such an object, with its own parameters.
    scoring : str, callable or None, default=None
        A scikit-learn scorer; None is the estimator's own `score`: accuracy, or R2.
    cv : int, splitter or "oob", default=5
        Folds that score a subset. A number is for shuffled folds, each class in equal parts. "oob" fits an ensemble
        that bags once on all rows, and takes its `oob_score_`.
    n_features : int or None, default=None
        Find a subset of this size; None leaves the size to the scores. Fixed features are not counted, and a group
        counts as one.
    tolerance : float, default=0.0
        Scores that differ by no more are taken for equal, and of equal subsets the smaller is kept.
    patience : int or None, default=None
        Steps (of hill climbing flips, of genetic search generations) without a better subset after which the search
        ends. None: "forward" and "backward" stop at once, "sffs" after five more additions, the others not before
        their time.
    nested : int or None, default=5
        Parts of the rows that are left out in turn to see what the whole search is worth. None does not look, and
        takes about a sixth of the time.
    task
        As for `FCBFSelector`.
    fixed_features
        As for `ParcelSelector`.
    groups : mapping, list of lists, sequence of labels or None, default=None
        Features that are added and removed together.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when no subset is better than none at all.
    n_jobs
        As for `ParcelSelector`.
    random_state : int, RandomState or None, default=None
        Seed of the folds, the search, and the estimator where it has none of its own.
    verbose
        As for `RelevanceSelector`.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What the search chose, beside the fixed features.
    scores_ : ndarray of shape (n_features,)
        What a feature adds: the score of the chosen subset less that of the subset without it; for one that was not
        chosen, the score with it less that of the subset. NaN for fixed features, and where the search did not try it.
    p_values_ : None
        A search has no p-values.
    best_score_ : float
        Score of the chosen subset on the rows that guided the search. It is optimistic.
    nested_score_ : float or None
        Mean score of whole searches on rows that had no part in them; None without `nested`.
    nested_ : NestedEstimate or None
        The scores behind it, with their `optimism`.
    history_ : DataFrame
        The steps of the search: ``step``, ``action``, ``n_features``, ``score``, its standard deviation over the
        folds ``score_std``, subsets scored by then ``n_scored``, the ``features``, and whether this is the
        ``chosen`` subset.
    curve_ : DataFrame
        For each number of features the score of the best subset that was tried, ``validation_score``, and the mean
        ``nested_score`` of such subsets over ``n_nested`` searches.
    n_scored_ : int
        Number of subsets that were scored, nested searches aside.
    n_asked_ : int
        Number of times that the search asked for a score; what is more than `n_scored_` was remembered.

    See Also
    --------
    HillClimbSearch, ParcelSelector, SelectorEnsemble

    Notes
    -----
    Without any feature the answer is the commonest class, or the mean: a first feature must be better than that.
    Missing values are passed on, so the estimator has to know what to do with them, for example as a pipeline with an
    imputer. Categories of a data frame become 0/1 columns, kept or dropped together, unless the estimator reads
    categories itself. Weights of rows count in learning and in scoring; rows of weight zero are left out. An int in
    `cv` deals rows, not weights, into folds, so a row of weight two is not two rows.

    The warning is a one-sided t-test at 5 % over the nested folds of what searches reported less what they were worth.
    A score within the tolerance of the best is as good, and the smaller subset is kept.

    Formula::

        Score(S): mean over folds of the estimator's score on the columns S; without columns that of the commonest
        class. Forward: add argmax while the score rises. Backward: remove argmax while it does not fall. Floating:
        after each addition remove while score(S - f) > best[|S| - 1]. Optimism: mean over outer folds of reported less
        held-out score, with a one-sided t-test.

    Cost: Forward: about F per feature kept subsets, each with a fit per fold; backward: F (F + 1) / 2 down to nothing.
    Nested folds repeat the search once each.

    References
    ----------
    R. Kohavi and G. H. John, Wrappers for feature subset selection, Artificial Intelligence 97, 1997.

    P. Pudil, J. Novovicova and J. Kittler, Floating search methods in feature selection, Pattern Recognition Letters
    15, 1994.

    G. C. Cawley and N. L. C. Talbot, On over-fitting in model selection, JMLR 11, 2010.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 6.6.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from hedgerow import datasets
    >>> from hedgerow.selection.wrappers import WrapperSelector
    >>> sample = datasets.make_friedman(300, random_state=0)  # the first five of ten matter
    >>> wrapper = WrapperSelector(KNeighborsClassifier(), nested=3, random_state=0).fit(sample.X, sample.y)
    >>> wrapper.get_support(indices=True)
    array([0, 1, 2, 3, 4])
    >>> print(wrapper.sentence)
    5 of 10 features are kept, after 49 subsets were scored; the chosen one scores 0.877 on the rows that guided the
    search. Such searches score ... (standard error ...) on rows held out from them.
    """

    estimator: Any = parameter(kw_only=False)
    search: str | SubsetSearch = parameter(SEARCHES, default="forward", kw_only=False)
    scoring: Any = None
    cv: Any = 5
    n_features: int | None = parameter(Count() | None, default=None)
    tolerance: float = parameter(Number(0), default=0.0)
    patience: int | None = parameter(Count(0) | None, default=None)
    nested: int | None = parameter(Count(2) | None, default=5)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    _remedy: ClassVar[str] = "raise patience or try another search or estimator"

    best_score_: float = fitted()
    nested_score_: float | None = fitted()
    nested_: NestedEstimate | None = fitted()
    history_: pd.DataFrame = fitted()
    curve_: pd.DataFrame = fitted()
    n_scored_: int = fitted()
    n_asked_: int = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        units = Units.find(self._groups, self._fixed)
        self._check(training, units)
        seeds = np.random.SeedSequence(draw_entropy(self.random_state)).spawn(3 + (self.nested or 0))
        outer_seed, estimator_seed = (int(seed.generate_state(1)[0]) for seed in seeds[:2])
        trial = self._make_trial(training, units, estimator_seed)
        rows = np.flatnonzero(training.counts)
        with (
            Parallel(n_jobs=self.n_jobs) as pool,
            SearchProgress("search", verbose=bool(self.verbose)) as progress,
        ):
            searcher = _Searcher(self, trial, pool, progress)
            scores, mask = searcher.run(rows, seeds[2])
            contributions = _find_contributions(scores, mask)
            self.nested_ = None
            if self.nested is not None:
                outer = searcher.deal(self.nested, rows, outer_seed)
                self.nested_ = searcher.nest(outer, seeds[3:])
        self.nested_score_ = None if self.nested_ is None else self.nested_.score
        self.best_score_ = scores.of(mask)
        self.n_scored_, self.n_asked_ = scores.n_scored, scores.n_asked
        self.history_ = _tell_history(scores, mask, units, training.names)
        self.curve_ = _draw_curve(scores, units, self.nested_)
        self._warn()
        spread = np.full(training.n_features, np.nan)
        for unit, value in enumerate(contributions):
            spread[units.members[unit]] = value
        return SelectionResult(spread, np.asarray(units.members[mask].any(axis=0)))

    def _check(self, training: TrainingSet, units: Units) -> None:
        """Refuse what cannot be searched."""
        if not hasattr(self.estimator, "fit") or isinstance(self.estimator, type):
            raise ValueError(
                f"estimator={self.estimator!r} must be an estimator with `fit`, such as GaussianNB()"
            )
        is_of_other_kind = is_classifier if training.classes is None else is_regressor
        if is_of_other_kind(self.estimator):
            raise ValueError(
                f"estimator={self.estimator!r} does not fit a target for {training.task}; pass another estimator, or "
                "say by task what the target is"
            )
        if self.n_features is not None:
            # Units that are fixed are not searched for.
            check("n_features", self.n_features, Count(1, len(units)) | None)
        if isinstance(self.cv, str) and self.cv == "oob":
            if "oob_score" not in self.estimator.get_params(deep=False):
                raise ValueError(
                    f"cv='oob' needs an ensemble with oob_score, and {type(self.estimator).__name__} has none; pass a "
                    "number of folds"
                )
            if self.scoring is not None:
                raise ValueError(
                    f"cv='oob' takes the estimator's own oob_score_, not scoring={self.scoring!r}; leave scoring out "
                    "or pass a number of folds"
                )
        refuse_weights(self.estimator, training)

    def _make_trial(self, training: TrainingSet, units: Units, seed: int) -> SubsetEvaluation:
        # The same seed for every subset: scores then differ by their features, not by their luck.
        estimator = seed_copy(self.estimator, seed)
        out_of_bag = isinstance(self.cv, str) and self.cv == "oob"
        if out_of_bag:
            estimator.set_params(oob_score=True)
        return SubsetEvaluation(
            estimator=estimator,
            scorer=find_scorer(self.estimator, self.scoring),
            design=SubsetTable.read(training, self.estimator),
            y=training.y if training.classes is None else training.classes[training.y],
            weights=training.weights,
            units=units,
            is_regression=training.classes is None,
            out_of_bag=out_of_bag,
        )

    def _warn(self) -> None:
        nested = self.nested_
        if nested is None or not nested.overfits:
            return
        warnings.warn(
            f"the search overfits the rows that guide it: nested searches reported {nested.validation.mean():.3g} on "
            f"average, and scored {nested.score:.3g} on rows held out from them (p = {nested.p_value:.2g}). Expect the "
            f"latter of new rows, not best_score_ = {self.best_score_:.3g}; fewer or larger steps (tolerance, "
            "patience), a simpler search or more rows make a search less optimistic",
            stacklevel=4,
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = may_fill_gaps(self.estimator)
        return tags

    @property
    def sentence(self) -> str:
        """The finding in plain words."""
        check_is_fitted(self)
        said = (
            f"{int(self.support_.sum())} of {self.support_.size} features are kept, after {self.n_scored_:,} subsets "
            f"were scored; the chosen one scores {self.best_score_:.3f} on the rows that guided the search"
        )
        if self.nested_ is None:
            return said + ", which is optimistic."
        return (
            f"{said}. Such searches score {self.nested_.score:.3f} (standard error {self.nested_.standard_error:.3f}) "
            "on rows held out from them."
        )


@dataclass(frozen=True, eq=False)
class _Searcher:
    """Runs searches on parts of the rows."""

    selector: WrapperSelector
    trial: SubsetEvaluation
    pool: Any
    progress: SearchProgress

    def run(self, rows: NDArray[np.intp], seed: np.random.SeedSequence) -> tuple[SubsetScores, Mask]:
        """Search among some rows."""
        selector = self.selector
        fold_seed, search_seed = seed.spawn(2)
        folds = self.deal(selector.cv, rows, int(fold_seed.generate_state(1)[0]))
        scores = SubsetScores(
            len(self.trial.units), lambda masks: self._evaluate(masks, folds), self.progress.show
        )
        goal = Goal(selector.n_features, selector.tolerance, selector.patience)
        mask = SEARCHES.resolve(selector.search).find(scores, goal, np.random.default_rng(search_seed))
        return scores, mask

    def deal(self, cv: Any, rows: NDArray[np.intp], seed: int) -> list[Fold]:
        """Deal rows into folds."""
        return make_folds(cv, rows, self.trial.y, stratified=not self.trial.is_regression, seed=seed)

    def nest(self, outer: list[Fold], seeds: list[np.random.SeedSequence]) -> NestedEstimate:
        """Search without each fold in turn, and score on that fold what was found."""
        validation, test, curve = [], [], []
        for number, ((train, asked), seed) in enumerate(zip(outer, seeds, strict=True)):
            self.progress.title = f"nested search {number + 1} of {len(outer)}"
            scores, mask = self.run(train, seed)
            best = scores.best_of_each_size()
            found = self._evaluate(np.array([mask, *best.values()]), [(train, asked)])[:, 0]
            validation.append(scores.of(mask))
            test.append(found[0])
            curve += [
                {"fold": number, "size": size, "score": score}
                for size, score in zip(best, found[1:], strict=True)
            ]
        return NestedEstimate(np.array(validation), np.array(test), pd.DataFrame(curve))

    def _evaluate(self, masks: Mask, folds: list[Fold]) -> NDArray[np.float64]:
        return self.trial.measure_all(masks, folds, self.pool, self.selector.n_jobs)


def _find_contributions(scores: SubsetScores, mask: Mask) -> NDArray[np.float64]:
    """What each unit adds to the chosen subset; NaN for one outside that was never tried with it."""
    top = scores.of(mask)
    values = np.full(mask.size, np.nan)
    inside = np.flatnonzero(mask)
    values[inside] = top - scores.score(flip_each(mask, inside)) if inside.size else []
    for unit in np.flatnonzero(~mask):
        known = scores.known(flip_each(mask, np.array([unit]))[0])
        values[unit] = np.nan if known is None else known - top
    return values


def _tell_history(scores: SubsetScores, chosen: Mask, units: Units, names: tuple[str, ...]) -> pd.DataFrame:
    """The steps of a search; a unit's number in an action becomes its name."""
    rows = []
    for number, step in enumerate(scores.steps):
        sign, rest = step.action[:1], step.action[1:]
        features = units.spread(step.mask)
        rows.append(
            {
                "step": number,
                "action": f"{sign}{units.names[int(rest)]}"
                if sign in "+-" and rest.isdecimal()
                else step.action,
                "n_features": int(features.sum()),
                "score": scores.of(step.mask),
                "score_std": scores.spread(step.mask),
                "n_scored": step.n_scored,
                "features": tuple(name for name, is_in in zip(names, features, strict=True) if is_in),
                "chosen": bool((step.mask == chosen).all()),
            }
        )
    return pd.DataFrame(rows)


def _draw_curve(scores: SubsetScores, units: Units, nested: NestedEstimate | None) -> pd.DataFrame:
    """Scores against the number of features."""
    best = scores.best_of_each_size()
    curve = pd.DataFrame(
        {
            "n_features": [int(units.spread(mask).sum()) for mask in best.values()],
            "validation_score": [scores.of(mask) for mask in best.values()],
        },
        index=pd.Index(best, name="size"),
    )
    if nested is not None:
        by_size = nested.curve.groupby("size")["score"]
        curve["nested_score"] = by_size.mean()
        curve["n_nested"] = by_size.size().reindex(curve.index, fill_value=0)
    return curve.reset_index(drop=True)
