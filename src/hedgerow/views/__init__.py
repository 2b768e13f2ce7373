"""The feature axis: through which features a member looks."""

from hedgerow.views.columns import AllFeatures, Subspace, count_features
from hedgerow.views.combinations import RandomCombinations
from hedgerow.views.decimation import InputDecimation
from hedgerow.views.principal import PCARotation
from hedgerow.views.projection import RandomProjection
from hedgerow.views.protocol import VIEWS, ColumnView, FittedView, FollowingView, FootedView, MatrixView
from hedgerow.views.rotation import RandomRotation
from hedgerow.views.walk import Walk

__all__ = [
    "VIEWS",
    "AllFeatures",
    "ColumnView",
    "FittedView",
    "FollowingView",
    "FootedView",
    "InputDecimation",
    "MatrixView",
    "PCARotation",
    "RandomCombinations",
    "RandomProjection",
    "RandomRotation",
    "Subspace",
    "Walk",
    "count_features",
]
