"""hedgerow: ensembles that usefully disagree, and honest answers to which features matter.

What most work needs is here: forests and other ensembles, which features matter, diversity, comparison, tables, reports
and model files. Everything else stands behind the door of its chapter, such as `hedgerow.boosting` or
`hedgerow.selection.filters`; `hedgerow methods` lists all methods with their places.

Try first: `HedgerowClassifier` or `RandomForestClassifier` to predict, `ForestRelevance` to learn which features
matter, `Report` to see all of it on one page. Nothing is imported before it is used: ``import hedgerow`` costs next to
nothing, and Numba is loaded by the first fit.
"""

from hedgerow.foundation.doors import open_door

__version__ = "0.1.0"
__all__, __getattr__, __dir__ = open_door(__name__)
__all__ += ["__version__"]
