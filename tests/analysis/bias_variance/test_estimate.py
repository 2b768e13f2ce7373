import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import hedgerow
from hedgerow import bias_variance
from hedgerow.analysis.bias_variance import FreshSamples

X, Y = load_iris(return_X_y=True)
SHUFFLED = np.random.default_rng(1).permutation(150)
TRAIN, TEST = SHUFFLED[:100], SHUFFLED[100:]


def naive_bootstrap(estimator, X_train, y_train, X_test, y_test, n_rounds, seed):
    """What mlxtend's bias_variance_decomp does for 0-1 loss, and the rows that it draws."""
    random = np.random.RandomState(seed)
    predicted, drawn = [], []
    for _ in range(n_rounds):
        rows = random.choice(np.arange(len(X_train)), size=len(X_train), replace=True)
        drawn.append((rows, None))
        predicted.append(estimator.fit(X_train[rows], y_train[rows]).predict(X_test))
    predicted = np.array(predicted)
    main = np.array([np.bincount(column).argmax() for column in predicted.T])
    return np.mean(predicted != y_test), np.mean(main != y_test), np.mean(predicted != main), drawn


@pytest.mark.parametrize("tree", [DecisionTreeClassifier(max_depth=2, random_state=0), GaussianNB()])
def test_domingos_with_zero_noise_is_what_others_compute_on_the_same_resamples(tree):
    error, bias, variance, drawn = naive_bootstrap(tree, X[TRAIN], Y[TRAIN], X[TEST], Y[TEST], 15, seed=3)
    result = bias_variance(
        tree, X[TRAIN], Y[TRAIN], test=(X[TEST], Y[TEST]), definition="domingos", protocol=drawn, reseed=False
    )
    found = result.totals
    assert (found["error"], found["bias"], found["variance"]) == pytest.approx((error, bias, variance))
    james = result.decompose("james").totals
    assert (james["bias"], james["variance"]) == pytest.approx((bias, variance))


def test_squared_error_on_the_same_resamples():
    y, random, predicted, drawn = X[:, 3] * 2, np.random.RandomState(0), [], []
    for _ in range(10):
        rows = random.choice(100, 100)
        drawn.append((rows, None))
        predicted.append(LinearRegression().fit(X[TRAIN][rows, :3], y[TRAIN][rows]).predict(X[TEST][:, :3]))
    totals = bias_variance(
        LinearRegression(), X[TRAIN][:, :3], y[TRAIN], test=(X[TEST][:, :3], y[TEST]), protocol=drawn
    ).totals
    assert totals["error"] == pytest.approx(np.mean((predicted - y[TEST]) ** 2))
    assert totals["squared_bias"] == pytest.approx(np.mean((np.mean(predicted, axis=0) - y[TEST]) ** 2))
    assert totals["variance"] == pytest.approx(np.mean(np.var(predicted, axis=0)))


@pytest.mark.parametrize("protocol", ["bootstrap", "out_of_bag", "subsampled_cv", "repeated_folds"])
def test_every_protocol_with_a_data_frame_and_names_for_classes(protocol):
    frame = pd.DataFrame(X, columns=list("abcd"), index=[f"flower {row}" for row in range(150)])
    labels = pd.Series(np.array(["setosa", "versicolor", "virginica"])[Y], index=frame.index)
    named = bias_variance(GaussianNB(), frame, labels, protocol=protocol, n_replicates=4, random_state=0)
    plain = bias_variance(GaussianNB(), X, Y, protocol=protocol, n_replicates=4, random_state=0)
    assert named.totals == pytest.approx(plain.totals)
    rows = named.rows()
    assert rows.index.str.startswith("flower").all()
    assert set(rows["target"]) == {"setosa", "versicolor", "virginica"}
    assert rows.index.tolist() == [f"flower {row}" for row in plain.rows().index]
    assert_array_equal(rows["target"], labels[rows.index])
    assert 0 < named.error < 0.15


def test_the_same_seed_draws_the_same_training_sets_for_any_learner():
    seen = []

    class Recorder(DummyClassifier):
        def fit(self, X, y, sample_weight=None):
            seen.append(X[:, 0].sum())
            return super().fit(X, y)

    for strategy in ("prior", "most_frequent"):
        bias_variance(Recorder(strategy=strategy), X, Y, n_replicates=3, random_state=7)
    assert seen[:3] == seen[3:]
    assert len(set(seen)) == 3


def test_reseeding_makes_the_learners_randomness_part_of_its_variance():
    splits = [(TRAIN, TEST)] * 12
    fixed = DecisionTreeClassifier(splitter="random", max_depth=3, random_state=0)
    assert bias_variance(fixed, X, Y, protocol=splits, reseed=False).totals["variance"] == 0
    assert bias_variance(fixed, X, Y, protocol=splits, random_state=0).totals["variance"] > 0


def test_nothing_that_was_given_is_changed():
    frame, y = pd.DataFrame(X), Y.copy()
    before, tree = frame.copy(), DecisionTreeClassifier(random_state=3)
    bias_variance(tree, frame, y, n_replicates=2)
    pd.testing.assert_frame_equal(frame, before)
    assert_array_equal(y, Y)
    assert not hasattr(tree, "tree_")
    assert tree.random_state == 3


def test_weights_count_in_the_means():
    splits = [(TRAIN, np.arange(150)), (TRAIN[:50], np.arange(150))]
    weights = np.where(Y == 1, 3.0, 1.0)
    result = bias_variance(GaussianNB(), X, Y, protocol=splits, sample_weight=weights)
    assert result.error == pytest.approx(np.average(result.examples["error"], weights=weights))
    test = bias_variance(GaussianNB(), X, Y, test=(X, Y, weights), protocol=[(TRAIN, None)])
    assert test.error == pytest.approx(np.average(test.examples["error"], weights=weights))


def test_the_identity_of_james_holds_for_every_row_with_known_probabilities():
    result = bias_variance(
        GaussianNB(), protocol=FreshSamples("threenorm", 60, 200), n_replicates=8, random_state=0
    )
    terms = result.examples
    assert_allclose(
        terms["noise"] + terms["systematic_effect"] + terms["variance_effect"], terms["error"], atol=1e-15
    )
    assert result.evidence.setting.noise == "known"
    assert result.bayes_error == pytest.approx(0.1046, abs=0.03)


def test_values_from_a_generator_with_known_noise():
    protocol = FreshSamples("friedman", 100, 300, {"binary": False})
    result = bias_variance(DecisionTreeRegressor(), protocol=protocol, n_replicates=6, random_state=0)
    assert result.totals["noise"] == pytest.approx(1.0)
    absolute = bias_variance(
        DecisionTreeRegressor(), protocol=protocol, definition="absolute", n_replicates=6, random_state=0
    )
    assert absolute.totals["noise"] == pytest.approx(np.sqrt(2 / np.pi), rel=0.02)
    assert absolute.decompose("squared").totals == pytest.approx(result.totals)
    assert sum(absolute.totals[term] for term in absolute.definition.addends) == pytest.approx(absolute.error)


def test_a_table_of_probabilities_is_about_all_rows_of_the_table():
    noise = np.full((150, 3), 0.05) + 0.85 * np.eye(3)[Y]
    result = bias_variance(GaussianNB(), X, Y, noise=noise, n_replicates=3, random_state=0)
    assert result.totals["noise"] == pytest.approx(0.1)
    estimated = bias_variance(GaussianNB(), X, Y, noise="knn", n_replicates=3, random_state=0)
    assert 0 < estimated.bayes_error < 0.15


def test_predictions_are_kept_only_when_asked_for():
    assert bias_variance(GaussianNB(), X, Y, n_replicates=2).evidence.predictions is None
    kept = bias_variance(GaussianNB(), X, Y, n_replicates=2, keep_predictions=True)
    assert kept.evidence.predictions.shape == (2, 38)


def test_pipelines_and_hedgerow_ensembles():
    pipeline = make_pipeline(StandardScaler(), GaussianNB())
    assert bias_variance(pipeline, X, Y, n_replicates=3, random_state=0).error < 0.15
    bagging = hedgerow.BaggingClassifier(n_estimators=5)
    options = {"n_replicates": 4, "random_state": 0, "keep_predictions": True}
    one, two = (bias_variance(bagging, X, Y, n_jobs=n_jobs, **options) for n_jobs in (1, 2))
    assert_array_equal(one.evidence.predictions, two.evidence.predictions)


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"definition": "breimann"}, ValueError, "definition='breimann'"),
        ({"ties": "random"}, ValueError, "ties='random'"),
        ({"n_replicates": 0}, ValueError, "n_replicates=0"),
        ({"n_replicates": 2.5}, ValueError, "n_replicates=2.5"),
        ({"protocol": "twonorm"}, ValueError, "leave X, y and test out"),
        ({"test": (X,)}, ValueError, "test must be"),
        ({"test": (None, None)}, ValueError, "leave test out"),
        ({"sample_weight": [1, 2]}, ValueError, "one weight for each of the 150 rows"),
        ({"protocol": "subsampled_cv", "test": (X, Y)}, ValueError, "leave test out"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_fitted(options, kind, message):
    with pytest.raises(kind, match=message):
        bias_variance(DummyClassifier(), X, Y, **options)


def test_what_is_no_learner_is_refused():
    with pytest.raises(TypeError, match="cannot be fitted"):
        bias_variance(GaussianNB, X, Y)
    with pytest.raises(TypeError, match="KMeans is neither"):
        bias_variance(KMeans(), X, Y)
    with pytest.raises(ValueError, match="belong together"):
        bias_variance(GaussianNB(), X)
    with pytest.raises(ValueError, match="pass both"):
        bias_variance(GaussianNB())
