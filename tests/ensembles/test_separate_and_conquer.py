"""What all separate-and-conquer classifiers keep."""

import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_matrix
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeRegressor
from tests.ensembles.made_up import InterruptedTree

from hedgerow import datasets
from hedgerow.ensembles.cautious import CautiousClassifier
from hedgerow.ensembles.covering import LeafCoverClassifier
from hedgerow.ensembles.robust_tree import RobustTreeClassifier
from hedgerow.ensembles.triskel import TriskelClassifier

X, y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])
MAKERS = {
    "cautious": lambda **choices: CautiousClassifier(max_stages=3, min_samples=5, random_state=0, **choices),
    "triskel": lambda **choices: TriskelClassifier(random_state=0, **choices),
    "robust": lambda **choices: RobustTreeClassifier(random_state=0, **choices),
    "cover": lambda **choices: LeafCoverClassifier(random_state=0, **choices),
}
each = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
each_of_any_learner = pytest.mark.parametrize(
    "make",
    [MAKERS[name] for name in ("cautious", "triskel", "robust")],
    ids=["cautious", "triskel", "robust"],
)


@each
def test_frames_with_categories_gaps_and_labels_just_work(make):
    table = datasets.load("votes")
    model = make().fit(table.features, table.target)
    assert set(model.predict(table.features)) == {"democrat", "republican"}
    assert model.score(table.features, table.target) > 0.93
    unseen = table.features.iloc[:3].assign(V4="perhaps")
    assert_allclose(model.predict_proba(unseen).sum(axis=1), 1)


@each
def test_renamed_labels_are_renamed_predictions(make):
    coded, named = make().fit(X, y), make().fit(X, NAMES[y])
    assert_array_equal(NAMES[coded.predict(X)], named.predict(X))
    assert_allclose(coded.predict_proba(X), named.predict_proba(X))


@each
def test_the_same_seed_gives_the_same_bits_and_a_copy_answers_the_same(make):
    one, two = make().fit(X, y), make().fit(X, y)
    assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert_array_equal(one.predict_proba(X), pickle.loads(pickle.dumps(one)).predict_proba(X))


@each
def test_a_report_adds_up_and_unknown_labels_are_errors(make):
    model = make().fit(X, NAMES[y])
    report = model.report(X, NAMES[y])
    assert report["n_taken"].sum() == report["n_arriving"][0] == len(y)
    assert report["share"].sum() == pytest.approx(1)
    assert np.nansum(report["share"] * report["error"]) == pytest.approx(1 - model.score(X, NAMES[y]))
    assert_array_equal(np.bincount(model.answering_stage(X), minlength=len(report)), report["n_taken"])
    assert (model.report(X, ["tulip"] * len(y))["error"].dropna() == 1).all()
    assert "error" not in model.report(X)


@each
def test_staged_predictions_end_with_the_predictions(make):
    model = make().fit(X, y)
    stages = list(model.staged_predict(X))
    assert len(stages) == len(model.report(X))
    assert_array_equal(stages[-1], model.predict(X))
    assert_allclose(np.exp(model.predict_log_proba(X)), model.predict_proba(X))


@each
def test_one_class_is_answered(make):
    model = make().fit(X[:20], ["only"] * 20)
    assert set(model.predict(X)) == {"only"}
    assert (model.predict_proba(X) == 1).all()


@each
def test_rows_of_weight_zero_are_not_there(make):
    half = np.arange(len(y)) % 2 == 0
    masked = make().fit(X, y, half.astype(float))
    alone = make().fit(X[half], y[half])
    assert_allclose(masked.predict_proba(X), alone.predict_proba(X), atol=1e-9)


@each
def test_fit_leaves_its_input_alone(make):
    given, labels = X.copy(), y.copy()
    make().fit(given, labels)
    assert_array_equal(given, X)
    assert_array_equal(labels, y)


@each_of_any_learner
@pytest.mark.parametrize("learner", [GaussianNB(), KNeighborsClassifier(7), LogisticRegression(max_iter=500)])
def test_any_learner_will_do_and_reads_categories_as_indicators(make, learner):
    frame = pd.DataFrame({"long": pd.Categorical(np.where(X[:, 2] > 2, "yes", "no")), "width": X[:, 3]})
    model = make(estimator=learner).fit(frame, NAMES[y])
    assert model.score(frame, NAMES[y]) > 0.85


@each_of_any_learner
def test_sparse_matrices_go_to_learners_that_take_them(make):
    model, dense = (make(estimator=MultinomialNB()).fit(rows, y) for rows in (csr_matrix(X), X))
    assert_allclose(model.predict_proba(csr_matrix(X)), dense.predict_proba(X))
    model, dense = (make().fit(rows, y) for rows in (csr_matrix(X), X))
    assert_allclose(model.predict_proba(csr_matrix(X)), dense.predict_proba(X))


@each_of_any_learner
def test_what_is_no_classifier_is_refused(make):
    for wrong in (DecisionTreeRegressor(), GaussianNB, "tree"):
        with pytest.raises(ValueError, match=r"is not a classifier; .* needs a classifier|cannot be fitted"):
            make(estimator=wrong).fit(X, y)


@each_of_any_learner
def test_an_interruption_leaves_it_as_it_was(make):
    InterruptedTree.fits = 4
    model = make(estimator=InterruptedTree())
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, y)
    assert not [name for name in vars(model) if name.endswith("_")]
