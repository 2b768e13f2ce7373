"""What each member predicted for each row: the hinge between ensembles and everything that evaluates them."""

from hedgerow.outputs.outputs import Outputs

__all__ = ["Outputs"]
