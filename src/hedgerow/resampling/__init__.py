"""The data axis: which rows a member sees, and how often."""

from hedgerow.resampling.bootstrap import Bootstrap, UniqueBootstrap
from hedgerow.resampling.full import Full
from hedgerow.resampling.protocol import AdaptiveResampling, IndependentResampling
from hedgerow.resampling.registry import RESAMPLINGS, resolve_resampling
from hedgerow.resampling.subsample import Subsample

__all__ = [
    "RESAMPLINGS",
    "AdaptiveResampling",
    "Bootstrap",
    "Full",
    "IndependentResampling",
    "Subsample",
    "UniqueBootstrap",
    "resolve_resampling",
]
