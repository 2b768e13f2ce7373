"""The members of any ensemble, combined by any rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.combination.averaging import spread_weights
from hedgerow.combination.combined import Combined
from hedgerow.combination.protocol import (
    COMBINATIONS,
    ClassCombination,
    Combination,
    list_combinations,
)
from hedgerow.combination.requirements import combine_with, reads_answers_alone

if TYPE_CHECKING:
    from hedgerow.outputs import Outputs

_MAX_BLOCK_CELLS = 2**21  # outputs of all members on one block of rows, 16 MiB of float64


def combine(
    outputs: Outputs,
    combination: Any = "vote",
    *,
    weights: ArrayLike | None = None,
    sizes: ArrayLike | None = None,
    places: ArrayLike | None = None,
    priors: ArrayLike | None = None,
) -> Combined:
    """Combine the predictions of the members of any ensemble.

    Parameters
    ----------
    outputs : Outputs
        What the members predicted. Members that abstain are left out; members without probabilities count as certain.
    combination : str or object, default="vote"
        The rule, or its shorthand: one of `COMBINATIONS`, or "mean" for values. A rule that learns must be fitted.
    weights : array-like of shape (n_members,) or (n_members, n_samples), default=None
        Weight of each member, or of each member for each row; None for the weights of the outputs. Only rules that
        listen to weights accept any.
    sizes : array-like of shape (n_members, n_samples), default=None
        Training weight behind each answer, for rules that need it; see `leaf_sizes`.
    places : array-like of shape (n_samples, n_members) or (n_samples, n_features), default=None
        Where the rows are, for rules that need it; see `DynamicIntegration`.
    priors : array-like of shape (n_classes,), default=None
        What settles a tie, such as the training weight of each class; None for the lower class.

    Returns
    -------
    Combined
        Its `labels()` are the answers, its `scores` those of the classes.

    Examples
    --------
    >>> from hedgerow.outputs import Outputs
    >>> said = [["a", "b", "b"], ["a", "a", "b"], ["b", "a", "b"]]
    >>> combined = combine(Outputs.from_predictions(said, truth=["a", "a", "a"]), "vote")
    >>> combined.labels(), combined.error()
    (array(['a', 'a', 'b'], dtype='<U1'), 0.3333333333333333)
    """
    rule = _prepare_rule(combination, outputs)
    combination_weights = _read_weights(rule, outputs, weights)
    behind = None if sizes is None else _check_shape(sizes, outputs.answers.shape, "sizes")
    where = None if places is None else np.asarray(places)
    size = max(
        1, _MAX_BLOCK_CELLS // (outputs.n_members * (1 if outputs.classes is None else outputs.n_classes))
    )
    blocks = [slice(start, start + size) for start in range(0, outputs.n_samples, size)]
    scores = np.concatenate(
        [
            combine_with(
                rule,
                _read_outputs(rule, outputs, block),
                _take(combination_weights, block),
                _take(behind, block),
                None if where is None else where[block],
            )
            for block in blocks
        ]
    )
    if outputs.classes is None:
        return Combined(scores, scores, None, outputs.truth, outputs.sample_weight)
    shares = None if priors is None else _check_shape(priors, (outputs.n_classes,), "priors")
    decided = cast(ClassCombination, rule).decide(scores, shares)
    answers = np.where(np.isnan(scores).any(axis=1), -1, decided)
    return Combined(scores, answers, outputs.classes, outputs.truth, outputs.sample_weight)


def _prepare_rule(combination: Any, outputs: Outputs) -> Combination:
    """The rule itself where it is one, since a copy would have forgotten what it learned."""
    fresh = COMBINATIONS.resolve(combination)
    rule: Combination = fresh if isinstance(combination, str) else combination
    answers = "classes" if outputs.is_classification else "values"
    if rule.answers not in (answers, "both"):
        raise ValueError(
            f"combination={combination!r} combines {rule.answers}, but the outputs are {answers}; use one of "
            f"{list_combinations(answers)}"
        )
    return rule


def _read_weights(
    rule: Combination, outputs: Outputs, weights: ArrayLike | None
) -> NDArray[np.float64] | None:
    """Weights of the members, or by row where some abstain; None where all count the same."""
    given = outputs.weights if rule.weighted else None
    if weights is not None:
        if not rule.weighted:
            raise ValueError(f"{rule!r} does not use weights; use 'weighted_vote' or another rule that does")
        shape = (outputs.n_members, outputs.n_samples)
        given = _check_shape(weights, shape if np.ndim(weights) == 2 else shape[:1], "weights")
        if given.min() < 0:
            raise ValueError("weights must not be negative")
    return given if outputs.predicted is None else spread_weights(given, outputs.answers) * outputs.predicted


def _read_outputs(rule: Combination, outputs: Outputs, block: slice) -> NDArray[np.float64]:
    """What the members said about a block of rows: values, probabilities, or certain answers."""
    answers = outputs.answers[:, block]
    if outputs.classes is None:
        return np.asarray(answers, dtype=np.float64)
    if outputs.probabilities is None or reads_answers_alone(rule):
        return np.asarray(answers[:, :, None] == np.arange(outputs.n_classes), dtype=np.float64)
    return np.asarray(outputs.probabilities[:, block], dtype=np.float64)


def _take(by_row: NDArray[np.float64] | None, block: slice) -> NDArray[np.float64] | None:
    """Some rows of weights or sizes; weights of the members alone are good for all rows."""
    return by_row if by_row is None or by_row.ndim == 1 else by_row[:, block]


def _check_shape(array: ArrayLike, shape: tuple[int, ...], name: str) -> NDArray[np.float64]:
    checked = np.asarray(array, dtype=np.float64)
    if checked.shape != shape or not np.isfinite(checked).all():
        raise ValueError(
            f"{name} has the shape {checked.shape}; finite numbers of the shape {shape} are needed"
        )
    return checked
