"""One answer per row, with its scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.combination.decision import pick_class

if TYPE_CHECKING:
    import pandas as pd


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
