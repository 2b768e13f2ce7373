"""The report: one plain dict about a table and a model, and one self-contained page made from it.

`hedgerow.Report` makes it; ``hedgerow report`` on the command line does so from a file. The page needs no
network, and what users wrote into their table stays text.

Try first: ``hedgerow.Report.from_table(table)``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
