from hedgerow.selection.causal.graph import CausalGraph as CausalGraph
from hedgerow.selection.causal.recovery import BlanketRecovery as BlanketRecovery
from hedgerow.selection.causal.recovery import blanket_recovery as blanket_recovery
from hedgerow.selection.causal.selector import CausalSelector as CausalSelector
