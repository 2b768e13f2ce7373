"""Feature selection: scikit-learn selectors, and how stable their choices are.

By chapter: `filters` measure columns, `forest` asks forests, `causal` looks for Markov blankets, `wrappers`
search with a model, `unsupervised` needs no target. `stability` says how much of a selection would come again
with other rows, and `measures` has the information measures. `SelectorEnsemble` lets many samples decide.

Try first: `hedgerow.RelevanceSelector`; `hedgerow.MRMRSelector` for thousands of columns.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
