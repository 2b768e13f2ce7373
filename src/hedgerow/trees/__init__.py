"""Trees: the engine that grows them, and flat records of what has grown.

`hedgerow.DecisionTreeClassifier` and `hedgerow.DecisionTreeRegressor` are at the flat door. `BinnedTable` is the
coded table that members share, `Tree` the finished tree, and `export_text` prints one.

Try first: ``export_text(tree)``, or `hedgerow.displays.plot_tree`.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
