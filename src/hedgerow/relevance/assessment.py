"""From an evaluated forest to what it says about each feature."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.relevance.contrast_test import compare_with_contrasts
from hedgerow.relevance.contrasts import Evaluation
from hedgerow.relevance.gain_moments import mean_gains
from hedgerow.relevance.gain_test import Adjustment, SelectionRule, select_by_gain
from hedgerow.relevance.relevance import Relevance
from hedgerow.relevance.splits import SplitGains
from hedgerow.relevance.summary import EffectiveSize
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.permutation import permute_parts

Null = Literal["contrast", "exact", "midpoint", "lower", "upper"]
NULLS = ("contrast", "exact", "midpoint", "lower", "upper")
ADJUSTMENTS = (None, "holm", "bh")
_CONTRAST_TEST = "out-of-bag gain of the splits on a feature, against that of its shuffled twins"
_NO_TEST = "none: nodes tried several features, or bags held copies of rows; chance is not known for either"


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


def _tell_kinds(table: BinnedTable) -> NDArray[np.intp]:
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
