"""Protocols of published tables, one file for each source: what is run, and which cell of the table it measures."""

from __future__ import annotations

from hedgerow.reproduce.experiments import deng, evans, rogers, signed_ranks, zliobaite
from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading

PROTOCOLS: dict[str, Protocol] = {
    **rogers.PROTOCOLS,
    **deng.PROTOCOLS,
    **zliobaite.PROTOCOLS,
    **evans.PROTOCOLS,
    **signed_ranks.PROTOCOLS,
}

__all__ = ["PROTOCOLS", "Experiment", "Protocol", "Reading"]
