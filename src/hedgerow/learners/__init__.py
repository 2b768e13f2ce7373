"""The learner axis: what learns? The protocols, and the adapter for any scikit-learn estimator."""

from hedgerow.learners.adapter import AdaptedLearner, as_learner
from hedgerow.learners.protocol import Learner, MemberError, Members, Prepared

__all__ = ["AdaptedLearner", "Learner", "MemberError", "Members", "Prepared", "as_learner"]
