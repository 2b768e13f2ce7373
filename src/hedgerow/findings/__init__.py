"""Findings: what is remarkable about a table and a model, in sentences.

Each finding says what was seen, how strong the evidence is, and what to do. `find_all` looks for all of them in a
`Case`, which holds a table and, where there is one, a model; `RULES` lists what is looked for.

Try first: ``find_all(Case(table))``, or ``hedgerow diagnose`` on the command line.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
