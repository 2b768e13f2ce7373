"""Wrappers: subsets of features are scored by fitting a model on them.

`WrapperSelector` takes any model and a search (forward, backward, floating, genetic, hill climbing), and says by
nested folds what the search really gained; `ParcelSelector` keeps the subsets on the hull of the ROC curve.

Try first: ``WrapperSelector(estimator, search=ForwardSearch())``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
