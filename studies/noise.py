"""Tables whose columns have nothing to do with the target, but differ in kind."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pandas as pd

Target = Literal["two classes", "three classes", "values"]
KINDS = ("binary", "five values", "continuous", "12 categories")
_LETTERS = np.array(list("abcdefghijkl"))


def draw_table(
    n_rows: int, n_each: int, n_relevant: int, target: Target, seed: int
) -> tuple[pd.DataFrame, np.ndarray[Any, Any]]:
    """Some noise columns of each kind, named ``kind number``, and relevant ones, named ``relevant number``.

    The target is the sum of the relevant columns and noise, cut in two or three or left as it is; without relevant
    columns it is noise alone.
    """
    rng = np.random.default_rng([n_rows, seed])
    columns: dict[str, Any] = {}
    for number in range(n_each):
        columns[f"binary {number}"] = rng.integers(2, size=n_rows)
        columns[f"five values {number}"] = rng.integers(5, size=n_rows)
        columns[f"continuous {number}"] = rng.normal(size=n_rows)
        columns[f"12 categories {number}"] = pd.Categorical(_LETTERS[rng.integers(12, size=n_rows)])
    relevant = rng.normal(size=(n_rows, n_relevant))
    columns |= {f"relevant {number}": column for number, column in enumerate(relevant.T)}
    score = relevant.sum(axis=1) + (0.5 if n_relevant else 1.0) * rng.normal(size=n_rows)
    y = {
        "two classes": (score > 0).astype(int),
        "three classes": np.digitize(score, np.quantile(score, [0.3, 0.7])),
        "values": score,
    }[target]
    return pd.DataFrame(columns), y


def kind_of(column: str) -> str:
    """The kind of a column, from its name."""
    return column.rpartition(" ")[0]
