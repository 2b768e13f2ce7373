"""Forest selection: features that forests find better than chance.

`TreeSelector` keeps what a tree or forest uses, `ACESelector` compares with synthetic contrasts and removes
features that others mask, and `hedgerow.RelevanceSelector` is at the flat door.

Try first: `hedgerow.RelevanceSelector`.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
