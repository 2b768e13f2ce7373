"""What one feature tells about another: measures that add up over parts of the rows."""

from hedgerow.selection.measures.contingency import (
    ContingencyTable,
    G2Test,
    conditional_mutual_information,
    entropy,
    g2_test,
    mutual_information,
    symmetrical_uncertainties,
    symmetrical_uncertainty,
)

__all__ = [
    "ContingencyTable",
    "G2Test",
    "conditional_mutual_information",
    "entropy",
    "g2_test",
    "mutual_information",
    "symmetrical_uncertainties",
    "symmetrical_uncertainty",
]
