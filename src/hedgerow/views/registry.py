"""The shorthands of the feature axis."""

from __future__ import annotations

from typing import cast

from sklearn.base import clone

from hedgerow.views.columns import AllFeatures, Subspace
from hedgerow.views.combinations import RandomCombinations
from hedgerow.views.decimation import InputDecimation
from hedgerow.views.principal import PCARotation
from hedgerow.views.projection import RandomProjection
from hedgerow.views.protocol import ColumnView, MatrixView
from hedgerow.views.rotation import RandomRotation

VIEWS: dict[str, type] = {
    "all": AllFeatures,
    "combinations": RandomCombinations,
    "decimation": InputDecimation,
    "pca_rotation": PCARotation,
    "projection": RandomProjection,
    "rotation": RandomRotation,
    "subspace": Subspace,
}


def resolve_view(view: str | object) -> ColumnView | MatrixView:
    """Make a fresh view from its shorthand, or clone the given one.

    Examples
    --------
    >>> resolve_view("subspace"), resolve_view("rotation")
    (Subspace(), RandomRotation())
    """
    if isinstance(view, str) and view in VIEWS:
        return cast(ColumnView, VIEWS[view]())
    if isinstance(view, ColumnView | MatrixView) and not isinstance(view, type):
        return cast(ColumnView | MatrixView, clone(view))
    raise ValueError(
        f"view={view!r} is not known; use one of {sorted(VIEWS)} "
        "or an object with `kind` and `draw` or `fit_view`"
    )
