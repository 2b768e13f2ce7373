"""Filters: columns are measured against the target and against each other, without a model.

FCBF, CFS, Focus, Koller and Sahami's elimination, clusters of features, and mRMR at the flat door.

Try first: `hedgerow.MRMRSelector`; `FCBFSelector` needs no number of features.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
