import sklearn.ensemble
import sklearn.tree
from tests.parity.substitution import OURS, exchanged

import hedgerow


def test_names_are_exchanged_for_a_while():
    theirs = sklearn.ensemble.RandomForestClassifier
    with exchanged():
        assert sklearn.ensemble.RandomForestClassifier is hedgerow.RandomForestClassifier
        assert sklearn.tree.DecisionTreeRegressor is hedgerow.DecisionTreeRegressor
        assert not hasattr(sklearn.tree, "BaggingClassifier")
    assert sklearn.ensemble.RandomForestClassifier is theirs


def test_every_name_is_one_of_scikit_learns():
    assert all(hasattr(sklearn.ensemble, name) or hasattr(sklearn.tree, name) for name in OURS)
