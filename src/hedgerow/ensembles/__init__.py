"""Ensembles: named recipes that fill in the five choices.

`hedgerow.EnsembleClassifier` and `hedgerow.EnsembleRegressor` take one value for each axis; forests and bagging
stand beside them at the flat door. Here are the further recipes: random subspaces, rotations, masks,
error-correcting codes, pairs of classes, nested dichotomies, synthetic rows (DECORATE), and classifiers that may
abstain or pass rows on.

Try first: `RotationForestClassifier` for accuracy on numbers, `RandomSubspaceClassifier` for wide tables.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
