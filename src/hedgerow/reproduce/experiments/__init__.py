"""Protocols of published tables, one file for each source: what is run, and which cell of the table it measures."""

from __future__ import annotations

from hedgerow.reproduce.experiments import (
    armano,
    bautista,
    casale,
    ceccon,
    deng,
    evans,
    fitselect,
    rce,
    rogers,
    rogers_reading,
    rozza,
    schowe,
    smith,
    zliobaite,
    zor,
)
from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading

_SOURCES = (
    rogers, rogers_reading, deng, zliobaite, schowe, fitselect, rce, casale, armano, bautista, zor, ceccon, evans,
    rozza, smith,
)  # fmt: skip
PROTOCOLS: dict[str, Protocol] = {
    table: protocol for source in _SOURCES for table, protocol in source.PROTOCOLS.items()
}
__all__ = ["PROTOCOLS", "Experiment", "Protocol", "Reading"]
