"""Information measures between columns and a target, and between columns.

Entropy, mutual information, symmetrical uncertainty and the G2 test on contingency tables, with weights and
missing values; and exact tests of strong and weak relevance where the whole distribution is known.

Try first: `mutual_information` and `symmetrical_uncertainties`.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
