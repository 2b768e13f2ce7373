"""The learner axis: what learns? The protocols, the adapter for any scikit-learn estimator, and random oracles."""

from hedgerow.learners.adapter import AdaptedLearner, as_learner
from hedgerow.learners.protocol import Learner, MemberError, Members, Prepared
from hedgerow.learners.prototype_oracle import PrototypeOracle

__all__ = [
    "AdaptedLearner",
    "Learner",
    "MemberError",
    "Members",
    "Prepared",
    "PrototypeOracle",
    "as_learner",
]
