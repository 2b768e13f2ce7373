import numpy as np
from sklearn.ensemble import BaggingClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from hedgerow.selection.wrappers.seeding import seed_copy


def test_only_what_is_open_is_seeded():
    given = BaggingClassifier(DecisionTreeClassifier(random_state=3), random_state=np.random.RandomState(0))
    one, other = seed_copy(given, 1), seed_copy(given, 1)
    assert one.random_state == other.random_state != seed_copy(given, 2).random_state
    assert one.estimator.random_state == 3
    assert isinstance(given.random_state, np.random.RandomState)
    assert repr(seed_copy(GaussianNB(), 0)) == "GaussianNB()"
