"""Problems with known relevant features, each with noise columns beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hedgerow.datasets import (
    Sample,
    append_noise,
    make_friedman,
    make_madelon,
    make_multiplexer,
    make_parity,
    make_simple,
)

CASES: dict[str, Callable[[int], Sample]] = {
    "Friedman, 100 rows": lambda seed: append_noise(
        make_friedman(100, random_state=seed), 20, random_state=1000 + seed
    ),
    "Friedman, 200 rows": lambda seed: append_noise(
        make_friedman(200, random_state=seed), 20, random_state=1000 + seed
    ),
    "Simple, 60 rows": lambda seed: append_noise(
        make_simple(60, random_state=seed), 20, random_state=1000 + seed
    ),
    "XOR, 200 rows": lambda seed: make_parity(200, 2, n_noise=18, random_state=seed),
    "multiplexer, 300 rows": lambda seed: make_multiplexer(300, 2, n_noise=20, random_state=seed),
    "Madelon-like, 500 rows": lambda seed: make_madelon(500, 200, random_state=seed),
}
FLIPPED = {"XOR, 200 rows": 0.15, "multiplexer, 300 rows": 0.1}  # share of the labels that are wrong


def draw_case(
    name: str, seed: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The features, the classes 0 and 1, and which features are relevant."""
    sample = CASES[name](seed)
    flipped = np.random.default_rng([seed, 1]).random(sample.y.size) < FLIPPED.get(name, 0.0)
    relevant = np.zeros(sample.X.shape[1], np.bool_)
    relevant[list(sample.relevant)] = True
    return sample.X, ((sample.y > 0) != flipped).astype(int), relevant
