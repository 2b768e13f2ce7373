"""The learner axis: what learns, beside trees.

Any scikit-learn estimator can be a member of an ensemble. Here are learners beside trees: random oracles, which
split the table by a random plane or prototype, local experts, mixtures of experts, naive Bayes, Bayesian networks,
nearest neighbours, small networks and TIPCAC; and the protocols `Learner` and `Members` for a learner of your own.

Try first: `RandomOracleClassifier` around any model; `NearestClassifier` for many members that share one table of
distances.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
