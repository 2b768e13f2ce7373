"""Boosting: members that make up for the errors of those before them.

Boosting by weights (AdaBoost at the flat door, Arc-x4, boosting by majority, DivBoost, AdaBoost.R2), by features
(`FeatureBoostClassifier`), and additive models that fit residuals (LogitBoost, least-squares boosting, and
RpBoost, which looks through random projections). How rows are weighted is a value of the data axis; see
`hedgerow.resampling`.

Try first: `hedgerow.AdaBoostClassifier`; `DivBoostClassifier` where labels may be wrong; `LsBoostRegressor` for
numbers.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
