"""The feature axis: what the engine asks of a view, and the shorthands of views."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.axis import Axis


@runtime_checkable
class ColumnView(Protocol):
    """A view that picks columns, so all members share one table."""

    kind: ClassVar[Literal["all", "columns"]]

    def draw(self, seed: int, n_features: int) -> NDArray[np.intp]:
        """Draw the sorted columns of one member; a function of the seed."""
        ...


class FittedView(Protocol):
    """The transform of one member.

    Where its new features are orthonormal mixtures of the old ones it may say so with ``orthonormal = True``: then
    importances can be handed back to the old ones. Where it draws what it does anew, it says of how many features,
    `n_features`, it makes how many, `n_components`: a model file cannot ask for more than there are.
    """

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Make the member's table."""
        ...


@runtime_checkable
class FollowingView(Protocol):
    """The transform of a member that goes on from the table of an earlier member."""

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Make the member's table from the start."""
        ...

    def follows(self, earlier: FittedView) -> bool:
        """Whether the table of an earlier member is on the way to this one."""
        ...

    def follow(self, earlier: FittedView, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """Make the member's table from that of the earlier member."""
        ...


@runtime_checkable
class MatrixView(Protocol):
    """A view that makes new features, so each member has its own table."""

    kind: ClassVar[Literal["matrix"]]

    def fit_view(self, seed: int, X: NDArray[np.float64], y: NDArray[Any]) -> FittedView:
        """Learn the transform of one member; a function of the seed and the data."""
        ...


@runtime_checkable
class PreparedView(Protocol):
    """A matrix view that does once what all members need, and whose members may differ by their position."""

    kind: ClassVar[Literal["matrix"]]

    def learn_preparation(
        self, X: NDArray[np.float64], sample_weight: NDArray[np.float64] | None
    ) -> FittedView | None:
        """Learn what happens to a table before any member sees it; None where nothing does."""
        ...

    def fit_member(
        self,
        seeds: NDArray[np.uint64],
        position: int,
        X: NDArray[np.float64],
        y: NDArray[Any],
        weights: NDArray[Any] | None,
    ) -> FittedView:
        """Learn the transform of the member at a position.

        Parameters
        ----------
        seeds : ndarray of shape (n_members,)
            The seeds of the members; those up to the position may be used.
        position : int
            Which member.
        X : ndarray of shape (n_samples, n_features)
            The prepared table.
        y : ndarray of shape (n_samples,)
            Class codes (integers) or values.
        weights : ndarray of shape (n_samples,) or None
            How often or how strongly the member sees each row; None for all alike.
        """
        ...


VIEWS = Axis(
    "view",
    {
        "all": "hedgerow.views.columns:AllFeatures",
        "combinations": "hedgerow.views.combinations:RandomCombinations",
        "decimation": "hedgerow.views.columns:InputDecimation",
        "pca_rotation": "hedgerow.views.principal:PCARotation",
        "projection": "hedgerow.views.projection:RandomProjection",
        "rotation": "hedgerow.views.rotation:RandomRotation",
        "subspace": "hedgerow.views.columns:Subspace",
    },
    (ColumnView, MatrixView),
    "an object with `kind` and `draw` or `fit_view`",
)
