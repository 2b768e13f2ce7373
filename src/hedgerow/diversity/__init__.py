"""Diversity: how much the members of an ensemble differ, and what that is worth.

Measures of pairs (Q, kappa, disagreement, double fault), of whole ensembles (entropy, Kohavi-Wolpert variance,
coincident failures) and of values (ambiguity), with the bounds that link them to the error. Everything reads
`Outputs`, so it works for any fitted ensemble.

Try first: `hedgerow.diversity_report`, which gives them all; then `pairwise` and `ensemble_curve`.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
