"""The data axis: which rows a member sees, and how often."""

from hedgerow.resampling.adaboost import AdaBoost
from hedgerow.resampling.adaboost_r2 import AdaBoostR2
from hedgerow.resampling.arc_x4 import ArcX4
from hedgerow.resampling.bootstrap import Bootstrap, UniqueBootstrap
from hedgerow.resampling.divboost import DivBoost, margin_p_value, weigh_votes
from hedgerow.resampling.full import Full
from hedgerow.resampling.majority import BoostByMajority, weigh_decisive
from hedgerow.resampling.margin_losses import exponential_loss, logistic_loss, weigh_confidence
from hedgerow.resampling.protocol import RESAMPLINGS, AdaptiveResampling, IndependentResampling
from hedgerow.resampling.required_weight import in_bag_probability, required_weight
from hedgerow.resampling.subsample import Subsample

__all__ = [
    "RESAMPLINGS",
    "AdaBoost",
    "AdaBoostR2",
    "AdaptiveResampling",
    "ArcX4",
    "BoostByMajority",
    "Bootstrap",
    "DivBoost",
    "Full",
    "IndependentResampling",
    "Subsample",
    "UniqueBootstrap",
    "exponential_loss",
    "in_bag_probability",
    "logistic_loss",
    "margin_p_value",
    "required_weight",
    "weigh_confidence",
    "weigh_decisive",
    "weigh_votes",
]
