"""How features are assessed: the trees of a study, and the comparison with shuffled twins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import draw_entropy, draw_seeds
from hedgerow.relevance.contrasts import Evaluation, evaluate, shape_trees
from hedgerow.relevance.relevance import Relevance
from hedgerow.relevance.significance import Adjustment, SelectionRule, compare_with_contrasts, select_by_gain
from hedgerow.relevance.splits import SplitGains
from hedgerow.relevance.summary import EffectiveSize, mean_gains
from hedgerow.resampling import UniqueBootstrap
from hedgerow.trees.binning import CodedTable
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.permutation import permute_parts

NumberOfTrees = int | Literal["auto"]
_FEW_ROWS = 800  # below these, trees are cheap
_MOST_TIMES = 4
NULLS = ("contrast", "exact", "midpoint", "lower", "upper")
ADJUSTMENTS = (None, "holm", "bh")
_CONTRAST_TEST = "out-of-bag gain of the splits on a feature, against that of its shuffled twins"
_NO_TEST = "none: nodes tried several features, or bags held copies of rows; chance is not known for either"
STUDY_PARAMETERS = {
    "n_estimators": Count(50) | Word("auto"),  # with fewer trees, relevance is not told from chance
    "null": Word(*NULLS),
    "alpha": Number(0, 1, "neither"),
    "adjust": Word(*ADJUSTMENTS),
}


def count_trees(n_samples: int, least: int = 500) -> int:
    """Number of trees that tells relevance from chance: more where rows are few.

    Small tables leave more to how trees happen to scatter, and their trees cost little. `least` trees do from 800 rows
    on; below, there are more in proportion, up to four times as many.

    Examples
    --------
    >>> [count_trees(n_samples) for n_samples in (60, 200, 400, 10_000)]
    [2000, 2000, 1000, 500]
    """
    return int(least * min(max(_FEW_ROWS / n_samples, 1.0), _MOST_TIMES))


def make_tree(
    is_regression: bool, null: str, n_samples: int
) -> DecisionTreeClassifier | DecisionTreeRegressor:
    """The tree that a study grows when it is given none; a published null knows one feature a node only."""
    kind = DecisionTreeRegressor if is_regression else DecisionTreeClassifier
    if null != "contrast":
        return kind(max_features=1)
    return shape_trees(kind(), n_samples)  # type: ignore[no-any-return]


def grow_study(study: Any, prepared: TreeGrower, weights: NDArray[np.float64] | None) -> Evaluation:
    """Grow the forest of a study, beside twins where its null asks for them.

    Parameters
    ----------
    study : estimator
        With `n_estimators`, `null`, `n_jobs`, `random_state` and `verbose`.
    prepared : TreeGrower
        Table, target and the tree to grow.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows.

    Returns
    -------
    Evaluation
    """
    auto = study.n_estimators == "auto"
    n_trees = count_trees(prepared.table.n_samples) if auto else study.n_estimators
    with Progress(n_trees, type(study).__name__, verbose=study.verbose > 0) as progress:
        return evaluate(
            prepared,
            UniqueBootstrap(),
            draw_seeds(draw_entropy(study.random_state), n_trees),
            sample_weight=weights,
            twins=study.null == "contrast",
            n_jobs=study.n_jobs,
            progress=progress,
        )


Null = Literal["contrast", "exact", "midpoint", "lower", "upper"]


def assess_features(
    evaluation: Evaluation,
    names: tuple[str, ...],
    *,
    null: Null | None = "contrast",
    selection: SelectionRule | None = "test",
    alpha: float = 0.05,
    adjust: Adjustment | None = None,
    confidence: float = 0.95,
    effective_size: EffectiveSize = "kish",
    unit: float | None = None,
    n_permutations: int = 0,
    n_jobs: int | None = None,
) -> Relevance:
    """Bring together what the trees of a forest tell about each feature.

    Parameters
    ----------
    evaluation : Evaluation
        The forest; with twins where `null` is "contrast".
    names : tuple of str
        The features.
    null : {"contrast", "exact", "midpoint", "lower", "upper"} or None, default="contrast"
        Where the expected gain of an irrelevant feature comes from; None where it cannot be known.
    selection : {"test", "threshold"} or None, default="test"
        Which features are selected: those that pass the test, those with an excess above zero, or all.
    alpha, adjust, confidence, effective_size, n_permutations, n_jobs
        As for `ForestRelevance`.
    unit : float or None, default=None
        Weight of one observation, for ``effective_size="unit"``.

    Returns
    -------
    Relevance
    """
    forest, real = evaluation.forest, slice(len(names))
    blind = forest.first_draws is not None
    splits = SplitGains.from_first_draws(forest) if blind else SplitGains.from_forest(forest)
    how: dict[str, Any] = {"effective_size": effective_size, "unit": unit, "confidence": confidence}
    rule: dict[str, Any] = {"alpha": alpha, "adjust": adjust}
    if null == "contrast":
        relevance = _weigh_against_twins(evaluation, splits, names, selection, **rule, **how)
    else:
        relevance = select_by_gain(splits, selection, names=names, null=null or "exact", **rule, **how)
    if null is None:
        unknown = np.full(len(names), np.nan)
        untested: dict[str, Any] = dict.fromkeys(
            ("expected", "excess", "t", "p_value", "p_holm", "p_bh"), unknown
        )
        nothing = np.zeros(len(names), np.bool_)
        relevance = replace(relevance, **untested, selected=nothing, test=_NO_TEST)
    used = np.bincount(forest.nodes["feature"][forest.nodes["feature"] >= 0], minlength=forest.n_features)[
        real
    ]
    permutation = _permute(evaluation, names, n_permutations, n_jobs)
    return replace(
        relevance,
        frequency=used / max(used.sum(), 1),
        unseen=mean_gains(evaluation.gains)[real],
        permutation=permutation[0],
        permutation_spread=permutation[1],
    )


def _weigh_against_twins(
    evaluation: Evaluation,
    splits: SplitGains,
    names: tuple[str, ...],
    selection: SelectionRule | None,
    *,
    alpha: float,
    adjust: Adjustment | None,
    **how: Any,
) -> Relevance:
    n_features = len(names)
    real, twins = slice(n_features), slice(n_features, None)
    gains = splits.summarise(**how)
    test = compare_with_contrasts(evaluation.gains, _tell_kinds(evaluation.table))
    can_split = evaluation.table.traits[:, 0] + evaluation.table.traits[:, 1] > 1
    p_value = np.where(can_split, test.p_value, 1.0)
    return Relevance.of_test(
        p_value,
        gains.mean[real] - gains.mean[twins],
        selection=selection,
        adjust=adjust,
        alpha=alpha,
        names=names,
        gain=splits.summarise(weighting="unit").mean[real],
        weighted_gain=gains.mean[real],
        low=gains.low[real],
        high=gains.high[real],
        effective_size=gains.effective_size[real],
        n_splits=gains.count[real],
        expected=gains.mean[twins],
        unseen_expected=test.expected,
        t=test.t,
        test=_CONTRAST_TEST,
    )


def _tell_kinds(table: CodedTable) -> NDArray[np.intp]:
    """Features that are alike to chance: as many values, by powers of two up to 16, and categories or not."""
    n_codes, is_categorical = table.traits[:, 0], table.traits[:, 2]
    magnitude = np.ceil(np.log2(np.clip(n_codes, 2, 32))).astype(np.intp)
    return np.asarray(magnitude + 8 * is_categorical)


def _permute(
    evaluation: Evaluation, names: tuple[str, ...], n_repeats: int, n_jobs: int | None
) -> NDArray[np.float64]:
    """Mean and spread of the out-of-bag score that each feature costs when shuffled; NaN without repeats."""
    if n_repeats == 0:
        return np.full((2, len(names)), np.nan)
    table, has_twins = evaluation.table, evaluation.forest.n_features > len(names)
    parts = [
        (
            block.forest,
            np.unpackbits(block.in_bag, axis=1, count=table.n_samples),
            block.donors if has_twins else None,
        )
        for block in evaluation.blocks
    ]
    importance = permute_parts(
        parts, table, evaluation.prepared.y, names=names, n_repeats=n_repeats, seed=0, n_jobs=n_jobs
    )
    return np.stack([importance.importances_mean, importance.importances_std])
