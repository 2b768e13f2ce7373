import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array, csc_matrix, csr_array, csr_matrix
from sklearn import ensemble as peer
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.contract import parametrize_with_contract

import hedgerow
from hedgerow.ensembles.bagging import BaggingClassifier, BaggingRegressor

DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"
EXPECTED = {f"check_sample_weight_equivalence_on_{kind}_data": DRAWN for kind in ("dense", "sparse")}


@parametrize_with_contract(
    [
        BaggingClassifier(DecisionTreeClassifier(), 5),
        BaggingRegressor(DecisionTreeRegressor(), 5),
    ],
    expected_failed_checks=lambda bagging: EXPECTED,
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("ours", "theirs", "tree", "load"),
    [
        (BaggingClassifier, peer.BaggingClassifier, DecisionTreeClassifier, load_breast_cancer),
        (BaggingRegressor, peer.BaggingRegressor, DecisionTreeRegressor, load_diabetes),
    ],
    ids=["classifier", "regressor"],
)
def test_scores_are_distributed_as_scikit_learns(ours, theirs, tree, load):
    X, y = load(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0, train_size=150)
    scores = np.array(
        [
            [
                bagging(tree(max_depth=4), 8, max_samples=0.7, max_features=0.5, random_state=seed)
                .fit(X_train, y_train)
                .score(X_test, y_test)
                for seed in range(25)
            ]
            for bagging in (ours, theirs)
        ]
    )
    difference = np.diff(scores.mean(axis=1))
    standard_error = np.sqrt(scores.var(axis=1, ddof=1).sum() / 25)
    assert abs(difference) < 3.5 * standard_error
    assert 0.4 < scores[0].std() / scores[1].std() < 2.5


def test_the_parameters_of_scikit_learn_are_all_there():
    theirs = set(peer.BaggingClassifier().get_params())
    assert set(BaggingClassifier().get_params()) == theirs
    assert set(BaggingRegressor().get_params()) == theirs


def test_rows_and_features_are_drawn_as_asked():
    X, y = load_iris(return_X_y=True)
    bagging = BaggingClassifier(
        GaussianNB(), 20, max_samples=30, max_features=3, bootstrap_features=True, random_state=0
    )
    bagging.fit(X, y)
    assert all(rows.size == 30 for rows in bagging.estimators_samples_)
    assert any(np.unique(rows).size < 30 for rows in bagging.estimators_samples_)
    assert all(columns.size == 3 for columns in bagging.estimators_features_)
    assert any(np.unique(columns).size < 3 for columns in bagging.estimators_features_)
    bagging.set_params(bootstrap=False, bootstrap_features=False).fit(X, y)
    assert all(np.unique(rows).size == 30 for rows in bagging.estimators_samples_)
    assert all(np.unique(columns).size == 3 for columns in bagging.estimators_features_)


def test_the_whole_table_without_replacement_honours_weights():
    X, y = load_iris(return_X_y=True)
    weights = np.linspace(0, 1, 150)
    bagging = BaggingClassifier(GaussianNB(), 2, bootstrap=False).fit(X, y, weights)
    assert_allclose(bagging.predict_proba(X), GaussianNB().fit(X, y, weights).predict_proba(X), atol=1e-12)


def test_one_feature_is_enough():
    X, y = load_iris(return_X_y=True)
    assert_array_equal(
        BaggingClassifier(GaussianNB(), 3).fit(X[:, :1], y).estimators_features_, np.zeros((3, 1))
    )


def fill(X):
    return np.where(np.isfinite(X), X, 0.0)


class TestRowsGoToMembersAsTheyAre:
    X = np.array([[1, 3, 5], [2, None, 6], [2, np.nan, 6], [2, np.inf, 6], [9, -np.inf, 8]] * 4, dtype=object)
    y = np.array([3, 6, 6, 6, 3] * 4)

    @pytest.mark.parametrize(
        ("ours", "tree"),
        [(BaggingClassifier, DecisionTreeClassifier), (BaggingRegressor, DecisionTreeRegressor)],
    )
    def test_a_pipeline_that_fills_gaps_gets_to_see_them(self, ours, tree):
        pipeline = make_pipeline(FunctionTransformer(fill), tree(random_state=0))
        fitted = ours(pipeline, 5, random_state=0).fit(self.X, self.y)
        filled = fill(self.X.astype(float))
        same = ours(tree(random_state=0), 5, random_state=0).fit(filled, self.y)
        assert_array_equal(fitted.predict(self.X), same.predict(filled))

    @pytest.mark.parametrize(
        "bagging", [BaggingClassifier(LogisticRegression(), 3), BaggingRegressor(LinearRegression(), 3)]
    )
    def test_what_a_member_cannot_read_it_refuses_itself(self, bagging):
        gaps = self.X[:3].astype(float)
        with pytest.raises(ValueError, match="NaN") as refusal:
            bagging.fit(gaps, [3, 6, 6])
        assert "of the ensemble was fitted" in refusal.value.__notes__[0]

    def test_trees_of_ours_still_refuse_infinity_by_themselves(self):
        with pytest.raises(ValueError, match="infinity"):
            BaggingClassifier(n_estimators=3).fit(self.X, self.y)

    @pytest.mark.parametrize("container", [csr_matrix, csr_array, csc_matrix, csc_array])
    @pytest.mark.parametrize("max_features", [1.0, 0.5])
    def test_sparse_formats_stay(self, container, max_features):
        X, y = load_iris(return_X_y=True)
        bagging = BaggingClassifier(
            Witness(max_iter=500), 3, max_features=max_features, oob_score=True, random_state=0
        )
        sparse = bagging.fit(container(X), y).predict_proba(container(X))
        assert {each.format_ for each in bagging.estimators_} == {container}
        assert_allclose(sparse, bagging.fit(X, y).predict_proba(X), atol=1e-4)

    def test_tables_of_more_than_two_dimensions_are_for_members_to_read(self):
        images = np.random.default_rng(0).normal(size=(20, 3, 3))
        bagging = BaggingRegressor(DummyRegressor(), 3, random_state=0).fit(images, np.arange(20.0))
        assert bagging.predict(images).shape == (20,)
        with pytest.raises(ValueError, match="dim 3"):
            BaggingRegressor(n_estimators=3).fit(images, np.arange(20.0))


BAGS = [BaggingClassifier, BaggingRegressor]


@pytest.mark.parametrize("ours", BAGS)
def test_a_learner_that_says_nothing_of_itself_is_taken_at_its_word(ours):
    X, y = load_iris(return_X_y=True)
    for learner in (Nearest(), NearestWithoutTags()):
        fitted = ours(learner, 5, random_state=0).fit(X, y)
        assert fitted.score(X, y) > 0.9


@pytest.mark.parametrize("ours", BAGS)
@pytest.mark.parametrize("wrong", [StandardScaler(), KMeans()])
def test_what_is_something_else_is_refused(ours, wrong):
    with pytest.raises(ValueError, match=r"is not a (classifier|regressor)"):
        ours(wrong).fit(*load_iris(return_X_y=True))


def test_a_tree_of_ours_with_a_fit_of_its_own_learns_by_it():
    X, y = load_diabetes(return_X_y=True)
    bagging = BaggingRegressor(Inverted(max_depth=2), 5, random_state=0).fit(X, y)
    assert np.corrcoef(bagging.predict(X), y)[0, 1] < -0.5


def test_sampling_by_weight_without_replacement_is_advised_against():
    X, y = load_iris(return_X_y=True)
    with pytest.warns(UserWarning, match="recommended to use bootstrap=True"):
        BaggingClassifier(bootstrap=False, max_samples=0.5).fit(X, y, np.ones(150))


class Witness(LogisticRegression):
    """Keeps what kind of matrix it was fitted on."""

    def fit(self, X, y):
        self.format_ = type(X)
        return super().fit(X, y)


class Nearest(BaseEstimator):
    """Predicts the target of the nearest row, and says nothing of itself."""

    def fit(self, X, y):
        self.X_, self.y_ = X, y  # and returns nothing

    def predict(self, X):
        return self.y_[((X[:, None] - self.X_) ** 2).sum(axis=2).argmin(axis=1)]


class NearestWithoutTags:
    """The same without any base class."""

    def get_params(self, deep=True):
        return {}

    def set_params(self):
        return self

    fit = Nearest.fit
    predict = Nearest.predict


class Inverted(hedgerow.DecisionTreeRegressor):
    """Learns the opposite."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(X, -np.asarray(y), sample_weight)
