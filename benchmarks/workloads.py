"""The tables that forests are fitted on, and how large they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import make_classification, make_friedman1

Table = tuple[NDArray[np.float64], NDArray[Any]]


@dataclass(frozen=True)
class Size:
    """A table and a forest."""

    n_rows: int
    n_features: int
    n_trees: int
    max_features: int

    def __str__(self) -> str:
        tried = "1 feature" if self.max_features == 1 else f"{self.max_features} features"
        return f"{self.n_rows:,} x {self.n_features:,}, {self.n_trees} trees, {tried} per node"

    @property
    def forest(self) -> dict[str, int]:
        """The constructor arguments of such a forest."""
        return {"n_estimators": self.n_trees, "max_features": self.max_features}

    def shrunk(self, quick: bool) -> Size:
        """A small version of the same work, if asked for."""
        if not quick:
            return self
        return replace(self, n_rows=max(self.n_rows // 20, 100), n_trees=max(self.n_trees // 10, 4))


SIZES = (Size(600, 30, 500, 5), Size(10_000, 50, 100, 7), Size(100_000, 50, 20, 7))
REGRESSION = Size(10_000, 50, 100, 50 // 3)
LARGE = Size(1_000_000, 50, 10, 7)
GENES = Size(100, 20_000, 500, 141)
PERMUTED = Size(1_000, 200, 100, 14)


def make_classes(n_rows: int, n_features: int, seed: int = 0, n_classes: int = 2) -> Table:
    """Some classes, a third of the features informative (at most 30), a twentieth of the labels wrong."""
    informative = min(max(n_features // 3, 2), 30)
    return make_classification(  # type: ignore[no-any-return]
        n_rows, n_features, n_informative=informative, n_classes=n_classes, flip_y=0.05, random_state=seed
    )


def make_values(n_rows: int, n_features: int, seed: int = 0) -> Table:
    """Friedman's first function, five of whose features matter, with noise of one."""
    return make_friedman1(n_rows, n_features, noise=1.0, random_state=seed)  # type: ignore[no-any-return]
