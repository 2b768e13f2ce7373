"""Method cards: for each method its paper, its formulas, what is done differently here, and its price.

The index holds the name, the axis and the factory of each method; everything else is read from the docstring of the
object that is the method, without importing it. The command ``hedgerow methods``, the documentation and the report are
written from these cards.
"""

from hedgerow.cards.index import AXES
from hedgerow.cards.index_entry import Call, Factory, Listing
from hedgerow.cards.method_index import METHODS, Card, find_cards, find_methods, read_card, read_cards

__all__ = [
    "AXES",
    "METHODS",
    "Call",
    "Card",
    "Factory",
    "Listing",
    "find_cards",
    "find_methods",
    "read_card",
    "read_cards",
]
