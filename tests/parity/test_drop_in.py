"""Programs from scikit-learn's user guide and gallery for forests, with only the import changed."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn import ensemble as peer
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import make_column_transformer
from sklearn.datasets import (
    load_diabetes,
    load_digits,
    load_iris,
    make_blobs,
    make_classification,
    make_regression,
)
from sklearn.ensemble import VotingClassifier
from sklearn.feature_selection import RFE, SelectFromModel
from sklearn.inspection import partial_dependence, permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import ConfusionMatrixDisplay, RocCurveDisplay, log_loss
from sklearn.model_selection import (
    GridSearchCV,
    RandomizedSearchCV,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
    train_test_split,
)
from sklearn.multioutput import MultiOutputRegressor
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from hedgerow import (
    DecisionTreeClassifier,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    datasets,
)


class TestUserGuide:
    """https://scikit-learn.org/stable/modules/ensemble.html#forests-of-randomized-trees."""

    def test_the_first_lines(self):
        X = [[0, 0], [1, 1]]
        Y = [0, 1]
        clf = RandomForestClassifier(n_estimators=10)
        clf = clf.fit(X, Y)
        assert set(clf.predict(X)) <= {0, 1}

    def test_the_more_random_the_better_on_a_hundred_blobs(self):
        X, y = make_blobs(n_samples=2000, n_features=10, centers=100, random_state=0)
        clf = DecisionTreeClassifier(max_depth=None, min_samples_split=2, random_state=0)
        tree = cross_val_score(clf, X, y, cv=5).mean()
        clf = RandomForestClassifier(n_estimators=10, max_depth=None, min_samples_split=2, random_state=0)
        forest = cross_val_score(clf, X, y, cv=5).mean()
        clf = ExtraTreesClassifier(n_estimators=10, max_depth=None, min_samples_split=2, random_state=0)
        extra = cross_val_score(clf, X, y, cv=5).mean()
        assert 0.9 < tree < forest <= 1.0
        assert extra > 0.99

    def test_the_reference_example_of_the_classifier(self):
        X, y = make_classification(
            n_samples=1000, n_features=4, n_informative=2, n_redundant=0, random_state=0, shuffle=False
        )
        clf = RandomForestClassifier(max_depth=2, random_state=0)
        clf.fit(X, y)
        assert clf.predict([[0, 0, 0, 0]]).tolist() == [1]

    def test_the_reference_example_of_the_regressor(self):
        X, y = make_regression(n_features=4, n_informative=2, random_state=0, shuffle=False)
        regr = RandomForestRegressor(max_depth=2, random_state=0)
        regr.fit(X, y)
        assert regr.predict([[0, 0, 0, 0]]) == pytest.approx([-8.3], abs=6)  # -8.32987858 in their manual

    def test_the_reference_example_of_extra_trees(self):
        X, y = load_diabetes(return_X_y=True)
        X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
        reg = ExtraTreesRegressor(n_estimators=100, random_state=0).fit(X_train, y_train)
        assert reg.score(X_test, y_test) == pytest.approx(0.2727, abs=0.08)  # their number


class TestGallery:
    def test_feature_importances_with_a_forest_of_trees(self):
        X, y = make_classification(
            n_samples=1000, n_features=10, n_informative=3, n_redundant=0, n_repeated=0, n_classes=2,
            random_state=0, shuffle=False,
        )  # fmt: skip
        X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=42)
        feature_names = [f"feature {i}" for i in range(X.shape[1])]
        forest = RandomForestClassifier(random_state=0)
        forest.fit(X_train, y_train)
        importances = forest.feature_importances_
        std = np.std([tree.feature_importances_ for tree in forest.estimators_], axis=0)
        assert std.shape == importances.shape
        assert set(pd.Series(importances, index=feature_names).nlargest(3).index) == set(feature_names[:3])
        result = permutation_importance(forest, X_test, y_test, n_repeats=5, random_state=42, n_jobs=2)
        assert set(result.importances_mean.argsort()[-3:]) == {0, 1, 2}

    def test_the_out_of_bag_error_by_the_number_of_trees(self):
        X, y = make_classification(
            n_samples=500, n_features=25, n_clusters_per_class=1, n_informative=15, random_state=123
        )
        clf = RandomForestClassifier(warm_start=True, oob_score=True, max_features="sqrt", random_state=123)
        errors = []
        for i in range(15, 100, 20):
            clf.set_params(n_estimators=i)
            clf.fit(X, y)
            errors.append(1 - clf.oob_score_)
        assert errors[-1] < errors[0]

    def test_digits(self):
        digits = load_digits()
        X_train, X_test, y_train, y_test = train_test_split(digits.data, digits.target, random_state=0)
        forest = RandomForestClassifier(n_estimators=100, random_state=0).fit(X_train, y_train)
        assert forest.score(X_test, y_test) > 0.96
        display = ConfusionMatrixDisplay.from_estimator(forest, X_test, y_test)
        assert display.confusion_matrix.sum() == len(y_test)

    def test_the_roc_curve_of_a_forest(self):
        X, y = load_iris(return_X_y=True)
        X_train, X_test, y_train, y_test = train_test_split(X, y == 2, random_state=42)
        rfc = RandomForestClassifier(n_estimators=10, random_state=42)
        rfc.fit(X_train, y_train)
        assert RocCurveDisplay.from_estimator(rfc, X_test, y_test).roc_auc > 0.9

    def test_calibrated_probabilities_lose_less(self):
        X, y = make_blobs(n_samples=900, n_features=2, random_state=42, centers=3, cluster_std=5.0)
        X_train, y_train, X_test, y_test = X[:600], y[:600], X[600:], y[600:]
        forest = RandomForestClassifier(n_estimators=25, random_state=42).fit(X_train, y_train)
        calibrated = CalibratedClassifierCV(RandomForestClassifier(n_estimators=25, random_state=42), cv=3)
        calibrated.fit(X_train, y_train)
        before = log_loss(y_test, forest.predict_proba(X_test))
        assert log_loss(y_test, calibrated.predict_proba(X_test)) < before

    def test_a_member_of_a_vote(self):
        X, y = load_iris(return_X_y=True)
        clf1 = LogisticRegression(random_state=1, max_iter=500)
        clf2 = RandomForestClassifier(n_estimators=50, random_state=1)
        clf3 = GaussianNB()
        for voting in ("hard", "soft"):
            eclf = VotingClassifier([("lr", clf1), ("rf", clf2), ("gnb", clf3)], voting=voting)
            assert cross_val_score(eclf, X, y, scoring="accuracy", cv=5).mean() > 0.94


class TestModelSelection:
    X, y = load_iris(return_X_y=True)

    def test_a_grid(self):
        grid = {"max_features": ["sqrt", 1.0], "min_samples_leaf": [1, 5], "criterion": ["gini", "entropy"]}
        search = GridSearchCV(RandomForestClassifier(20, random_state=0), grid, cv=3, n_jobs=2)
        assert search.fit(self.X, self.y).best_score_ > 0.93

    def test_a_random_search_over_a_pipeline(self):
        pipeline = make_pipeline(StandardScaler(), RandomForestClassifier(random_state=0))
        space = {
            "randomforestclassifier__n_estimators": [10, 20],
            "randomforestclassifier__max_depth": [3, None],
        }
        search = RandomizedSearchCV(pipeline, space, n_iter=3, random_state=0).fit(self.X, self.y)
        assert search.best_score_ > 0.93

    def test_cross_validation_in_its_forms(self):
        forest = RandomForestClassifier(20, random_state=0)
        many = cross_validate(
            forest, self.X, self.y, scoring=["accuracy", "roc_auc_ovr"], return_estimator=True
        )
        assert many["test_roc_auc_ovr"].mean() > 0.97
        assert len(many["estimator"][0].estimators_) == 20
        guesses = cross_val_predict(forest, self.X, self.y, method="predict_proba")
        assert guesses.shape == (150, 3)
        sizes, _, test = learning_curve(
            forest, self.X, self.y, shuffle=True, random_state=0, train_sizes=[0.2, 1.0]
        )
        assert len(sizes) == len(test) == 2

    def test_a_pipeline_with_encoded_categories(self):
        table = datasets.load("votes")
        columns = table.features.astype(object).where(table.features.notna(), "unknown")
        encoder = make_column_transformer((OneHotEncoder(), list(columns)))
        pipeline = make_pipeline(encoder, RandomForestClassifier(50, random_state=0))
        assert cross_val_score(pipeline, columns, table.target).mean() > 0.93

    def test_a_sparse_matrix_is_learned_as_the_same_numbers(self):
        sparse, dense = (
            RandomForestClassifier(5, random_state=0).fit(X, self.y) for X in (csr_array(self.X), self.X)
        )
        np.testing.assert_array_equal(sparse.predict_proba(csr_array(self.X)), dense.predict_proba(self.X))

    def test_selection_by_importance(self):
        X, y = make_classification(300, 12, n_informative=3, n_redundant=0, shuffle=False, random_state=0)
        selector = SelectFromModel(ExtraTreesClassifier(n_estimators=50, random_state=0)).fit(X, y)
        assert selector.get_support()[:3].all()
        assert selector.transform(X).shape[1] < 12
        assert (
            RFE(RandomForestClassifier(20, random_state=0), n_features_to_select=3)
            .fit(X, y)
            .support_[:3]
            .all()
        )

    def test_partial_dependence_and_many_outputs(self):
        X, y = load_diabetes(return_X_y=True)
        forest = RandomForestRegressor(20, random_state=0).fit(X, y)
        curve = partial_dependence(forest, X, [2], grid_resolution=5)["average"][0]
        assert curve[-1] > curve[0] + 30  # a heavier patient does worse
        both = MultiOutputRegressor(RandomForestRegressor(5, random_state=0)).fit(X, np.c_[y, -y])
        assert both.predict(X).shape == (442, 2)

    def test_a_frame_in_gives_names_and_the_wrong_frame_a_warning(self):
        X, y = load_iris(return_X_y=True, as_frame=True)
        forest = RandomForestClassifier(5, random_state=0).fit(X, y)
        assert list(forest.feature_names_in_) == list(X.columns)
        with pytest.warns(UserWarning, match="X does not have valid feature names"):
            forest.predict(X.to_numpy())
        with pytest.raises(ValueError, match="feature names should match"):
            forest.predict(X[X.columns[::-1]])


# Five-fold accuracy of 100 trees, both forests on the same folds and with the same criterion. SPREAD is the standard
# deviation of the difference between the two over seeds, measured once (the largest of what was measured for a table).
# In that long run the mean differences, hedgerow less scikit-learn and +- one standard error, were
#   forests      wbc +0.02 +- 0.08 (16 seeds), sonar +0.49 +- 0.30 (40), pima -0.04 +- 0.17 points (16)
#   extra trees  sonar +0.02 +- 0.29 (40), pima +0.03 +- 0.24 points (16)
# so no difference was found. Few seeds fit into a test: it can only notice a loss of three standard errors,
# 0.5 points on wbc, 3.3 on sonar and 1.5 on pima.
SPREAD = {"wbc": 0.0033, "sonar": 0.0221, "pima": 0.0098}
N_SEEDS = 4


@pytest.mark.parametrize("name", SPREAD)
@pytest.mark.parametrize("kind", [RandomForestClassifier, ExtraTreesClassifier])
def test_accuracy_is_that_of_scikit_learn(name, kind):
    table = datasets.load(name)
    X, y = table.features.to_numpy(dtype=float), np.asarray(table.target)
    ours, theirs = (
        np.mean([score_folds(forest(100, criterion="gini"), X, y, seed) for seed in range(N_SEEDS)])
        for forest in (kind, getattr(peer, kind.__name__))
    )
    assert abs(ours - theirs) < 3 * SPREAD[name] / np.sqrt(N_SEEDS)


def score_folds(forest, X, y, seed):
    folds = StratifiedKFold(shuffle=True, random_state=seed)
    return cross_val_score(forest.set_params(random_state=seed), X, y, cv=folds).mean()
