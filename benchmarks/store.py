"""Results as CSV files, one per benchmark, each row with the machine it was measured on."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from benchmarks.machine import describe_machine
from benchmarks.rows import Demand, Row

RESULTS = Path(__file__).with_name("results")
COLUMNS = (
    "work", "library", "unit", "best", "median", "ratio", "meaning", "sense", "floor", "reached", "note", "machine",
)  # fmt: skip


def save(name: str, rows: Iterable[Row], folder: Path = RESULTS) -> Path:
    """Write the rows of one benchmark."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_cells(row) for row in rows)
    return path


def load(name: str, folder: Path = RESULTS) -> tuple[list[Row], str]:
    """Read them again, with the machine; nothing where the benchmark has not run."""
    path = folder / f"{name}.csv"
    if not path.exists():
        return [], ""
    with path.open(newline="", encoding="utf-8") as file:
        records = list(csv.DictReader(file))
    return [_row(record) for record in records], records[0]["machine"] if records else ""


def _cells(row: Row) -> list[str]:
    demand = row.demand
    reached = {True: "yes", False: "no", None: ""}[row.reached]
    return [
        row.work, row.library, row.unit, f"{row.best:.5g}", _number(row.median), _number(row.ratio), row.meaning,
        demand.sense if demand else "", _number(demand.floor if demand else None), reached, row.note,
        describe_machine(),
    ]  # fmt: skip


def _row(record: dict[str, str]) -> Row:
    def number(name: str) -> float | None:
        return float(record[name]) if record[name] else None

    floor = number("floor")
    demand = None if floor is None else Demand(record["sense"], floor)  # type: ignore[arg-type]
    return Row(
        record["work"], record["library"], record["unit"], float(record["best"]), number("median"),
        number("ratio"), record["meaning"], demand, record["note"],
    )  # fmt: skip


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.5g}"
