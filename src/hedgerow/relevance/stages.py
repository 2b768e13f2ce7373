"""The stages of a relevance forest: evaluate the features, choose some, learn how to draw them, grow."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from hedgerow.ensembles.grower import Grower, GrownMembers, grow_independently
from hedgerow.foundation.constraints import Count, check, check_parameters
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import draw_entropy, draw_seeds
from hedgerow.relevance.assessment import assess_features, count_trees
from hedgerow.relevance.contrasts import evaluate, shape_trees
from hedgerow.relevance.guided import GuidedTrees
from hedgerow.relevance.relevance import LocalRelevance, Relevance
from hedgerow.relevance.rounds import Borisov, Confidence, grow_in_rounds, whole_complexity, whole_impurity
from hedgerow.relevance.sampling import (
    SamplingHistory,
    gain_distribution,
    local_distribution,
    single_tree_distribution,
)
from hedgerow.resampling import Bootstrap, Full, UniqueBootstrap
from hedgerow.trees.grower import TreeGrower

if TYPE_CHECKING:
    from hedgerow.relevance.forest import RelevanceForestClassifier, RelevanceForestRegressor

    RelevanceForest: TypeAlias = RelevanceForestClassifier | RelevanceForestRegressor

UNIT_SHARE = 0.1  # of the complexity of the training set: about what a node has on average
ADAPTIVE = ("confidence", "borisov")
_FOUND = ("support_", "feature_distribution_", "sampling_history_", "relevance_", "local_")
_N_TREES, _N_TREES_BESIDE_TWINS = 100, 500  # where rows are many


def check_forest(forest: RelevanceForest) -> None:
    """Refuse parameters that a relevance forest cannot use."""
    check_parameters(forest)
    if forest.n_evaluation_trees is not None:
        check("n_evaluation_trees", forest.n_evaluation_trees, Count(50 if _has_twins(forest) else 1) | None)


def resample(forest: RelevanceForest, plain: Bootstrap | Full) -> Bootstrap | Full:
    """How the trees of the forest see the rows; a forest that reads its own gains sees none of them twice."""
    once = forest.deduplicate
    if once is None:
        once = _sampling(forest) in ADAPTIVE
    return _once(plain) if once else plain


def grow_in_stages(forest: RelevanceForest, grower: Grower, n_grown: int) -> GrownMembers:
    """Find out about the features, unless an earlier fit has, and grow the trees that are not there yet.

    Sets the attributes that say what was found out.
    """
    if n_grown == 0:
        forest._entropy = draw_entropy(forest.random_state)
        for name in _FOUND:
            forest.__dict__.pop(name, None)
    seeds = draw_seeds(forest._entropy, forest.n_estimators)
    n_evaluation = _count_evaluation_trees(forest, grower) if n_grown == 0 and _is_evaluated(forest) else 0
    n_trees = n_evaluation + forest.n_estimators - n_grown
    with Progress(n_trees, type(forest).__name__, verbose=forest.verbose > 0) as progress:
        if n_grown == 0:
            if n_evaluation:
                _evaluate(forest, grower, progress)
            _start_drawing(forest, grower)
        grown = _grow_trees(forest, grower, seeds, n_grown, progress)
    return forest._grown.join(grown) if n_grown else grown


def _is_evaluated(forest: RelevanceForest) -> bool:
    return forest.selection is not None or _sampling(forest) in ("forest", "local")


def _sampling(forest: RelevanceForest) -> str:
    return forest.sampling if isinstance(forest.sampling, str) else "given"


def _once(resampling: Any) -> Any:
    """The same resampling without copies of rows."""
    return UniqueBootstrap(resampling.max_samples) if isinstance(resampling, Bootstrap) else resampling


def _evaluate(forest: RelevanceForest, grower: Grower, progress: Progress) -> None:
    """Grow the evaluation forest, and keep what it says about the features; it is not kept itself.

    Without twins its nodes try one feature each: the best of several gains more than chance gives to one.
    """
    prepared, plan, twins = _prepared(grower), grower.plan, _has_twins(forest)
    if twins and isinstance(plan.resampling, Full):
        raise ValueError(
            "null='contrast' tests features on out-of-bag rows; use bootstrap=True, or another null"
        )
    one_feature = clone(prepared.template).set_params(max_features=1)
    template = shape_trees(prepared.template, plan.n_samples) if twins else one_feature
    evaluation = evaluate(
        replace(prepared, template=template),
        _once(plan.resampling) if forest.deduplicate is not False else plan.resampling,  # type: ignore[arg-type]
        draw_seeds(forest._entropy + 1, _count_evaluation_trees(forest, grower)),
        sample_weight=plan.sample_weight,
        twins=twins,
        n_jobs=forest.n_jobs,
        progress=progress,
    )
    relevance = assess_features(
        evaluation,
        grower.training.names,
        null="exact" if forest.null == "contrast" and not twins else forest.null,
        selection=forest.selection,
        alpha=forest.alpha,
        adjust=forest.adjust,
        confidence=forest.confidence,
        effective_size=forest.effective_size or "kish",
        unit=_unit(grower),
    )
    forest.relevance_ = _keep_some(forest, relevance)
    if _sampling(forest) == "local":
        values, counts = evaluation.trace("in_bag", forest.n_jobs)
        forest.local_ = LocalRelevance(values, counts, grower.training.names, range(plan.n_samples))


def _has_twins(forest: RelevanceForest) -> bool:
    return forest.selection is not None and forest.null == "contrast"


def _count_evaluation_trees(forest: RelevanceForest, grower: Grower) -> int:
    if forest.n_evaluation_trees is not None:
        return int(forest.n_evaluation_trees)
    return count_trees(grower.plan.n_samples, _N_TREES_BESIDE_TWINS if _has_twins(forest) else _N_TREES)


def _keep_some(forest: RelevanceForest, relevance: Relevance) -> Relevance:
    """All features where none passes: a forest needs some."""
    if relevance.selected.any():
        return relevance
    rule = f"selection={forest.selection!r}"
    if forest.selection == "test":
        rule += f" at alpha={forest.alpha:g}"
    warnings.warn(
        f"no feature passes {rule}, so all {len(relevance)} are kept; raise alpha, or grow more evaluation trees",
        stacklevel=8,
    )
    return replace(relevance, selected=np.ones(len(relevance), np.bool_))


def _start_drawing(forest: RelevanceForest, grower: Grower) -> None:
    """Settle which features are drawn, and how likely each of them is for the first tree."""
    n_features = grower.plan.n_features
    forest.support_ = (
        np.ones(n_features, np.bool_) if forest.selection is None else forest.relevance_.selected
    )
    guided = GuidedTrees.choose(_prepared(grower), forest.support_)
    match _sampling(forest):
        case "tree":
            drawn = single_tree_distribution(guided.narrow, grower.plan.sample_weight)
        case "forest":
            drawn = gain_distribution(forest.relevance_.weighted_gain[guided.chosen])
        case "local":
            drawn = local_distribution(forest.local_.values[:, guided.chosen])
        case "given":
            drawn = _read_distribution(forest.sampling, n_features)[guided.chosen]
        case _:
            drawn = np.ones(guided.chosen.size)
    forest.feature_distribution_ = guided.spread(gain_distribution(drawn))
    forest.sampling_history_ = SamplingHistory.begin(grower.training.names, forest.feature_distribution_)


def _grow_trees(
    forest: RelevanceForest, grower: Grower, seeds: NDArray[np.uint64], n_grown: int, progress: Progress
) -> GrownMembers:
    guided = GuidedTrees.choose(_prepared(grower), forest.support_)
    rule = _find_rule(forest, grower)
    if rule is not None:
        grown, forest.sampling_history_ = grow_in_rounds(
            grower,
            guided,
            rule,
            forest.sampling_history_,
            forest.members_.forest if n_grown else None,
            seeds=seeds,
            update_every=forest.update_every,
            n_jobs=forest.n_jobs,
            progress=progress,
        )
        forest.feature_distribution_ = forest.sampling_history_.distributions[-1]
        return grown
    if _sampling(forest) == "local":
        guided = replace(guided, relevance=np.ascontiguousarray(forest.local_.values[:, guided.chosen]))
    else:
        guided = guided.drawing_by(forest.feature_distribution_[guided.chosen])
    return grow_independently(replace(grower, prepared=guided), seeds, n_grown, forest.n_jobs, progress)


def _find_rule(forest: RelevanceForest, grower: Grower) -> Confidence | Borisov | None:
    """How the distribution follows the growing forest; None where it does not."""
    match _sampling(forest):
        case "confidence":
            return Confidence(_unit(grower), forest.effective_size or "unit", forest.confidence)
        case "borisov":
            prepared = _prepared(grower)
            impurity = whole_impurity(grower.training.y, prepared.n_classes, grower.plan.sample_weight)
            return Borisov(impurity, float(forest.prior_weight))
    return None


def _prepared(grower: Grower) -> TreeGrower:
    return cast(TreeGrower, grower.prepared)


def _unit(grower: Grower) -> float:
    """Weight of one observation; never 0, though a target that does not vary has no complexity."""
    weights = grower.plan.sample_weight
    y = grower.training.y
    seen = y if weights is None else y[weights > 0]
    whole = whole_complexity(seen, _prepared(grower).n_classes)
    return max(UNIT_SHARE * whole, float(np.finfo(np.float64).tiny))


def _read_distribution(given: Any, n_features: int) -> NDArray[np.float64]:
    numbers = np.asarray(given, dtype=np.float64)
    if numbers.shape != (n_features,) or not np.isfinite(numbers).all() or (numbers < 0).any():
        raise ValueError(
            f"sampling has the shape {numbers.shape}; pass a finite number of 0 or more for each of the "
            f"{n_features} features"
        )
    if not numbers.any():
        raise ValueError("sampling is zero for every feature; give at least one a positive number")
    return numbers
