"""Conditional entropy as an error: what remains unknown, in place of how often one is wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import rel_entr

from hedgerow.foundation.constraints import Word, check
from hedgerow.outputs import Outputs

Direction = Literal["prediction_given_truth", "truth_given_prediction"]


@dataclass(frozen=True, eq=False)
class ConditionalEntropyError:
    """Conditional entropy of each member and of their vote.

    Parameters
    ----------
    members : ndarray of shape (n_members,)
        Of each member, over the rows it predicts; NaN where it predicts none.
    ensemble : float
        Of the vote, over the rows that some member predicts.
    direction : str
        Which entropy, given what.
    names : tuple of str
        Names of the members.
    """

    members: NDArray[np.float64]
    ensemble: float
    direction: Direction
    names: tuple[str, ...]

    @property
    def mean_member(self) -> float:
        """Mean over the members that predict."""
        return float(np.nanmean(self.members))

    @property
    def reduction(self) -> float:
        """How much lower the vote's error is than its members' mean; what Cunningham & Carney report."""
        return self.mean_member - self.ensemble

    def frame(self) -> pd.DataFrame:
        """One row per member, then their mean, the vote and the reduction."""
        labels = [*self.names, "mean of members", "vote", "reduction"]
        values = [*self.members, self.mean_member, self.ensemble, self.reduction]
        return pd.DataFrame({"who": labels, "conditional_entropy": values})


def conditional_entropy_error(
    outputs: Outputs, *, direction: Direction = "prediction_given_truth", base: float = math.e
) -> ConditionalEntropyError:
    """Error of the members and of their vote, as the entropy of one label given the other.

    E = -sum_{c', c} P(c', c) log P(c' | c), with c' the predicted and c the true class. Unlike a count of errors
    it asks for accuracy in every class, and the entropy of the votes predicts better how much of it an ensemble
    saves.

    Parameters
    ----------
    outputs : Outputs
        Classes, with the truth.
    direction : {"prediction_given_truth", "truth_given_prediction"}, default="prediction_given_truth"
        The paper's entropy of the prediction, given the truth, is zero also for one that is always the same, or
        always wrong in the same way. The entropy of the truth, given the prediction, is what remains to be known;
        for a constant prediction it is all of the entropy of the classes. Use it to choose between members.
    base : float, default=e
        Base of the logarithm; the paper does not say which.

    Returns
    -------
    ConditionalEntropyError

    See Also
    --------
    margins

    Notes
    -----
    The paper's formula lacks the minus sign. Ties of the vote go to the lower class. As printed it is zero for a
    constant prediction, so the other direction, truth given prediction, is offered too. Natural logarithms unless a
    base is given.

    Formula::

        The reduction is the members' mean less that of the vote.

    Cost: O(T N).

    References
    ----------
    P. Cunningham and J. Carney, Diversity versus quality in classification ensembles based on feature selection,
    TCD-CS-2000-02, Trinity College Dublin, 2000.

    Examples
    --------
    >>> truth = list("0000111111")
    >>> outputs = Outputs.from_predictions([list("0001111100"), list("0000000000")], truth)
    >>> conditional_entropy_error(outputs).members.round(6)
    array([0.606843, 0.      ])
    >>> conditional_entropy_error(outputs, direction="truth_given_prediction").members.round(6)
    array([0.586707, 0.673012])
    """
    if not (base > 0 and base != 1):
        raise ValueError(f"base={base!r} is not a base of a logarithm; use 2 for bits or e for nats")
    members = conditional_entropy(count_confusions(outputs), direction=direction) / math.log(base)
    if np.isnan(members).all():
        raise ValueError("no member predicts any row; use more members, or rows that were held out")
    said = outputs.consensus()
    vote = _count_cells(outputs, said.clip(min=0), outputs.row_weights() * (said >= 0))
    ensemble = float(conditional_entropy(vote, direction=direction)) / math.log(base)
    return ConditionalEntropyError(members, ensemble, direction, tuple(outputs.member_names()))


def conditional_entropy(
    confusion: ArrayLike, *, direction: Direction = "prediction_given_truth"
) -> NDArray[np.float64]:
    """Conditional entropy of confusion matrices, in nats.

    Parameters
    ----------
    confusion : array-like of shape (..., n_classes, n_classes)
        Weight of the rows with each predicted (first) and true (last axis) class.
    direction : {"prediction_given_truth", "truth_given_prediction"}, default="prediction_given_truth"
        As for `conditional_entropy_error`.

    Returns
    -------
    ndarray of shape (...)
        NaN for a matrix without weight.

    Examples
    --------
    >>> float(conditional_entropy([[3, 2], [1, 4]]).round(4))
    0.6068
    """
    check("direction", direction, Word("prediction_given_truth", "truth_given_prediction"))
    joint = np.asarray(confusion, dtype=np.float64)
    axis = -2 if direction == "prediction_given_truth" else -1
    total = joint.sum(axis=(-2, -1))
    given = np.broadcast_to(joint.sum(axis=axis, keepdims=True), joint.shape)
    sums = -rel_entr(joint, given).sum(axis=(-2, -1)) + 0.0  # no negative zero
    return np.asarray(np.divide(sums, total, out=np.full_like(sums, np.nan), where=total > 0))


def count_confusions(outputs: Outputs) -> NDArray[np.float64]:
    """Weight of the rows with each predicted and true class, for each member.

    Parameters
    ----------
    outputs : Outputs
        Classes, with the truth.

    Returns
    -------
    ndarray of shape (n_members, n_classes, n_classes)
        Predicted class first; rows that a member abstains from are not counted.
    """
    return np.stack(
        [
            _count_cells(outputs, answers, outputs.row_weights() * covered)
            for answers, covered in zip(outputs.answers, outputs.covered(), strict=True)
        ]
    )


def _count_cells(outputs: Outputs, said: NDArray[Any], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weight of the rows with each predicted and true class."""
    shape = (outputs.n_classes, outputs.n_classes)
    cells = np.ravel_multi_index((said.astype(np.intp), outputs.known_truth().astype(np.intp)), shape)
    return np.bincount(cells, weights, outputs.n_classes**2).astype(np.float64).reshape(shape)
