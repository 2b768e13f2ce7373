"""Causal selection: the features around the target in a network of causes and effects.

`CausalSelector` finds neighbours or the Markov blanket by tests of conditional independence (GS, IAMB, PC, MMPC,
HITON and others) and names the role of each feature; `CausalGraph` is what it finds, `blanket_recovery` measures
it against a known truth.

Try first: ``CausalSelector(method="iamb")``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
