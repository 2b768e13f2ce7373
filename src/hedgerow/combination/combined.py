"""The members of any ensemble, combined by any rule: one answer per row, with its scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.combination.averaging import spread_weights
from hedgerow.combination.decision import pick_class
from hedgerow.combination.protocol import (
    COMBINATIONS,
    ClassCombination,
    Combination,
    combine_with,
    list_combinations,
    reads_answers_alone,
)

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.outputs import Outputs

_MAX_BLOCK_CELLS = 2**21  # outputs of all members on one block of rows, 16 MiB of float64


@dataclass(frozen=True, eq=False)
class Combined:
    """One answer per row.

    Parameters
    ----------
    scores : ndarray of shape (n_samples, n_classes) or (n_samples,)
        Score of each class, as the rule gives it; or values. NaN where no member predicted.
    answers : ndarray of shape (n_samples,)
        Class codes, -1 where no member predicted; or values, NaN there.
    classes : ndarray of shape (n_classes,) or None
        The class labels; None for values.
    truth : ndarray of shape (n_samples,) or None, default=None
        Class codes or values.
    sample_weight : ndarray of shape (n_samples,) or None, default=None
        How much each row counts.

    Examples
    --------
    >>> combined = Combined.from_scores([[0.7, 0.3], [0.45, 0.55]], classes=["no", "yes"], truth=["no", "no"])
    >>> combined.labels(), combined.confidences(), combined.error()
    (array(['no', 'yes'], dtype='<U3'), array([0.7 , 0.55]), 0.5)
    """

    scores: NDArray[np.float64]
    answers: NDArray[Any]
    classes: NDArray[Any] | None
    truth: NDArray[Any] | None = None
    sample_weight: NDArray[np.float64] | None = None

    @classmethod
    def from_scores(
        cls,
        scores: ArrayLike,
        classes: ArrayLike,
        truth: ArrayLike | None = None,
        *,
        sample_weight: ArrayLike | None = None,
        priors: NDArray[np.float64] | None = None,
    ) -> Self:
        """Take scores that were made elsewhere, such as `predict_proba` of any classifier.

        Parameters
        ----------
        scores : array-like of shape (n_samples, n_classes)
            Score of each class; NaN in a row about which nothing is known.
        classes : array-like of shape (n_classes,)
            The labels, sorted, in the order of the scores.
        truth : array-like of shape (n_samples,), default=None
            The true labels.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.
        priors : ndarray of shape (n_classes,), default=None
            What settles a tie; None for the lower index.
        """
        from hedgerow.outputs import Outputs

        table = np.asarray(scores, dtype=np.float64)
        if table.ndim != 2 or len(table) == 0:
            raise ValueError(f"scores have the shape {table.shape}; pass (rows, classes)")
        # A member that says nothing: what is wanted is how Outputs reads labels and weights.
        read = Outputs.from_predictions(
            np.zeros_like(table)[None], truth, classes=classes, sample_weight=sample_weight
        )
        answers = np.where(np.isnan(table).any(axis=1), -1, pick_class(table, priors))
        return cls(table, answers, read.classes, read.truth, read.sample_weight)

    @property
    def is_answered(self) -> NDArray[np.bool_]:
        """Whether any member predicted a row."""
        return np.isfinite(self.answers) if self.classes is None else self.answers >= 0

    def labels(self) -> NDArray[Any]:
        """The labels, or values.

        A row that no member predicted has the value NaN; if there is one, labels come as objects, with None for it.
        """
        if self.classes is None:
            return self.answers
        return decode(self.answers, self.classes)

    def confidences(self) -> NDArray[np.float64]:
        """Score of the class that was picked, (n_samples,); NaN where no member predicted.

        Of two classes and vote shares, 2 c - 1 is the absolute sum of the votes -1 and 1 over their number
        (Rogers 2007, eq. 3.29).
        """
        if self.classes is None:
            raise ValueError("values carry no confidence; combine classes")
        return np.asarray(np.where(self.is_answered, self.scores.max(axis=1), np.nan))

    def row_weights(self) -> NDArray[np.float64]:
        """Weight of each row: `sample_weight`, or ones; 0 where no member predicted."""
        weights = np.ones(len(self.answers)) if self.sample_weight is None else self.sample_weight
        return weights * self.is_answered

    def losses(self) -> NDArray[np.float64]:
        """Loss of each row: 1 for a wrong class, or the squared difference; 0 where no member predicted."""
        if self.truth is None:
            raise ValueError("the truth is needed; make the outputs with the truth")
        if self.classes is None:
            return np.asarray(np.where(self.is_answered, self.answers - self.truth, 0.0) ** 2)
        return np.asarray(self.is_answered & (self.answers != self.truth), dtype=np.float64)

    def error(self) -> float:
        """Share of wrong answers, or root mean square, over the rows that some member predicted; NaN if none."""
        weights = self.row_weights()
        if weights.sum() == 0:
            return float("nan")
        mean = float(self.losses() @ weights / weights.sum())
        return mean if self.classes is not None else mean**0.5

    def frame(self) -> pd.DataFrame:
        """One row per row: the answer, and where they are known the confidence, the truth and each class's score."""
        import pandas as pd

        if self.classes is None:
            frame = pd.DataFrame({"answer": self.answers})
            return frame if self.truth is None else frame.assign(truth=self.truth)
        frame = pd.DataFrame({"answer": self.labels(), "confidence": self.confidences()})
        if self.truth is not None:
            frame["truth"] = self.classes[self.truth]
        scores = pd.DataFrame(self.scores, columns=[f"score of {label}" for label in self.classes])
        return pd.concat([frame, scores], axis=1)

    def __repr__(self) -> str:
        kind = "values" if self.classes is None else f"{len(self.classes)} classes"
        return f"<Combined: {len(self.answers)} rows, {kind}>"


def decode(codes: NDArray[Any], classes: NDArray[Any]) -> NDArray[Any]:
    """Labels of class codes; where a code is -1, labels are objects and that one is None."""
    labels = np.asarray(classes[codes])
    if (codes < 0).any():
        labels = labels.astype(object)
        labels[codes < 0] = None
    return labels


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
