"""The shorthands of the feature axis."""

from __future__ import annotations

from typing import cast

from sklearn.base import clone

from hedgerow.foundation.parameters import check_choice
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
    if isinstance(view, ColumnView | MatrixView) and not isinstance(view, type):
        return cast(ColumnView | MatrixView, clone(view))
    known = check_choice("view", view, sorted(VIEWS), other="an object with `kind` and `draw` or `fit_view`")
    return cast(ColumnView, VIEWS[known]())
