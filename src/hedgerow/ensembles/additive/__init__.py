"""Additive models: each round adds what the rounds before have left unexplained."""

from hedgerow.ensembles.additive.logit_boost import LogitBoostClassifier
from hedgerow.ensembles.additive.ls_boost import LsBoostClassifier, LsBoostRegressor
from hedgerow.ensembles.additive.rp_boost import RpBoostClassifier, RpBoostRegressor

__all__ = [
    "LogitBoostClassifier",
    "LsBoostClassifier",
    "LsBoostRegressor",
    "RpBoostClassifier",
    "RpBoostRegressor",
]
