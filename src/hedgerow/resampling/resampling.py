"""The data axis: what the engine asks of a resampling, and the shorthands of resamplings."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.axis import Axis

Weights = NDArray[np.int32] | NDArray[np.float64]


@runtime_checkable
class IndependentResampling(Protocol):
    """Members do not look at each other, so they grow in parallel."""

    adaptive: ClassVar[Literal[False]] = False

    def draw(self, seed: int, n_samples: int, sample_weight: NDArray[np.float64] | None = None) -> Weights:
        """Draw how often (counts) or how strongly (floats) one member sees each row; follows the seed."""
        ...


@runtime_checkable
class AdaptiveResampling(Protocol):
    """Members grow in order, and what one answered shapes what the next one sees.

    The state is whatever the resampling needs to remember (usually the weights of the rows). It travels
    through the calls instead of living on the object, so the object stays clonable and holds no data.
    """

    adaptive: ClassVar[Literal[True]] = True

    def start(self, y: NDArray[Any], sample_weight: NDArray[np.float64] | None) -> Any:
        """Make the state before the first member; `y` holds class codes 0..K-1 or values."""
        ...

    def draw(self, state: Any, seed: int) -> Weights:
        """Draw counts or float weights of the rows for the next member."""
        ...

    def update(self, state: Any, output: NDArray[np.float64], y: NDArray[Any]) -> tuple[Any, float]:
        """Find the next state, and the weight of the member that just answered.

        The output holds (n, K) probabilities or (n,) values. A next state of None ends the ensemble early.
        """
        ...


RESAMPLINGS = Axis(
    "resampling",
    {
        "adaboost": "hedgerow.resampling.adaboost:AdaBoost",
        "adaboost_r2": "hedgerow.resampling.adaboost:AdaBoostR2",
        "arc_x4": "hedgerow.resampling.arc_x4:ArcX4",
        "boost_by_majority": "hedgerow.resampling.majority:BoostByMajority",
        "bootstrap": "hedgerow.resampling.independent:Bootstrap",
        "divboost": "hedgerow.resampling.divboost:DivBoost",
        "full": "hedgerow.resampling.independent:Full",
        "subsample": "hedgerow.resampling.independent:Subsample",
        "unique_bootstrap": "hedgerow.resampling.independent:UniqueBootstrap",
    },
    (IndependentResampling, AdaptiveResampling),
    "an object with `adaptive` and `draw`",
)
