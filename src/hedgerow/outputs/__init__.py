"""What each member said about each row: the hinge between ensembles and everything that judges them."""

from hedgerow.outputs.outputs import Outputs

__all__ = ["Outputs"]
