"""The data axis: which rows a member sees, and how often.

Independent of each other (`Bootstrap`, `Subsample`, `Full`), or in turn, each looking at the predictions so far
(`AdaBoost`, `ArcX4`, `BoostByMajority`, `DivBoost`, `AdaBoostR2`). A resampling of your own follows the protocol
`IndependentResampling` or `AdaptiveResampling`.

Try first: ``EnsembleClassifier(resampling="divboost")``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
