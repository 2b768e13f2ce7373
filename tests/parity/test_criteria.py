"""Criteria, constraints and pruning mean what they mean in scikit-learn."""

import numpy as np
import pytest
from sklearn import ensemble, tree
from sklearn.datasets import load_diabetes

import hedgerow

CLASSES, VALUES = ("entropy", "gini"), ("squared_error", "poisson", "absolute_error")


def noisy(seed, n=120):
    """Values that are exact in 32 bits, which scikit-learn reads; few cuts tie."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).astype(np.float32).astype(float)
    signal = X[:, 0] + X[:, 1] * (X[:, 2] > 0) + 0.5 * rng.normal(size=n)
    weights = {0: None, 1: rng.integers(1, 4, n), 2: rng.random(n) + 0.1}[seed % 3]
    return X, signal, weights


def pair(criterion, **parameters):
    """The same tree of both libraries."""
    name = "DecisionTreeClassifier" if criterion in CLASSES else "DecisionTreeRegressor"
    theirs = getattr(tree, name)(criterion=criterion, random_state=0, **parameters)
    return getattr(hedgerow, name)(criterion=criterion, random_state=0, **parameters), theirs


@pytest.mark.parametrize("limits", [{}, {"min_samples_leaf": 4}, {"min_weight_fraction_leaf": 0.05}], ids=str)
@pytest.mark.parametrize("criterion", VALUES[1:])
@pytest.mark.parametrize("seed", range(3))
def test_trees_predict_the_same(criterion, seed, limits):
    X, signal, weights = noisy(seed)
    ours, theirs = (each.fit(X, np.exp(signal), weights) for each in pair(criterion, max_depth=3, **limits))
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-9)
    assert ours.flat_tree_.gain[0] * ours.flat_tree_.weighted_n_node_samples[0] == pytest.approx(
        theirs.tree_.impurity[0] * theirs.tree_.weighted_n_node_samples[0]
        - theirs.tree_.impurity[[theirs.tree_.children_left[0], theirs.tree_.children_right[0]]]
        @ theirs.tree_.weighted_n_node_samples[
            [theirs.tree_.children_left[0], theirs.tree_.children_right[0]]
        ]
    )


@pytest.mark.parametrize("criterion", VALUES)
@pytest.mark.parametrize("seed", range(3))
def test_constrained_trees_predict_the_same(criterion, seed):
    X, signal, weights = noisy(seed)
    rule = {"monotonic_cst": [1, 0, -1, 0], "max_depth": 4, "min_samples_leaf": 5}
    ours, theirs = (each.fit(X, np.exp(signal), weights) for each in pair(criterion, **rule))
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-9)


@pytest.mark.parametrize("criterion", CLASSES)
@pytest.mark.parametrize("seed", range(3))
def test_constrained_classifiers_predict_the_same(criterion, seed):
    X, signal, _ = noisy(seed)
    weights = np.random.default_rng(seed).random(len(X)) + 0.1  # counts of classes tie
    rule = {"monotonic_cst": [1, 0, -1, 0], "max_depth": 3, "min_samples_leaf": 5}
    ours, theirs = (each.fit(X, signal > 0.3, weights) for each in pair(criterion, **rule))
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-9)


@pytest.mark.parametrize("criterion", [*CLASSES, *VALUES])
@pytest.mark.parametrize("seed", range(3))
def test_pruning_paths_are_the_same(criterion, seed):
    X, signal, weights = noisy(seed)
    y = signal > 0.3 if criterion in CLASSES else np.exp(signal)
    # Nodes of two rows tie, and then any of their cuts may be made.
    ours, theirs = pair(criterion, max_depth=3 if criterion in CLASSES else 5, min_samples_leaf=3)
    path, expected = (each.cost_complexity_pruning_path(X, y, weights) for each in (ours, theirs))
    assert set(path) == {"ccp_alphas", "impurities"}
    np.testing.assert_allclose(path.ccp_alphas, expected.ccp_alphas, atol=1e-10)
    np.testing.assert_allclose(path.impurities, expected.impurities, atol=1e-10)


def test_every_alpha_of_a_path_gives_its_tree():
    X, signal, _ = noisy(0)
    path = hedgerow.DecisionTreeRegressor(max_depth=4).cost_complexity_pruning_path(X, signal)
    for alpha, impurity in list(zip(path.ccp_alphas, path.impurities, strict=True))[::3]:
        pruned = hedgerow.DecisionTreeRegressor(max_depth=4, ccp_alpha=alpha).fit(X, signal)
        assert ((pruned.predict(X) - signal) ** 2).mean() == pytest.approx(impurity)
    assert pruned.get_n_leaves() >= 1
    assert (
        hedgerow.DecisionTreeRegressor(ccp_alpha=path.ccp_alphas[-1], max_depth=4)
        .fit(X, signal)
        .get_n_leaves()
        == 1
    )


@pytest.mark.parametrize("name", ["RandomForestRegressor", "ExtraTreesRegressor"])
@pytest.mark.parametrize("criterion", VALUES[1:])
def test_forests_are_as_good(name, criterion):
    X, y = load_diabetes(return_X_y=True)
    errors = [
        np.abs(
            getattr(of, name)(30, criterion=criterion, max_features=0.5, min_samples_leaf=3, random_state=0)
            .fit(X[:300], y[:300])
            .predict(X[300:])
            - y[300:]
        ).mean()
        for of in (hedgerow, ensemble)
    ]
    assert errors[0] == pytest.approx(errors[1], rel=0.06)


def test_balanced_subsamples_weigh_the_classes_of_each_sample():
    """A stump's leaf has the share that a class has in its sample, once its weights are balanced."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 1)), (rng.random(200) < 0.1).astype(int)
    ours = hedgerow.RandomForestClassifier(
        25, class_weight="balanced_subsample", min_samples_split=200, random_state=0
    )
    forest = ours.fit(X, y)
    roots = forest.predict_proba(X)
    np.testing.assert_allclose(roots, 0.5)
    plain = hedgerow.RandomForestClassifier(
        25, class_weight="balanced", min_samples_split=200, random_state=0
    )
    shares = [
        member.flat_tree_.values[0, 1] / member.flat_tree_.values[0].sum()
        for member in plain.fit(X, y).estimators_
    ]
    assert np.ptp(shares) > 0.05  # over all rows, so samples differ


@pytest.mark.parametrize("name", ["DecisionTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier"])
def test_log_loss_is_entropy(name):
    X, signal, _ = noisy(0)
    one, other = (
        getattr(hedgerow, name)(criterion=word, random_state=0).fit(X, signal > 0)
        for word in ("log_loss", "entropy")
    )
    np.testing.assert_array_equal(one.predict_proba(X), other.predict_proba(X))


@pytest.mark.parametrize("name", ["DecisionTreeRegressor", "RandomForestRegressor", "ExtraTreesRegressor"])
def test_friedman_mse_is_an_old_name(name):
    with pytest.warns(FutureWarning, match="friedman_mse") as caught:
        made = getattr(hedgerow, name)(criterion="friedman_mse")
    assert made.criterion == "squared_error"
    assert caught[0].filename == __file__


@pytest.mark.parametrize("name", ["DecisionTreeRegressor", "RandomForestRegressor", "ExtraTreesRegressor"])
def test_poisson_needs_events(name):
    X = np.arange(6.0)[:, None]
    made = getattr(hedgerow, name)(criterion="poisson")
    with pytest.raises(
        ValueError, match=r"negative which is not allowed for Poisson regression\. The least is -1;"
    ):
        made.fit(X, [3, -1, 2, 0, 1, 4])
    with pytest.raises(ValueError, match="Sum of y is not strictly positive"):
        made.fit(X, np.zeros(6))


@pytest.mark.parametrize("criterion", VALUES[1:])
def test_reduced_error_pruning_judges_squares(criterion):
    with pytest.raises(ValueError, match="judges squared errors"):
        hedgerow.DecisionTreeRegressor(criterion=criterion, pruning="reduced_error").fit(
            [[0.0], [1.0]], [1, 2]
        )
