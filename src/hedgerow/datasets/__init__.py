"""Data to try things on: real sets by name, and generators with a known truth.

`load` finds a set by its name, among five that come with the package, scikit-learn's, OpenML's, KEEL's, modlAMP's and
one of R;
`names` lists them. The functions `make_...` draw tables of which it is known which features matter, as published
studies use them.

Try first: ``load("wbc")`` and `make_simple`.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
