"""Selectors that look for causes and effects: Markov blankets and causal graphs."""

from hedgerow.selection.causal.graph import CausalGraph
from hedgerow.selection.causal.recovery import BlanketRecovery, blanket_recovery
from hedgerow.selection.causal.selector import CausalSelector

__all__ = ["BlanketRecovery", "CausalGraph", "CausalSelector", "blanket_recovery"]
