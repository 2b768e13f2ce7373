"""Pictures: each is computed once and drawn where you like.

A display holds what is drawn. Make it with `from_estimator`, `from_outputs` or the record it shows, draw it with
`plot`, and take the numbers with `frame`. Matplotlib is imported when a plot is drawn.

Try first: `RelevanceDisplay` for features, `EnsembleCurveDisplay` for the number of members,
`DiversityErrorDisplay` for their disagreement.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
