"""Selection without a target: which features show the groups that are in a table.

Cluster ensembles and what members agree on (`ClusterEnsembleSelector`, `CEFSSelector`), wrappers around a
clustering, compression, a self-organising map, and forests that tell real rows from synthetic ones.

Try first: `ClusterEnsembleSelector`.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
