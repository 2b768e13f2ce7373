"""What is exported of a model: one sum over trees, and the columns that it reads."""

from __future__ import annotations

from typing import Any

from hedgerow.export.inputs import Inputs
from hedgerow.relevance.tree_readers import read_sum
from hedgerow.relevance.tree_sums import NotASumError, TreeSum


class ExportError(ValueError):
    """A model is not what can be exported; the message says why, and what can be."""


_WHAT_CAN_BE = (
    "Decision trees, forests, bagging, random subspaces and boosting of hedgerow's trees can be exported, "
    "where members vote or their predictions are averaged or added"
)


def read_exported(model: Any) -> tuple[TreeSum, Inputs]:
    """Read a fitted model for a format.

    Parameters
    ----------
    model : estimator
        A tree, or an ensemble of trees.

    Returns
    -------
    total : TreeSum
        What it computes.
    inputs : Inputs
        What it reads.

    Raises
    ------
    ExportError
        If it is no sum over trees.
    """
    try:
        return read_sum(model), Inputs.of(model)
    except NotASumError as reason:
        name = type(model).__name__
        raise ExportError(f"{name} cannot be exported: {reason}. {_WHAT_CAN_BE}.") from None
