"""From the name of a test to the test of a table."""

from __future__ import annotations

from typing import Literal

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.causal.independence.discrete import DiscreteTest
from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.independence.protocol import IndependenceTest

TestName = Literal["g2", "mi", "fisher-z", "mixed"]
TESTS = ("g2", "mi", "fisher-z", "mixed")


def choose_test(
    name: str,
    training: TrainingSet,
    *,
    alpha: float = 0.01,
    threshold: float = 0.01,
    n_bins: int = 4,
    n_jobs: int | None = None,
) -> IndependenceTest:
    """Prepare the test of a name for a table.

    Parameters
    ----------
    name : {"g2", "mi", "fisher-z", "mixed"}
        The test.
    training : TrainingSet
        The table and the target.
    alpha : float, default=0.01
        Level of the test; "mi" has none.
    threshold : float, default=0.01
        Bits below which "mi" takes variables to be independent.
    n_bins : int, default=4
        Bins of a number; "g2" and "mi".
    n_jobs : int or None, default=None
        Number of threads; "g2" and "mi".

    Returns
    -------
    IndependenceTest
    """
    if name in ("fisher-z", "mixed"):
        return LinearTest.read(training, alpha=alpha, uses_z=name == "fisher-z")
    return DiscreteTest.read(
        training,
        n_bins=n_bins,
        alpha=alpha,
        threshold=threshold if name == "mi" else None,
        n_jobs=n_jobs,
    )
