import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hedgerow import (
    DecisionTreeClassifier,
    EnsembleClassifier,
    HedgerowClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)
from hedgerow.boosting import LsBoostClassifier
from hedgerow.ensembles import IteratedBaggingRegressor, RandomSubspaceClassifier
from hedgerow.pruning import PrunedEnsembleClassifier
from hedgerow.relevance import shap_values
from hedgerow.relevance.shapley import ShapValues

rng = np.random.default_rng(0)
X = rng.normal(size=(90, 4))
NUMBER = X[:, 0] * X[:, 1] + X[:, 2]


def draw_task(seed, n_classes, missing):
    generator = np.random.default_rng(seed)
    rows = generator.normal(size=(60, 4)).round(1)
    y = np.digitize(rows[:, 0] * rows[:, 1], np.linspace(-0.8, 0.8, max(n_classes - 1, 1)))
    if missing:
        rows[generator.random(rows.shape) < 0.2] = np.nan
    return rows, y


@given(
    seed=st.integers(0, 2**16),
    n_classes=st.sampled_from([0, 2, 3, 5]),
    missing=st.booleans(),
    lends=st.booleans(),
)
@settings(max_examples=12, deadline=None)
def test_contributions_add_up_to_the_prediction(seed, n_classes, missing, lends):
    rows, y = draw_task(seed, n_classes, missing)
    if n_classes:
        model = RandomForestClassifier(3, random_state=seed).fit(rows, y)
        said = model.predict_proba(rows)
    else:
        model = RandomForestRegressor(3, random_state=seed).fit(
            rows, y + rows.sum(axis=1, where=~np.isnan(rows))
        )
        said = model.predict(rows)
    shap = shap_values(model, rows, rows[:7] if lends else None, interactions=True)
    np.testing.assert_allclose(shap.predictions, said, atol=1e-12)
    np.testing.assert_allclose(shap.interactions.sum(axis=2), shap.values, atol=1e-12)


def test_a_feature_that_is_not_split_on_contributes_nothing():
    model = RandomForestRegressor(5, random_state=0).fit(np.c_[X, np.ones(90)], NUMBER)
    for background in (None, np.c_[X, np.ones(90)][:10]):
        assert not shap_values(model, np.c_[X, np.ones(90)], background).values[:, 4].any()


def test_features_that_play_the_same_part_contribute_the_same():
    # y = a xor b on all four corners: both halves of every surprise belong to either.
    corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    model = DecisionTreeClassifier().fit(corners, [0, 1, 1, 0])
    for background in (None, corners):
        shap = shap_values(model, corners, background, interactions=True)
        expected = np.array([-0.25, 0.25, 0.25, -0.25])
        np.testing.assert_allclose(shap.values[:, :, 1], expected[:, None] * np.ones(2), atol=1e-15)
        np.testing.assert_allclose(shap.interactions[:, 0, 1, 1], expected, atol=1e-15)
        assert shap.base[1] == pytest.approx(0.5)


def test_a_background_of_the_row_itself_leaves_nothing_to_explain():
    model = RandomForestRegressor(5, random_state=0).fit(X, NUMBER)
    shap = shap_values(model, X[:1], X[:1])
    assert not shap.values.any()
    assert shap.base == pytest.approx(model.predict(X[:1])[0])


def test_rows_do_not_depend_on_those_beside_them():
    model = RandomForestClassifier(5, random_state=0).fit(X, NUMBER > 0)
    together = shap_values(model, X, n_jobs=2).values
    np.testing.assert_array_equal(together[13:14], shap_values(model, X[13:14]).values)


class TestParity:
    """shap computes the same, of trees that are given to it as they are."""

    shap = staticmethod(lambda: pytest.importorskip("shap"))

    @staticmethod
    def describe(tree, values, weights):
        left, right = tree.children_left, tree.children_right
        return {
            "children_left": left,
            "children_right": right,
            "children_default": np.where(tree.nodes["missing_left"] != 0, left, right),
            "features": tree.feature,
            "thresholds": np.where(tree.is_leaf, 0.0, tree.nodes["threshold"]),
            "values": values.reshape(len(weights), -1),
            "node_sample_weight": np.asarray(weights, np.float64),
        }

    @pytest.mark.parametrize("n_classes", [0, 2, 5])
    @pytest.mark.parametrize("missing", [False, True])
    def test_values_of_shallow_forests(self, n_classes, missing):
        explainer = self.shap().TreeExplainer
        rows, y = draw_task(3, n_classes, missing)
        kind = RandomForestClassifier if n_classes else RandomForestRegressor
        model = kind(4, max_depth=4, random_state=0).fit(rows, y)
        ours = shap_values(model, rows, interactions=n_classes != 5)
        trees = []
        for place in range(4):
            tree = model.members_.forest[place]
            weights = tree.weighted_n_node_samples
            values = tree.value / weights[:, None] if n_classes else tree.value
            trees.append(self.describe(tree, values / 4, weights))
        theirs = explainer({"trees": trees})
        np.testing.assert_allclose(
            ours.values, np.asarray(theirs.shap_values(rows)).reshape(ours.values.shape), rtol=0, atol=1e-9
        )
        np.testing.assert_allclose(ours.base, np.ravel(theirs.expected_value), atol=1e-9)
        if n_classes == 0:
            pairs = np.asarray(theirs.shap_interaction_values(rows)).reshape(ours.interactions.shape)
            np.testing.assert_allclose(ours.interactions, pairs, rtol=0, atol=1e-9)

    def test_values_by_background_rows(self):
        explainer = self.shap().TreeExplainer
        model = RandomForestRegressor(1, max_depth=5, random_state=0).fit(X, NUMBER)
        tree = model.members_.forest[0]
        described = self.describe(tree, tree.value, tree.weighted_n_node_samples)
        theirs = explainer({"trees": [described]}, data=X[:20], feature_perturbation="interventional")
        # shap keeps its weights here in single precision.
        np.testing.assert_allclose(
            shap_values(model, X, X[:20]).values,
            theirs.shap_values(X, check_additivity=False).reshape(X.shape),
            atol=1e-5,
        )

    def test_an_explanation_is_shaps_own(self):
        shap = self.shap()
        model = RandomForestClassifier(3, random_state=0).fit(
            pd.DataFrame(X, columns=list("abcd")), NUMBER > 0
        )
        found = shap_values(model, pd.DataFrame(X, columns=list("abcd")))
        told = found.explanation()
        assert isinstance(told, shap.Explanation)
        assert told.shape == (90, 4, 2)
        assert told[:, :, 1].feature_names == list("abcd")
        np.testing.assert_array_equal(told.values, found.values)
        np.testing.assert_array_equal(told.data, X)
        np.testing.assert_allclose(
            told.base_values + told.values.sum(axis=1), model.predict_proba(found.table), atol=1e-12
        )


TABLE = pd.DataFrame({"a": [1.0, 2.0], "b": ["x", None]}, index=["anna", "bert"])
VALUES = np.stack([np.array([[0.1, -0.4], [0.2, 0.3]]) * sign for sign in (-1, 1)], axis=2)
TWO = ShapValues(VALUES, np.array([0.6, 0.4]), None, TABLE, ("no", "yes"), "probability", None)


def test_of_two_classes_the_second_is_looked_at():
    assert TWO.frame().loc["bert"].tolist() == [0.2, 0.3]
    assert TWO.frame("no").loc["bert"].tolist() == [-0.2, -0.3]
    assert TWO.explain("anna").to_dict("list") == {
        "feature": ["b", "a"],
        "value": ["x", 1.0],
        "contribution": [-0.4, 0.1],
    }
    assert TWO.summarise()["feature"].tolist() == ["b", "a"]


def test_what_is_not_there_is_refused():
    with pytest.raises(ValueError, match="output='maybe' must be one of the classes 'no' and 'yes'"):
        TWO.frame("maybe")
    with pytest.raises(KeyError, match="no row is named 'carl'; the 2 rows are named 'anna' to 'bert'"):
        TWO.explain("carl")
    single = ShapValues(VALUES[:, :, 0], 1.0, None, TABLE, (), "value", 3)
    with pytest.raises(ValueError, match="there is one output, a value"):
        single.frame("yes")
    assert repr(single) == "<ShapValues of a value: 2 rows, 2 features, by 3 background rows>"
    model = RandomForestClassifier(2, random_state=0).fit(X, np.digitize(NUMBER, [-1, 1]))
    with pytest.raises(ValueError, match="output=None must be one of the classes"):
        shap_values(model, X).frame()


def test_rows_are_read_as_the_model_reads_them():
    model = RandomForestClassifier(2, random_state=0).fit(X, NUMBER > 0)
    with pytest.raises(ValueError, match="features"):
        shap_values(model, X[:, :3])
    with pytest.raises(ValueError, match="features"):
        shap_values(model, X, X[:, :3])
    with pytest.raises(ValueError, match="not fitted"):
        shap_values(RandomForestClassifier(), X)


def test_categories_are_explained_by_their_names():
    table = pd.DataFrame({"colour": pd.Categorical(list("rgb") * 30), "size": X[:, 0]})
    model = RandomForestClassifier(5, random_state=0).fit(table, table["colour"] == "r")
    shap = shap_values(model, table)
    np.testing.assert_allclose(shap.predictions, model.predict_proba(table), atol=1e-12)
    assert shap.explain(0)["value"][0] == "r"


def test_without_shap_there_is_a_sentence(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "shap", None)
    with pytest.raises(ImportError, match="which is not installed"):
        TWO.explanation()


@pytest.mark.parametrize(
    ("model", "ask"),
    [
        (RandomSubspaceClassifier(n_estimators=4, random_state=0), "predict_proba"),
        (IteratedBaggingRegressor(n_estimators=3, random_state=0), "predict"),
        (
            PrunedEnsembleClassifier(
                RandomForestClassifier(6, random_state=0), validation="out_of_bag", random_state=0
            ),
            "predict_proba",
        ),
    ],
)
def test_every_sum_of_trees_is_split_up(model, ask):
    table = np.random.default_rng(5).normal(size=(60, 4))
    y = table[:, 0] + table[:, 1] * table[:, 2]
    model.fit(table, y if ask == "predict" else y > 0)
    for background in (None, table[:5]):
        shap = shap_values(model, table[:12], background)
        np.testing.assert_allclose(shap.predictions, getattr(model, ask)(table[:12]), atol=1e-12)


def test_what_adds_up_no_trees_is_refused_with_the_way_out():
    table = np.random.default_rng(5).normal(size=(40, 3))
    y = table[:, 0] > 0
    for model, says in (
        (HedgerowClassifier(n_estimators=2), "read mixtures of the features"),
        (EnsembleClassifier(n_estimators=2, combination="product"), "which is not a sum over the members"),
        (LsBoostClassifier(n_estimators=2), "its stumps are trees"),
    ):
        model.fit(table, y)
        with pytest.raises(TypeError, match=f"cannot be read from trees: .*{says}.*shap.Explainer"):
            shap_values(model, table)
    shap = shap_values(model, table, table[:5])  # the background knows where rows go
    np.testing.assert_allclose(shap.predictions, model.decision_function(table), atol=1e-12)
