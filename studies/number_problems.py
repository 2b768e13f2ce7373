"""Problems whose answers are numbers, from tables that were made for classes."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.datasets import load

MOST_ROWS = 1000
PROBLEMS = (
    "australian", "banana", "bupa", "german", "heart", "magic", "mammographic", "movement_libras", "penbased",
    "phoneme", "ring", "saheart", "satimage", "segment", "spambase", "texture", "vehicle", "vowel",
)  # fmt: skip


@cache
def read_problem(name: str) -> tuple[pd.DataFrame, NDArray[np.float64]]:
    """The columns of a table of the KEEL repository, without classes, and one of numbers, that with the most values."""
    table = load(f"keel:{name}").features.sample(frac=1.0, random_state=0).iloc[:MOST_ROWS]
    target = table.select_dtypes("number").nunique().idxmax()
    return table.drop(columns=target), table[target].to_numpy(float)
