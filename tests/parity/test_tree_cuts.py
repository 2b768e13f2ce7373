"""Where no cuts tie, nodes are cut as by scikit-learn: limits on rows and weights mean the same."""

import numpy as np
import pytest
from sklearn import tree as theirs

from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

LIMITS = [{}, {"min_samples_leaf": 7}, {"min_samples_split": 40}, {"min_weight_fraction_leaf": 0.05}]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("weighting", ["ones", "draws", "fractions"])
@pytest.mark.parametrize(
    ("n_classes", "criterion"), [(2, "entropy"), (2, "gini"), (9, "entropy"), (9, "gini"), (0, None)]
)
def test_large_nodes_are_cut_as_by_scikit_learn(n_classes, criterion, weighting, limits):
    rng = np.random.default_rng(n_classes)
    X = rng.normal(size=(900, 6))
    signal = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=900)
    weights = {"ones": np.ones(900), "draws": rng.poisson(1.0, 900), "fractions": rng.random(900) + 0.1}[
        weighting
    ]
    rule = {"max_depth": 4, **limits}
    if n_classes:
        y = np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))
        pair = (
            DecisionTreeClassifier(criterion=criterion, **rule),
            theirs.DecisionTreeClassifier(criterion=criterion, **rule),
        )
    else:
        y, pair = signal, (DecisionTreeRegressor(**rule), theirs.DecisionTreeRegressor(**rule))
    ours, other = (estimator.fit(X, y, sample_weight=weights) for estimator in pair)
    large = other.tree_.n_node_samples >= 100  # in smaller nodes cuts tie
    expected = cuts(other.tree_, large)
    assert len(expected) > 3
    assert set(expected) <= set(cuts(ours.flat_tree_, np.ones(ours.flat_tree_.node_count, bool)))


def cuts(tree, kept):
    """Features and thresholds of the splits that are kept."""
    kept = kept & (tree.feature >= 0)
    return list(zip(tree.feature[kept].tolist(), tree.threshold[kept].round(5).tolist(), strict=True))
