"""Stability: how much of a selection, or of a ranking, would come again with other rows.

`hedgerow.selection_stability` runs any selector on many samples. Here are the indexes of stability, their
estimates with intervals, and the comparison of two selectors.

Try first: ``hedgerow.selection_stability(selector, X, y)``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
