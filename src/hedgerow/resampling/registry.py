"""The shorthands of the data axis."""

from __future__ import annotations

from typing import cast

from sklearn.base import clone

from hedgerow.resampling.bootstrap import Bootstrap, UniqueBootstrap
from hedgerow.resampling.full import Full
from hedgerow.resampling.protocol import AdaptiveResampling, IndependentResampling
from hedgerow.resampling.subsample import Subsample

RESAMPLINGS: dict[str, type] = {
    "bootstrap": Bootstrap,
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
    if isinstance(resampling, str) and resampling in RESAMPLINGS:
        return cast(IndependentResampling, RESAMPLINGS[resampling]())
    if isinstance(resampling, IndependentResampling | AdaptiveResampling) and not isinstance(
        resampling, type
    ):
        return cast(IndependentResampling | AdaptiveResampling, clone(resampling))
    raise ValueError(
        f"resampling={resampling!r} is not known; use one of {sorted(RESAMPLINGS)} "
        "or an object with `adaptive` and `draw`"
    )
