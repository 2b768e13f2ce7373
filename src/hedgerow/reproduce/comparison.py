"""Published beside measured: a verdict for each cell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.frames import take_fields
from hedgerow.reproduce.experiments.experiment import Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell, PublishedTable

Verdict = Literal["agrees", "differs", "not comparable"]
Measurements = Mapping[str, Mapping[int, Mapping[str, float]]]

_N_STANDARD_ERRORS = 2.0
_LAST_BIT = 1 + 1e-9  # a value half a unit away may be stored a little farther
_ROUNDING = 1e-12  # equal values have a spread of this order
_FEWEST = 10  # trials; the standard error of fewer is itself a guess


@dataclass(frozen=True)
class ComparedCell:
    """A published value and the mean of the trials.

    Parameters
    ----------
    published : PublishedCell
        What is printed.
    verdict : {"agrees", "differs", "not comparable"}
        Whether both are within two standard errors of the difference, and half a unit of the last printed digit.
    reason : str
        Why it is not comparable; empty otherwise.
    n_trials : int
        Trials behind the measured value.
    measured, standard_error : float
        Their mean and its standard error.
    published_standard_error : float
        Of the printed value; where the source has none, what the spread of our trials would make it.
    z : float
        The difference in units of its standard error; nan where that is 0.
    """

    published: PublishedCell
    verdict: Verdict
    reason: str = ""
    n_trials: int = 0
    measured: float = math.nan
    standard_error: float = math.nan
    published_standard_error: float = math.nan
    z: float = math.nan

    def to_dict(self) -> dict[str, Any]:
        """Return the cell as plain values; what is not known is None."""
        plain = take_fields(self.published, "row", "column", "quantity")
        plain["published"] = self.published.value
        plain |= take_fields(
            self,
            "published_standard_error",
            "measured",
            "standard_error",
            "n_trials",
            "z",
            "verdict",
            "reason",
        )
        return {name: None if value != value else value for name, value in plain.items()}  # noqa: PLR0124


@dataclass(frozen=True)
class Reproduction:
    """A published table beside what was measured.

    Parameters
    ----------
    table : PublishedTable
        What is published.
    cells : tuple of ComparedCell
        Its cells, each with a verdict.
    remarks : tuple of str
        What was done otherwise than in the source.
    """

    table: PublishedTable
    cells: tuple[ComparedCell, ...]
    remarks: tuple[str, ...] = ()

    def counts(self) -> dict[str, int]:
        """Return how many cells have each verdict."""
        verdicts = [cell.verdict for cell in self.cells]
        return {verdict: verdicts.count(verdict) for verdict in get_args(Verdict)}

    def frame(self) -> pd.DataFrame:
        """Return one row per cell."""
        return pd.DataFrame([cell.to_dict() for cell in self.cells])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "table": self.table.identifier,
            **take_fields(self.table, "caption", "citation"),
            "remarks": list(self.remarks),
            "counts": self.counts(),
            "cells": [cell.to_dict() for cell in self.cells],
        }


def compare_table(table: PublishedTable, protocol: Protocol, measurements: Measurements) -> Reproduction:
    """Put what trials measured beside what is published.

    Parameters
    ----------
    table : PublishedTable
        What is published.
    protocol : Protocol
        Where its values are found among the measurements.
    measurements : mapping
        What each trial of each cell of the experiment measured, as `TrialStore.measurements` gives it.

    Returns
    -------
    Reproduction
    """
    cells = tuple(_compare_cell(cell, table, protocol, measurements) for cell in table.cells)
    return Reproduction(table, cells, protocol.remarks)


def _compare_cell(
    cell: PublishedCell, table: PublishedTable, protocol: Protocol, measurements: Measurements
) -> ComparedCell:
    if isinstance(cell.value, str):
        return ComparedCell(cell, "not comparable", "it is not a number")
    reading = protocol.read(cell)
    if reading is None:
        return ComparedCell(cell, "not comparable", "it is not measured here")
    values, samples = _gather(reading, protocol, measurements)
    if not values.size:
        return ComparedCell(cell, "not comparable", "no trial is finished")
    half_unit = _LAST_BIT * 0.5 * 10.0 ** -table.printed_decimals(cell.quantity)
    difference = float(values.mean()) - cell.value
    if protocol.exact:
        verdict: Verdict = "agrees" if abs(difference) <= half_unit else "differs"
        return ComparedCell(cell, verdict, "", len(values), float(values.mean()), 0.0, 0.0)
    return _judge(cell, protocol, values, samples, half_unit)


def _judge(
    cell: PublishedCell,
    protocol: Protocol,
    values: NDArray[np.float64],
    samples: NDArray[np.int64],
    half_unit: float,
) -> ComparedCell:
    """Compare a value with the mean of trials, given half a unit of its last printed digit."""
    mean = float(values.mean())
    if len(values) < _FEWEST:
        return ComparedCell(cell, "not comparable", f"it takes {_FEWEST} trials", len(values), mean)
    error, between = _find_errors(values, samples)
    if protocol.stand_in:
        reason = "the data are generated here"
        return ComparedCell(cell, "not comparable", reason, len(values), mean, error)
    printed_error = _find_published_error(cell, protocol, values)
    if printed_error is None:
        reason = "the source does not say how certain it is"
        return ComparedCell(cell, "not comparable", reason, len(values), mean, error)
    published_error = math.hypot(printed_error, between)
    together = math.hypot(error, published_error)
    difference = mean - float(cell.value)
    verdict: Verdict = "agrees" if abs(difference) <= _N_STANDARD_ERRORS * together + half_unit else "differs"
    z = difference / together if together > _ROUNDING * max(abs(mean), 1.0) else math.nan
    return ComparedCell(cell, verdict, "", len(values), mean, error, published_error, z)


def _gather(
    reading: Reading, protocol: Protocol, measurements: Measurements
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the values of all trials that every cell of the reading has finished, and their samples."""
    found = [measurements.get(cell, {}) for cell in reading.cells]
    trials = sorted(set.intersection(*(set(trials) for trials in found)))
    values = np.array([np.mean([each[trial][reading.quantity] for each in found]) for trial in trials], float)
    samples = np.array([protocol.experiment.sample_of(reading.cells[0], trial) for trial in trials], np.int64)
    known = ~np.isnan(values)  # Q has no value where no pair of members has one
    return values[known], samples[known]


def _find_errors(values: NDArray[np.float64], samples: NDArray[np.int64]) -> tuple[float, float]:
    """Return the standard error of the mean, and the standard deviation between samples that exceeds chance."""
    parts = [values[samples == sample] for sample in np.unique(samples)]
    if len(parts) == 1:
        return float(values.std(ddof=1) / math.sqrt(len(values))), 0.0
    means = np.array([part.mean() for part in parts])
    chances = [part.var(ddof=1) / len(part) for part in parts if len(part) > 1]
    chance = float(np.mean(chances)) if chances else 0.0
    exceeding = max(float(means.var(ddof=1)) - chance, 0.0)
    return float(means.std(ddof=1) / math.sqrt(len(parts))), math.sqrt(exceeding)


def _find_published_error(
    cell: PublishedCell, protocol: Protocol, values: NDArray[np.float64]
) -> float | None:
    if cell.standard_error is not None:
        return cell.standard_error
    if protocol.n_published is None:
        return None
    return float(values.std(ddof=1) / math.sqrt(protocol.n_published))
