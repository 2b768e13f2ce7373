"""The shorthands of the feature axis."""

from __future__ import annotations

from typing import cast

from sklearn.base import clone

from hedgerow.views.columns import AllFeatures, Subspace
from hedgerow.views.protocol import ColumnView, MatrixView

VIEWS: dict[str, type] = {"all": AllFeatures, "subspace": Subspace}


def resolve_view(view: str | object) -> ColumnView | MatrixView:
    """Make a fresh view from its shorthand, or clone the given one.

    Examples
    --------
    >>> resolve_view("subspace")
    Subspace()
    """
    if isinstance(view, str) and view in VIEWS:
        return cast(ColumnView, VIEWS[view]())
    if isinstance(view, ColumnView | MatrixView) and not isinstance(view, type):
        return cast(ColumnView | MatrixView, clone(view))
    raise ValueError(
        f"view={view!r} is not known; use one of {sorted(VIEWS)} "
        "or an object with `kind` and `draw` or `fit_view`"
    )
