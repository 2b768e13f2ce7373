"""imbalanced-learn makes rows up for our forests and bags our trees."""

import pytest
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score
from tests.ecosystem.packages import need

from hedgerow import DecisionTreeClassifier, RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
need("imblearn")
X, y = make_classification(600, 8, weights=[0.9], random_state=0)


def test_rows_made_up_in_a_pipeline():
    from imblearn.over_sampling import SMOTE
    from imblearn.pipeline import make_pipeline

    model = make_pipeline(SMOTE(random_state=0), RandomForestClassifier(n_estimators=20, random_state=0))
    assert balanced_accuracy_score(y[300:], model.fit(X[:300], y[:300]).predict(X[300:])) > 0.7


def test_balanced_bagging_of_trees():
    from imblearn.ensemble import BalancedBaggingClassifier

    model = BalancedBaggingClassifier(DecisionTreeClassifier(), n_estimators=10, random_state=0)
    assert balanced_accuracy_score(y[300:], model.fit(X[:300], y[:300]).predict(X[300:])) > 0.7
