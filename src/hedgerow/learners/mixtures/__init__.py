"""Mixtures of experts: learners that share out the rows between them, and gates that say who is to be asked."""

from hedgerow.learners.mixtures.gate_rules import (
    DynamicGate,
    PowerGate,
    SoftmaxGate,
    StaticGate,
    WinnerGate,
)
from hedgerow.learners.mixtures.network import SmallNetworkClassifier, SmallNetworkRegressor
from hedgerow.learners.mixtures.prototype import PrototypeMixtureClassifier, PrototypeMixtureRegressor
from hedgerow.learners.mixtures.standard import MixtureOfExpertsClassifier, MixtureOfExpertsRegressor

__all__ = [
    "DynamicGate",
    "MixtureOfExpertsClassifier",
    "MixtureOfExpertsRegressor",
    "PowerGate",
    "PrototypeMixtureClassifier",
    "PrototypeMixtureRegressor",
    "SmallNetworkClassifier",
    "SmallNetworkRegressor",
    "SoftmaxGate",
    "StaticGate",
    "WinnerGate",
]
