"""Additive models: each round adds what the rounds before have left unexplained."""

from hedgerow.boosting.additive.logit_boost import LogitBoostClassifier
from hedgerow.boosting.additive.ls_boost import LsBoostClassifier, LsBoostRegressor
from hedgerow.boosting.additive.rp_boost import RpBoostClassifier, RpBoostRegressor

__all__ = [
    "LogitBoostClassifier",
    "LsBoostClassifier",
    "LsBoostRegressor",
    "RpBoostClassifier",
    "RpBoostRegressor",
]
