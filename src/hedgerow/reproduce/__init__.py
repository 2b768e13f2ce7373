"""Reproduction: published tables, the experiments behind them, and what comes out when these are run again.

`published_tables` lists what was printed, `reproduce` runs an experiment with a durable store of trials, and
`Reproduction` sets both side by side, cell by cell.

Try first: ``hedgerow reproduce`` on the command line, or `runnable_tables`.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
