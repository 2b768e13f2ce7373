"""The feature axis: through which features a member looks."""

from hedgerow.views.columns import AllFeatures, Subspace, count_features
from hedgerow.views.protocol import ColumnView, FittedView, MatrixView
from hedgerow.views.registry import VIEWS, resolve_view

__all__ = [
    "VIEWS",
    "AllFeatures",
    "ColumnView",
    "FittedView",
    "MatrixView",
    "Subspace",
    "count_features",
    "resolve_view",
]
