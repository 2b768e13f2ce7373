"""Tables: files and data frames become a `Table` of features, a target and their kinds.

`hedgerow.read_table` reads CSV, Parquet and ARFF; `hedgerow.Table` holds what it found. Here are the errors and
warnings that say what could not be read, and where.

Try first: ``hedgerow.read_table("patients.csv", target="outcome")``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
