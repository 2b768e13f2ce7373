"""The feature axis: through which features a member looks.

Columns as they are (`AllFeatures`, `Subspace`, `InputDecimation`) or new ones: rotations (`RandomRotation`,
`PCARotation`), projections (`RandomProjection`) and random combinations. Importances go back to the input
features by the loadings. A view of your own follows the protocol `ColumnView` or `MatrixView`.

Try first: ``EnsembleClassifier(view="rotation")``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
