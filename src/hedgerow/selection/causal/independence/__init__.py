"""Tests of conditional independence, for many variables at once."""

from hedgerow.selection.causal.independence.choosing import choose_test
from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.evidence import Evidence
from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.independence.protocol import IndependenceTest

__all__ = ["DiscreteTest", "Evidence", "IndependenceTest", "LinearTest", "choose_test"]
