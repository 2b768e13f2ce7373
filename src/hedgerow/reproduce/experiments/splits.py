"""A random tenth of a table to be tested on, the rest to learn from, and what an ensemble does there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination import DynamicIntegration, combine
from hedgerow.datasets import Sample, load, make_friedman, make_simple
from hedgerow.diversity import pairwise
from hedgerow.outputs import Outputs

_TEST_SHARE = 0.1
_TRIALS_OF_A_SAMPLE = 5
GENERATORS: dict[str, Callable[[int], Sample]] = {
    "Friedman": lambda seed: make_friedman(200, random_state=seed),
    "Simple": lambda seed: make_simple(300, random_state=seed),
}
DATA = ("WBC", "Pima", "Sonar", "Ionosphere", "Votes", *GENERATORS)


@dataclass(frozen=True, eq=False)
class Split:
    """Rows to learn from, ``X`` and ``y``, and rows to be tested on; ``rows`` says which rows of the table they are."""

    X: NDArray[np.float64]
    y: NDArray[np.int64]
    X_test: NDArray[np.float64]
    y_test: NDArray[np.int64]
    rows: tuple[NDArray[np.intp], NDArray[np.intp]]

    @classmethod
    def draw(cls, X: NDArray[np.float64], y: NDArray[np.int64], rng: np.random.Generator) -> Self:
        """Draw a tenth of the rows for testing, without regard to classes."""
        test, train = np.split(rng.permutation(len(y)), [round(_TEST_SHARE * len(y))])
        return cls(X[train], y[train], X[test], y[test], (train, test))

    def widen(self, columns: NDArray[np.float64]) -> Self:
        """Return the same rows with more columns, which are given for the whole table."""
        train, test = self.rows
        X, X_test = np.hstack([self.X, columns[train]]), np.hstack([self.X_test, columns[test]])
        return replace(self, X=X, X_test=X_test)

    def narrow(self, kept: NDArray[np.bool_]) -> Self:
        """Return the same rows with some of the columns."""
        return replace(self, X=self.X[:, kept], X_test=self.X_test[:, kept])

    def measure(self, ensemble: Any) -> dict[str, float]:
        """Fit an ensemble and measure its error on the test rows, that of its members, and their mean Q."""
        ensemble.fit(self.X, self.y)
        outputs = self.ask(ensemble)
        return {
            "error": float((ensemble.predict(self.X_test) != self.y_test).mean()),
            "base_error": float(outputs.errors().mean()),
            "q_statistic": float(pairwise(outputs, "q").mean),
        }

    def ask(self, ensemble: Any) -> Outputs:
        """Return the predictions of the members for the test rows."""
        return Outputs.from_estimator(ensemble, self.X_test, self.y_test, probabilities=False)

    def vote_error(self, outputs: Outputs, rule: Any = "vote", **given: Any) -> float:
        """Return the error on the test rows when the answers are combined by a rule."""
        return float(combine(outputs, rule, **given).error())

    def integrate(self, forest: Any) -> float:
        """Return the error of a forest whose trees are weighed anew for each row (Rogers 2007, eq. 7.20-7.22)."""
        known = Outputs.from_estimator(forest, self.X, self.y, out_of_bag=True, probabilities=False)
        rule = DynamicIntegration().fit(known, forest.apply(self.X))
        return self.vote_error(self.ask(forest), rule, places=forest.apply(self.X_test))


def sample_of(data: str, trial: int) -> int:
    """Return the number of the sample that a trial splits: 0 for a real table, a new one every five trials else.

    Examples
    --------
    >>> sample_of("WBC", 7), sample_of("Friedman", 7)
    (0, 1)
    """
    return trial // _TRIALS_OF_A_SAMPLE if data in GENERATORS else 0


@cache
def read_data(data: str, sample: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return a table as numbers, and classes 0 and 1.

    Of wbc the 683 rows without missing values, as published; in votes a missing vote lies between no and yes.
    """
    if data in GENERATORS:
        drawn = GENERATORS[data](sample)
        return drawn.X, (drawn.y > 0).astype(np.int64)
    table = load(data.lower())
    X = table.features
    if data == "Votes":
        X = X.apply(lambda votes: votes.map({"n": 0.0, "y": 1.0}).astype(float)).fillna(0.5)
    known = X.notna().all(axis=1).to_numpy()
    y = np.unique(np.asarray(table.target), return_inverse=True)[1]
    return X.to_numpy(float)[known], y[known].astype(np.int64)


def draw_split(data: str, trial: int, seed: int) -> tuple[Split, int]:
    """Return the rows of a trial, and a seed for what learns from them: the same for all that learn."""
    sample = sample_of(data, trial)
    X, y = read_data(data, sample)
    rng = np.random.default_rng([seed, trial, len(y)])
    return Split.draw(X, y, rng), int(rng.integers(2**31))
