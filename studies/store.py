"""Results as CSV files, one per study, with the machine they were found on in a column."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from benchmarks.machine import describe_machine

RESULTS = Path(__file__).with_name("results")


def save(name: str, found: pd.DataFrame, folder: Path = RESULTS) -> Path:
    """Write what one study found."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.csv"
    found.assign(machine=describe_machine()).to_csv(path, index=False, lineterminator="\n")
    return path


def load(name: str, folder: Path = RESULTS) -> pd.DataFrame:
    """Read it again."""
    return pd.read_csv(
        folder / f"{name}.csv", dtype={"table": str, "max_features": str}, keep_default_na=True
    )
