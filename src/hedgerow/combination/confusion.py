"""How often each member predicts each class, by the true class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.outputs import Outputs


@dataclass(frozen=True, eq=False)
class Confusion:
    """The confusion matrix of each member, of answers or of probabilities; additive over rows.

    Parameters
    ----------
    counts : ndarray of shape (n_members, n_classes, n_classes)
        Weight of the rows of a class (second axis) that got an answer (third axis); with probabilities, a row
        is shared among the answers.
    predicted_weight : ndarray of shape (n_members, n_classes)
        Weight of the rows of each class that the member predicted.
    present : ndarray of shape (n_classes,)
        Weight of the rows of each class, whoever predicted them.

    Examples
    --------
    >>> from hedgerow.outputs import Outputs
    >>> said = Outputs.from_predictions([["a", "b", "b"], ["a", "a", "b"]], truth=["a", "b", "a"])
    >>> Confusion.from_outputs(said).counts
    array([[[1., 1.],
            [0., 1.]],
           [[1., 1.],
            [1., 0.]]])
    """

    counts: NDArray[np.float64]
    predicted_weight: NDArray[np.float64]
    present: NDArray[np.float64]

    @classmethod
    def from_outputs(cls, outputs: Outputs, *, soft: bool = False) -> Self:
        """Count the answers about rows whose truth is known; of a member that abstains there is none.

        Parameters
        ----------
        outputs : Outputs
            Answers of classifiers, with the truth. Row weights are honoured.
        soft : bool, default=False
            Whether to add up probabilities, where the members have them.
        """
        n_members, n_classes = outputs.n_members, outputs.n_classes
        truth, by_row = outputs.known_truth().astype(np.intp), outputs.row_weights()
        is_class = (truth == np.arange(n_classes)[:, None]).astype(np.float64)
        counts = np.zeros((n_members, n_classes, n_classes))
        predicted = np.zeros((n_members, n_classes))
        for member, answers in enumerate(outputs.answers):
            weights = by_row if outputs.predicted is None else by_row * outputs.predicted[member]
            predicted[member] = is_class @ weights
            if soft and outputs.probabilities is not None:
                weighted = weights[:, None] * outputs.probabilities[member]
                counts[member] = is_class @ weighted
            else:
                cells = np.bincount(truth * n_classes + answers, weights, minlength=n_classes**2)
                counts[member] = cells.reshape(n_classes, n_classes)
        return cls(counts, predicted, is_class @ by_row)

    @classmethod
    def merge(cls, parts: Sequence[Self]) -> Self:
        """Add up what was counted on different rows."""
        return cls(
            np.sum([part.counts for part in parts], axis=0),
            np.sum([part.predicted_weight for part in parts], axis=0),
            np.sum([part.present for part in parts], axis=0),
        )

    def frame(self) -> pd.DataFrame:
        """One row per member, true class and answer, as class codes: the weight, and its share of the true class."""
        import pandas as pd

        names = ["member", "truth", "answer"]
        index = pd.MultiIndex.from_product([range(size) for size in self.counts.shape], names=names)
        predicted = np.repeat(self.predicted_weight.ravel(), self.counts.shape[2])
        weight = self.counts.ravel()
        share = np.divide(weight, predicted, out=np.full_like(weight, np.nan), where=predicted > 0)
        return pd.DataFrame({"weight": weight, "share": share}, index=index).reset_index()
