import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression

from hedgerow import RandomForestClassifier, RandomForestRegressor, datasets
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.outputs import Outputs
from hedgerow.pruning.cross_validated import FitSelectClassifier, FitSelectRegressor
from hedgerow.pruning.models import fit_weighted
from hedgerow.pruning.pruned import PrunedEnsembleClassifier, PrunedEnsembleRegressor

TABLE = datasets.load("votes")  # categories, with missing values and labels of text
X, y = TABLE.features, np.asarray(TABLE.target)
CLASSIFIERS = [
    PrunedEnsembleClassifier(RandomForestClassifier(20), n_members=7, random_state=0),
    PrunedEnsembleClassifier(
        RandomForestClassifier(20), n_members=7, combination="mean_probability", random_state=0
    ),
    PrunedEnsembleClassifier(RandomForestClassifier(20), method="instance", random_state=0),
    FitSelectClassifier(n_estimators=15, random_state=0),
]


@pytest.mark.parametrize("model", CLASSIFIERS)
def test_categories_missing_values_and_text_labels(model):
    model = clone(model).fit(X.iloc[::2], y[::2])
    shares = model.predict_proba(X.iloc[1::2])
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    predicted = model.predict(X.iloc[1::2])
    assert (predicted == y[1::2]).mean() > 0.9
    np.testing.assert_array_equal(model.classes_[shares.argmax(axis=1)], predicted)
    assert model.feature_names_in_.tolist() == X.columns.tolist()


@pytest.mark.parametrize("model", CLASSIFIERS)
def test_same_seed_same_bits_for_any_number_of_workers(model):
    one, two = (clone(model).set_params(n_jobs=n).fit(X, y) for n in (1, 2))
    np.testing.assert_array_equal(one.kept_, two.kept_)
    np.testing.assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    again = pickle.loads(pickle.dumps(one))
    np.testing.assert_array_equal(again.predict_proba(X), one.predict_proba(X))


@pytest.mark.parametrize("model", [CLASSIFIERS[0], CLASSIFIERS[3]])
def test_outputs_can_read_it(model):
    model = clone(model).fit(X, y)
    said = Outputs.from_estimator(model, X, y)
    assert said.n_members == model.n_members_ == len(model.estimators_) == len(model.kept_)
    votes = said.votes()
    np.testing.assert_allclose(votes / votes.sum(axis=1, keepdims=True), model.predict_proba(X))
    *_, last = model.staged_predict(X)
    np.testing.assert_array_equal(last, model.predict(X))
    assert len(list(model.staged_predict(X.iloc[:3]))) == model.n_members_


def test_many_classes_and_relabelled_classes():
    table = datasets.load("wine")
    names = np.array(["c", "a", "b"])[np.unique(table.target, return_inverse=True)[1]]
    model = FitSelectClassifier(n_estimators=20, random_state=0).fit(table.features[::2], names[::2])
    assert model.classes_.tolist() == ["a", "b", "c"]
    assert (model.predict(table.features[1::2]) == names[1::2]).mean() > 0.85


def test_values():
    inputs, target = load_diabetes(return_X_y=True)
    for model in (
        PrunedEnsembleRegressor(RandomForestRegressor(20), n_members=8, random_state=0),
        FitSelectRegressor(n_estimators=20, random_state=0),
    ):
        model.fit(inputs[::2], target[::2])
        np.testing.assert_allclose(
            model.predict(inputs),
            np.average(model.member_outputs(inputs), axis=0, weights=model.member_weights_),
        )
        *_, last = model.staged_predict(inputs)
        np.testing.assert_allclose(last, model.predict(inputs))
        assert model.combination_weights_ is None


def test_a_failed_fit_leaves_the_model_as_it_was():
    model = PrunedEnsembleClassifier(RandomForestClassifier(5), random_state=0).fit(X, y)
    before = model.kept_
    with pytest.raises(ValueError, match="method='nothing'"):
        model.set_params(method="nothing").fit(X, y)
    assert model.kept_ is before


def test_weights_must_be_of_use():
    with pytest.raises(ValueError, match="does not take sample_weight"):
        fit_weighted(_NoWeights(), TrainingSet(np.ones((2, 1)), np.ones(2), np.ones(2)))
    assert fit_weighted(
        LinearRegression(), TrainingSet(np.eye(2), np.ones(2), np.ones(2))
    ).intercept_ == pytest.approx(1)


class _NoWeights:
    def fit(self, X, y):
        return self


def test_wrong_names_and_shapes_are_noticed():
    model = PrunedEnsembleClassifier(RandomForestClassifier(5), random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(pd.DataFrame({"other": [1]}))
    with pytest.raises(ValueError, match="combination='sum'"):
        PrunedEnsembleClassifier(RandomForestClassifier(5), combination="sum").fit(X, y)
