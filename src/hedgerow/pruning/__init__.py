"""Pruning: an ensemble with fewer members that is as good, or better.

`hedgerow.prune` takes any fitted ensemble; `PrunedEnsembleClassifier` and `PrunedEnsembleRegressor` grow one and
prune it on rows that its members were not fitted on. The methods are small objects that read the members' predictions;
`choose_members` applies one to `Outputs`.

Try first: ``hedgerow.prune(forest, X, y, method="reduce_error")``; `FitSelectClassifier` with cross-validation.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
