from tests.contract import parametrize_with_contract

from hedgerow.learners import BayesNetClassifier


@parametrize_with_contract([
    BayesNetClassifier(n_bootstrap=3, n_operations=200),
    BayesNetClassifier("naive"),
    BayesNetClassifier("tan"),
])  # fmt: skip
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)
