"""Model files: a manifest and arrays, which can be read without running anything that stands in them.

`hedgerow.save_model` writes a fitted model, `hedgerow.load_model` reads it and refuses, with a `ModelFileError`,
whatever is damaged or not known; `read_manifest` says what a file holds without loading it.

Try first: ``hedgerow.save_model(forest, "forest.hdg")``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
