"""Every public estimator of this folder keeps scikit-learn's contract."""

from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.contract import parametrize_with_contract

from hedgerow import RandomForestClassifier
from hedgerow.pruning.library import ForwardSelectionClassifier, ForwardSelectionRegressor
from hedgerow.pruning.pruned import PrunedEnsembleClassifier

DRAWN = "rows are drawn by weight, or cut into folds, so weights act like repeats in distribution only"
SMALL = [
    PrunedEnsembleClassifier(RandomForestClassifier(5), method="instance", validation="holdout"),
    ForwardSelectionClassifier([GaussianNB(), DecisionTreeClassifier(max_depth=3)], n_steps=5, n_bags=2),
    ForwardSelectionRegressor([LinearRegression(), Ridge()], n_steps=5, n_bags=2),
]


@parametrize_with_contract(
    SMALL,
    expected_failed_checks=lambda estimator: (
        {} if hasattr(estimator, "estimators") else {"check_sample_weight_equivalence_on_dense_data": DRAWN}
    ),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)
