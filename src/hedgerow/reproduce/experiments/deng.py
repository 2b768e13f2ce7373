"""Deng et al. (2010): how near selectors come to the Markov blankets of networks of nine nodes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from hedgerow.reproduce.experiments.experiment import BETWEEN, Experiment, Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell

_N_ROWS = 5000
_TARGETS = ("G", "H", "I")


def _make_selectors() -> dict[str, Callable[[int], Any]]:
    from hedgerow.selection.causal import CausalSelector
    from hedgerow.selection.filters import CFSSelector
    from hedgerow.selection.forest import ACESelector

    return {
        "ACE": lambda seed: ACESelector(random_state=seed),
        "CFSBestFirst": lambda _: CFSSelector(),
        "CFSGene": lambda seed: CFSSelector("genetic", random_state=seed),
        "MMPC": lambda _: CausalSelector("mmpc"),
    }


def try_cell(cell: str, trial: int, seed: int) -> dict[str, float]:
    """Draw a network, select the features of one node, and measure the distance from its blanket."""
    from hedgerow.datasets import make_network
    from hedgerow.selection.causal.recovery import blanket_recovery

    leaf: Any
    roots, form, leaf, name = cell.split(BETWEEN)
    drawn_with = int(np.random.default_rng([seed, trial]).integers(2**31))
    sample = make_network(
        _N_ROWS, leaf, linear=form == "linear", gaussian=roots == "gaussian", random_state=drawn_with
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a selector that finds nothing says so
        kept = _make_selectors()[name](drawn_with).fit(sample.X, sample.y).get_support()
    return {"distance": float(blanket_recovery(kept, sample.relevant).distance)}


def read_cell(cell: PublishedCell, roots: str) -> Reading | None:
    """Return where a published distance is found; an average is over the three targets."""
    form, _, target = cell.column.partition("_")
    targets = _TARGETS if target == "avg" else (target,)
    return Reading(tuple(BETWEEN.join((roots, form, each, cell.row)) for each in targets), "distance")


_EXPERIMENT = Experiment("deng 1", try_cell)
_REMARKS = (
    "The source draws the network once and prints one of its arcs only; the others are chosen here so that every "
    "target has a blanket of two, as the printed distances imply.",
    "A trial of ACE grows thousands of trees, so at most ten trials are run.",
    "MMPC has hedgerow's default test; which one the published program took is not said.",
)
PROTOCOLS = {
    table: Protocol(_EXPERIMENT, partial(read_cell, roots=roots), most_trials=10, remarks=_REMARKS)
    for table, roots in (("deng-t2", "gaussian"), ("deng-t3", "other"))
}
