"""What the engine asks of a learner: prepare the table once, then grow many members from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet


class Members(Protocol):
    """T fitted members that answer together."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> Any:
        """One fitted estimator, as `estimators_` shows it."""
        ...

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each member: (T, n, K) probabilities or (T, n) values."""
        ...

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the members, (n, K) or (n,); of one vote per member when `hard`."""
        ...

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members."""
        ...


class Prepared(Protocol):
    """A learner with its table, ready to grow members."""

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> Members:
        """Grow one member per seed.

        Parameters
        ----------
        seeds : ndarray of shape (n_members,)
            The randomness of each member.
        weights : ndarray of shape (n_members, n_samples)
            How often (integers) or how strongly (floats) each member sees each row.
        columns : list of ndarray or None
            The features of each member; None for all.
        targets : ndarray of shape (n_members, n_samples) or None
            Class codes to learn instead of the prepared ones; -1 leaves the row out.
        """
        ...


@runtime_checkable
class Learner(Protocol):
    """An estimator that prepares a table once for all members, as hedgerow's trees do."""

    def prepare(self, training: TrainingSet) -> Prepared:
        """Bind the learner to a table.

        Parameters
        ----------
        training : TrainingSet
            What to learn from.
        """
        ...


class MemberError(Exception):
    """One member could not be fitted; the cause says why."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index

    def explain(self, note: str) -> BaseException:
        """What went wrong, with a note on what was being done, to be raised in place of this error."""
        cause = self.__cause__ or self
        cause.add_note(note)
        return cause

    def __str__(self) -> str:
        return f"member {self.index} could not be fitted"


@contextmanager
def explain_failures(note: str | None = None, first: int = 0) -> Iterator[None]:
    """Raise what a member failed by instead of a `MemberError`, with a note that may name the `{member}`.

    Parameters
    ----------
    note : str or None, default=None
        What is added to the error.
    first : int, default=0
        The number of the first member.
    """
    try:
        yield
    except MemberError as failure:
        if note is None:
            raise (failure.__cause__ or failure) from None
        raise failure.explain(note.format(member=first + failure.index)) from None


def check_seen(weights: NDArray[Any], first: int = 0) -> None:
    """Refuse weights, one line a member, of which a line is all 0; the first line is that of member `first`."""
    sees_nothing = np.flatnonzero(~np.asarray(weights.any(axis=1)))
    if sees_nothing.size:
        cause = ValueError("a member sees no row with a positive weight")
        raise MemberError(first + int(sees_nothing[0])) from cause
