"""The combination axis: how the members' predictions become one.

Votes, means, products and other fixed rules; rules that learn, such as stacking, decision templates and naive
Bayes; `DynamicIntegration`, which trusts members where they were right about similar rows; `abstain`, which
leaves unsure rows undecided; and calibration (`PlattScaling`).

Try first: ``EnsembleClassifier(combination="weighted_vote")``, or ``combine(outputs, "product")`` for an ensemble
that is fitted already.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
