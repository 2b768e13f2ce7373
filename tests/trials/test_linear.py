import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from hedgerow import load_model, save_model
from hedgerow.tables.column_choice import choose_columns
from hedgerow.trials.linear import TableScaler, make_linear_baseline


def test_numbers_are_scaled_as_scikit_learn_does():
    generator = np.random.default_rng(0)
    values = generator.normal(3, 5, (50, 3))
    values[::7, 1] = np.nan
    frame = pd.DataFrame(values, columns=["a", "b", "c"])
    expected = StandardScaler().fit_transform(SimpleImputer(strategy="median").fit_transform(values))
    np.testing.assert_allclose(TableScaler().fit_transform(frame), expected)


def test_categories_become_indicators_and_unknown_ones_nothing():
    scaler = TableScaler().fit(pd.DataFrame({"c": ["u", "v", "w"]}))
    said = scaler.transform(pd.DataFrame({"c": ["v", "z", None]}))
    np.testing.assert_array_equal(said, [[0, 1, 0], [0, 0, 0], [0, 0, 0]])


def test_constant_and_empty_columns_are_zero():
    frame = pd.DataFrame({"a": [2.0, 2.0], "b": [np.nan, np.nan]})
    np.testing.assert_array_equal(TableScaler().fit_transform(frame), np.zeros((2, 2)))


def test_it_can_be_cloned():
    assert isinstance(clone(make_linear_baseline("classification")).named_steps["model"], LogisticRegression)


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_it_can_be_saved(task, classes, numbers, tmp_path):
    table = classes if task == "classification" else numbers
    features = choose_columns(table).take(table).features
    model = make_linear_baseline(task).fit(features, np.asarray(table.target))
    save_model(model, tmp_path / "linear.hdg")
    loaded = load_model(tmp_path / "linear.hdg")
    np.testing.assert_array_equal(loaded.predict(features), model.predict(features))
