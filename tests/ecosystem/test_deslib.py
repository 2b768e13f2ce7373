"""DESlib chooses among our members, where it runs at all."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier as Peer
from sklearn.utils.validation import check_array, check_X_y
from tests.ecosystem.packages import need

from hedgerow import BaggingClassifier, RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
base, methods = need("deslib.base"), need("deslib.des")
X, y = load_breast_cancer(return_X_y=True)


def test_it_fails_on_forests_of_scikit_learn_itself():
    """DESlib 0.3.7 calls a method that scikit-learn 1.7 no longer has."""
    pool = Peer(n_estimators=5, random_state=0).fit(X[:200], y[:200])
    with pytest.raises(AttributeError, match="_validate_data"):
        methods.KNORAE(pool).fit(X[200:400], y[200:400])


@pytest.mark.parametrize("kind", [RandomForestClassifier, BaggingClassifier])
def test_with_that_method_given_back_it_chooses_among_our_members(monkeypatch, kind):
    def validate(self, X, y=None, **options):
        return check_array(X) if y is None else check_X_y(X, y)

    monkeypatch.setattr(base.BaseDS, "_validate_data", validate, raising=False)
    pool = kind(n_estimators=10, random_state=0).fit(X[:200], y[:200])
    chosen = methods.KNORAE(pool).fit(X[200:400], y[200:400])
    assert chosen.score(X[400:], y[400:]) > 0.75  # of pools of scikit-learn, too
    assert len(chosen.pool_classifiers_) == len(pool)
    assert np.isin(chosen.predict(X[400:]), y).all()
