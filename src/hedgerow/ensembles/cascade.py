"""Separate and conquer: each stage answers what it is sure of, and passes the rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.prediction import split_rows
from hedgerow.learners import Members

if TYPE_CHECKING:
    import pandas as pd


class Stage(Protocol):
    """One answer, and which rows it is meant for."""

    @property
    def title(self) -> str:
        """What the stage is, in a few words."""
        ...

    def answer(self, X: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Class shares of each row, (n_samples, n_classes), and whether the stage takes the row."""
        ...


@dataclass(frozen=True)
class Whole:
    """A learner that takes every row that arrives.

    Attributes
    ----------
    members : Members
        The learner, a single member.
    seen : ndarray of int
        Positions of the training rows that it learned.
    title : str
        What it is called in reports.
    """

    members: Members
    seen: NDArray[np.intp]
    title: str

    def answer(self, X: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The learner's shares; all rows are taken."""
        return self.members.outputs(X)[0], np.ones(X.shape[0], np.bool_)


@dataclass(frozen=True)
class Default:
    """The same answer for every row.

    Attributes
    ----------
    shares : ndarray of shape (n_classes,)
        The answer.
    title : str
        What it is called in reports.

    Examples
    --------
    >>> Default(np.array([0.25, 0.75])).answer(np.zeros((2, 5)))
    (array([[0.25, 0.75],
            [0.25, 0.75]]), array([ True,  True]))
    """

    shares: NDArray[np.float64]
    title: str = "default"

    def answer(self, X: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The shares for each row; all rows are taken."""
        n_samples = X.shape[0]
        return np.tile(self.shares, (n_samples, 1)), np.ones(n_samples, np.bool_)


@dataclass(frozen=True)
class Cascade:
    """Stages in order; the last one takes whatever is left.

    Attributes
    ----------
    stages : tuple of Stage
        The stages.
    """

    stages: tuple[Stage, ...]

    def walk(self, X: NDArray[np.float64]) -> Iterator[tuple[NDArray[np.float64], NDArray[np.intp]]]:
        """Send rows down; after each stage yield the shares and the stage that gave them.

        A row that no stage has taken yet has the opinion of the latest stage, as if that were the last. The arrays are
        written to as the walk goes on.
        """
        shares, takes = self.stages[0].answer(X)
        taker = np.zeros(X.shape[0], np.intp)
        yield shares, taker
        left = np.flatnonzero(~takes)
        for number, stage in enumerate(self.stages[1:], start=1):
            if left.size:
                shares[left], takes = stage.answer(X[left])
                taker[left] = number
                left = left[~takes]
            yield shares, taker

    def answer(self, X: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Class shares of each row, and the stage that answers it; in blocks of rows, so memory stays bounded."""
        parts = [[*self.walk(X[block])][-1] for block in split_rows(X.shape[0], 1)]
        shares, taker = zip(*parts, strict=True)
        return np.concatenate(shares), np.concatenate(taker)

    def describe(
        self,
        X: NDArray[np.float64],
        y: NDArray[np.intp] | None,
        priors: NDArray[np.float64],
        weights: NDArray[Any] | None = None,
    ) -> pd.DataFrame:
        """What each stage does with some rows.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            The rows.
        y : ndarray of shape (n_samples,) or None
            Their class codes.
        priors : ndarray of shape (n_classes,)
            What settles a tie.
        weights : ndarray of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        DataFrame
            One row per stage: its title, how many rows arrive and how many of them it takes, the share of the weight
            of all rows that it takes, and the error on what it takes (NaN where it takes nothing).
        """
        import pandas as pd

        shares, taker = self.answer(X)
        weight = np.ones(len(taker)) if weights is None else weights
        n_stages = len(self.stages)
        n_taken = np.bincount(taker[weight > 0], minlength=n_stages)
        taken = np.bincount(taker, weight, n_stages)
        frame = pd.DataFrame(
            {
                "stage": [stage.title for stage in self.stages],
                "n_arriving": n_taken[::-1].cumsum()[::-1],
                "n_taken": n_taken,
                "share": taken / weight.sum(),
            }
        )
        if y is not None:
            wrong = np.bincount(taker, weight * (pick_class(shares, priors) != y), n_stages)
            frame["error"] = np.divide(wrong, taken, out=np.full(n_stages, np.nan), where=taken > 0)
        return frame
