"""Several targets that are learned together, side by side in one table of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

# Of one target a thing, of several one for each. Who reads one target need not ask whether there are several, so to
# type checkers these are anything; what they hold, as model files check it, is told beside it.
ClassLabels = Annotated[Any, NDArray[Any] | list[NDArray[Any]]]
ClassCounts = Annotated[Any, int | list[int]]
LearnedClasses = Annotated[Any, NDArray[Any] | tuple[NDArray[Any], ...] | None]


@dataclass(frozen=True)
class TargetGroup:
    """Where the numbers of each target lie among those of all: one value each, or one for each of its classes.

    Parameters
    ----------
    n_targets : int
        How many targets there are.
    n_classes : tuple of int, default=()
        Number of classes of each target; empty where they are values.

    Examples
    --------
    >>> group = TargetGroup(2, (2, 3))
    >>> group.n_columns, [part.tolist() for part in group.split(np.array([[0.5, 0.5, 0.2, 0.3, 0.5]]))]
    (5, [[[0.5, 0.5]], [[0.2, 0.3, 0.5]]])
    """

    n_targets: int
    n_classes: tuple[int, ...] = ()

    @property
    def n_columns(self) -> int:
        """How many numbers there are: classes of all targets, or targets."""
        return sum(self.n_classes) if self.n_classes else self.n_targets

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where the classes of each target begin, and where the last ones end."""
        return np.concatenate([[0], np.cumsum(self.n_classes)]).astype(np.int64)

    def split(self, table: NDArray[Any]) -> list[NDArray[Any]]:
        """The columns of each target."""
        return np.split(table, self.starts[1:-1], axis=-1)

    def join(self, codes: NDArray[Any]) -> NDArray[np.int64]:
        """Class codes of each target as codes among the classes of all."""
        return np.asarray(codes + self.starts[:-1], np.int64)

    def check_loaded(self) -> None:
        """Refuse a group of a file whose numbers do not fit each other.

        Raises
        ------
        ValueError
            If there are fewer than two targets, or not as many numbers of classes.
        """
        fits = not self.n_classes or (len(self.n_classes) == self.n_targets and min(self.n_classes) > 0)
        if self.n_targets < 2 or not fits:
            raise ValueError("these are not several targets: there are other numbers of classes")


def gather_labels(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Labels of each target, side by side; as objects where they are of several kinds.

    Examples
    --------
    >>> gather_labels([np.array(["a", "b"]), np.array(["left", "right"])]).dtype
    dtype('<U5')
    >>> gather_labels([np.array(["a"]), np.array([1])]).tolist()
    [['a', 1]]
    """
    is_mixed = len({column.dtype.kind for column in columns}) > 1
    return np.stack([column.astype(object) if is_mixed else column for column in columns], axis=1)


def check_one_target(model: Any, task: str) -> None:
    """Refuse a fitted model of several targets where only one makes sense.

    Parameters
    ----------
    model : estimator
        Any model.
    task : str
        What it is for, to begin the sentence with.

    Raises
    ------
    ValueError
        If the model has several targets.
    """
    n_targets = getattr(model, "n_outputs_", 1)
    if isinstance(n_targets, int | np.integer) and n_targets > 1:
        raise ValueError(
            f"{task} is for models of one target, and this {type(model).__name__} has {n_targets}; "
            "fit one model for each target"
        )
