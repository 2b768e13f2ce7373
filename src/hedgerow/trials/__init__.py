"""Trials: which methods to try on a table, how well they do, and which one to keep.

`choose_model` inspects a table, tries methods on folds and fits the winner, with a score that accounts for having
chosen; `compare_methods` stops after the comparison. ``hedgerow fit`` and ``hedgerow compare`` run these.

Try first: ``choose_model(table)``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
