"""Protocols of published tables, one file for each source: what is run, and which cell of the table it measures."""

from __future__ import annotations

from hedgerow.reproduce.experiments import (
    armano,
    bautista,
    casale,
    deng,
    evans,
    fitselect,
    rce,
    rogers,
    schowe,
    zliobaite,
    zor,
)
from hedgerow.reproduce.experiments.experiment import Experiment, Protocol, Reading

PROTOCOLS: dict[str, Protocol] = {
    **rogers.PROTOCOLS,
    **deng.PROTOCOLS,
    **zliobaite.PROTOCOLS,
    **schowe.PROTOCOLS,
    **fitselect.PROTOCOLS,
    **rce.PROTOCOLS,
    **casale.PROTOCOLS,
    **armano.PROTOCOLS,
    **bautista.PROTOCOLS,
    **zor.PROTOCOLS,
    **evans.PROTOCOLS,
}

__all__ = ["PROTOCOLS", "Experiment", "Protocol", "Reading"]
