import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from hedgerow import datasets
from hedgerow.pruning.library import ForwardSelectionClassifier, ForwardSelectionRegressor

X, y = load_breast_cancer(return_X_y=True)
LABELS = np.where(y == 1, "benign", "malignant")
LIBRARY = [
    ("bayes", GaussianNB()),
    ("tree", DecisionTreeClassifier(max_depth=4)),
    ("stump", DecisionTreeClassifier(max_depth=1)),
    ("nothing", DummyClassifier()),
]
MODEL = ForwardSelectionClassifier(LIBRARY, n_initial=1, n_bags=1, n_steps=20, random_state=0)


def test_it_chooses_what_helps_and_fits_it_again():
    model = clone(MODEL).fit(X[::2], LABELS[::2])
    assert "nothing" not in model.names_
    assert [LIBRARY[position][0] for position in model.kept_] == model.names_
    assert model.errors_.argmin() == model.kept_[0]
    assert model.path_["validation_error"].min() <= model.errors_.min()
    assert [fitted.n_features_in_ for fitted in model.estimators_] == [30] * model.n_members_
    assert model.score(X[1::2], LABELS[1::2]) > 0.9
    expected = np.average(
        [each.predict_proba(X) for each in model.estimators_], axis=0, weights=model.member_weights_
    )
    np.testing.assert_allclose(model.predict_proba(X), expected)


def test_models_are_judged_on_rows_they_have_not_seen():
    noise = np.random.default_rng(0).integers(2, size=len(y))
    deep = [("deep", DecisionTreeClassifier()), ("nothing", DummyClassifier())]
    model = ForwardSelectionClassifier(deep, random_state=0).fit(X, noise)
    assert (model.errors_ > 0.4).all()


def test_votes_and_models_without_probabilities():
    library = [("line", LinearSVC()), ("bayes", GaussianNB()), ("tree", DecisionTreeClassifier(max_depth=2))]
    with pytest.raises(ValueError, match="'line' has no predict_proba"):
        ForwardSelectionClassifier(library).fit(X[:100] / 1e3, y[:100])
    voting = ForwardSelectionClassifier(library[1:], combination="vote", random_state=0).fit(X, LABELS)
    assert set(voting.predict(X)) == {"benign", "malignant"}


def test_values():
    inputs, target = load_diabetes(return_X_y=True)
    library = [Ridge(0.1), KNeighborsRegressor(20), DummyRegressor()]
    model = ForwardSelectionRegressor(library, n_initial=1, n_bags=1, random_state=0).fit(inputs, target)
    assert model.names_ == ["Ridge 0", "KNeighborsRegressor 1"]
    expected = np.average(
        [each.predict(inputs) for each in model.estimators_], axis=0, weights=model.member_weights_
    )
    np.testing.assert_allclose(model.predict(inputs), expected)


def test_the_own_library_reads_categories_and_missing_values():
    table = datasets.load("votes")
    model = ForwardSelectionClassifier(n_folds=2, n_bags=2, n_steps=10, random_state=0)
    model.fit(table.features[::2], table.target[::2])
    assert model.n_members_before_ == 8
    assert (model.predict(table.features[1::2]) == np.asarray(table.target)[1::2]).mean() > 0.9
    inputs, target = load_diabetes(return_X_y=True)
    values = ForwardSelectionRegressor(n_folds=2, n_bags=1, n_steps=5, random_state=0)
    assert values.fit(inputs[::4], target[::4]).n_members_before_ == 6


@pytest.mark.parametrize(
    ("library", "words"),
    [
        ([], "must be a list"),
        ("tree", "must be a list"),
        ([("a", GaussianNB()), ("a", GaussianNB())], "a name twice"),
        ([("a", Ridge())], "needs classifiers"),
    ],
)
def test_a_wrong_library_is_named(library, words):
    with pytest.raises(ValueError, match=words):
        ForwardSelectionClassifier(library).fit(X, y)


def test_too_few_folds():
    with pytest.raises(ValueError, match="n_folds=1"):
        clone(MODEL).set_params(n_folds=1).fit(X, y)
