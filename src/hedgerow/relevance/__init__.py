"""Relevance: which features matter in a forest.

`hedgerow.ForestRelevance` tests which features matter, overall and for single rows. Here are its records
(`Relevance`, `LocalRelevance`), relevance for one class or in one context, what splits gain (`SplitGains`,
`node_complexity`), and models that use relevance; and moments, distributions and bounds of what an irrelevant
feature would gain by chance (`expected_irrelevant_gain`).

Try first: ``hedgerow.ForestRelevance().fit(X, y).relevance_``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
