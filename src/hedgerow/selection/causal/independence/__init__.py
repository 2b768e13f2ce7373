"""Tests of conditional independence, for many variables at once."""

from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.independence.named_test import choose_test
from hedgerow.selection.causal.independence.protocol import Dependence, IndependenceTest

__all__ = ["Dependence", "DiscreteTest", "IndependenceTest", "LinearTest", "choose_test"]
