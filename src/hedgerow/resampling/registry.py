"""The shorthands of the data axis."""

from __future__ import annotations

from typing import cast

from sklearn.base import clone

from hedgerow.foundation.parameters import check_choice
from hedgerow.resampling.adaboost import AdaBoost
from hedgerow.resampling.adaboost_r2 import AdaBoostR2
from hedgerow.resampling.arc_x4 import ArcX4
from hedgerow.resampling.bootstrap import Bootstrap, UniqueBootstrap
from hedgerow.resampling.divboost import DivBoost
from hedgerow.resampling.full import Full
from hedgerow.resampling.majority import BoostByMajority
from hedgerow.resampling.protocol import AdaptiveResampling, IndependentResampling
from hedgerow.resampling.subsample import Subsample

RESAMPLINGS: dict[str, type] = {
    "adaboost": AdaBoost,
    "adaboost_r2": AdaBoostR2,
    "arc_x4": ArcX4,
    "boost_by_majority": BoostByMajority,
    "bootstrap": Bootstrap,
    "divboost": DivBoost,
    "full": Full,
    "subsample": Subsample,
    "unique_bootstrap": UniqueBootstrap,
}


def resolve_resampling(resampling: str | object) -> IndependentResampling | AdaptiveResampling:
    """Make a fresh resampling from its shorthand, or clone the given one.

    Examples
    --------
    >>> resolve_resampling("bootstrap")
    Bootstrap()
    """
    if isinstance(resampling, IndependentResampling | AdaptiveResampling) and not isinstance(
        resampling, type
    ):
        return cast(IndependentResampling | AdaptiveResampling, clone(resampling))
    known = check_choice(
        "resampling", resampling, sorted(RESAMPLINGS), other="an object with `adaptive` and `draw`"
    )
    return cast(IndependentResampling | AdaptiveResampling, RESAMPLINGS[known]())
