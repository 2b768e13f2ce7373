"""Claim: 10,000 proteins become 495 columns in less than ten seconds, and near copies among them are found in five.

The peers are what one writes by hand: Biopython's `ProteinAnalysis` for the composition, a `Counter` of neighbours, and
NumPy for the order of properties, protein by protein; and propy3 for Chou's pseudo composition, of few proteins,
because it takes long. All are of generated proteins, in one thread.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from importlib.util import find_spec
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from benchmarks.rows import OURS, Demand, Row, compare_times
from benchmarks.timing import Timing, race
from hedgerow.datasets import make_proteins
from hedgerow.encoders import ProteinComposition, find_near_copies
from hedgerow.encoders.sequences.amino_acids import AMINO_ACIDS, PAIRS_OF_PROPERTIES, PROPERTIES

BY_HAND, PEER = "by hand", "propy3"
_LAGS, _WEIGHT = 25, 0.05
_CHOU = [["hydrophobicity", "hydrophilicity", "mass"]]


def measure(quick: bool) -> list[Row]:
    """All proteins, some of them beside the peers, and near copies."""
    n_proteins, n_by_hand, n_of_peer = (500, 20, 1) if quick else (10_000, 500, 5)
    proteins = (make_proteins(2.0, random_state=0).sequences)[:n_proteins]
    some, few = proteins[:n_by_hand], proteins[:n_of_peer]
    encoder = ProteinComposition(n_jobs=1)
    chou = ProteinComposition(["pseudo"], properties=_CHOU, n_jobs=1)
    encoder.transform(few), find_near_copies(few)  # compiled once, on the first call on a machine
    np.testing.assert_allclose(encoder.transform(some[:5]), encode_by_hand(some[:5]), atol=1e-12)
    timings = race(
        {"encode": partial(encoder.transform, proteins), "copies": partial(find_near_copies, proteins, 0.9)},
        3,
    )
    beside = {OURS: partial(encoder.transform, some), BY_HAND: partial(encode_by_hand, some)}
    told = f"of {np.mean([len(each) for each in proteins]):.0f} residues"
    rows = [
        _row(f"{n_proteins:,} proteins {told}, 495 columns", timings["encode"], 10.0),
        _row(f"{n_proteins:,} proteins {told}, near copies", timings["copies"], 5.0),
        *compare_times(f"{n_by_hand:,} proteins, 495 columns", race(beside, 3), {BY_HAND: 10.0}),
    ]
    if find_spec("propy") is None:
        return rows
    against = {OURS: partial(chou.transform, few), PEER: partial(_encode_by_propy, few)}
    return [
        *rows,
        *compare_times(
            f"{n_of_peer:,} proteins, pseudo composition of one group", race(against, 1), {PEER: 1000.0}
        ),
    ]


def _row(work: str, timing: Timing, most: float) -> Row:

    return Row(work, OURS, "s", timing.best, timing.median, timing.best, "seconds", Demand("at most", most))


def encode_by_hand(proteins: list[str]) -> NDArray[np.float64]:
    """The 495 columns, one protein after the other."""
    from Bio.SeqUtils.ProtParam import ProteinAnalysis

    pairs = [a + b for a in AMINO_ACIDS for b in AMINO_ACIDS]
    scales = {
        name: dict(zip(AMINO_ACIDS, each.standardise(), strict=True)) for name, each in PROPERTIES.items()
    }
    rows = []
    for protein in proteins:
        counts = ProteinAnalysis(protein).count_amino_acids()
        neighbours = Counter(a + b for a, b in pairwise(protein))
        row = [counts[letter] / len(protein) for letter in AMINO_ACIDS]
        row += [neighbours[pair] / (len(protein) - 1) for pair in pairs]
        for group in PAIRS_OF_PROPERTIES:
            values = np.array([[scales[name][letter] for letter in protein] for name in group])
            theta = [((values[:, lag:] - values[:, :-lag]) ** 2).mean() for lag in range(1, _LAGS + 1)]
            order = _WEIGHT * np.array(theta)
            row += list(order / (1 + order.sum()))
        rows.append(row)
    return np.array(rows)


def _encode_by_propy(proteins: list[str]) -> list[dict[str, float]]:
    from propy import PseudoAAC

    return [PseudoAAC._GetPseudoAAC2(protein, lamda=_LAGS, weight=_WEIGHT) for protein in proteins]
