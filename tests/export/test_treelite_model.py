import numpy as np
import pytest
import treelite
from tests.export.models import (
    CLASSIFIERS,
    REGRESSORS,
    ask,
    list_odd_rows,
    make_classes,
    make_table,
    make_values,
)
from tests.export.test_onnx_trees import EDGES, LEAF, make_tree

from hedgerow import DecisionTreeRegressor, RandomForestClassifier
from hedgerow.boosting import LogitBoostClassifier, LsBoostClassifier
from hedgerow.ensembles import RotationForestClassifier
from hedgerow.export import ExportError, to_matrix, to_treelite

TABLE, NEW = make_table(), make_table(60, seed=9)


def run(model, rows, **options):
    """What Treelite's own library answers, (n_samples, n_outputs)."""
    said = treelite.gtil.predict(to_treelite(model), rows, **options)
    assert said.dtype == np.float64
    return said.reshape(len(rows), -1)


def list_rows(model):
    rows = to_matrix(model, NEW)
    return np.vstack([rows, list_odd_rows(rows)])


@pytest.mark.parametrize("n_classes", [2, 3, 26])
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_treelite_answers_as_the_classifier(name, n_classes):
    model = CLASSIFIERS[name].fit(TABLE, make_classes(TABLE, n_classes))
    rows = list_rows(model)
    said, expected, within = run(model, rows), ask(model.predict_proba, rows), 1e-12
    if isinstance(model, LsBoostClassifier | LogitBoostClassifier):
        scores = ask(model.decision_function, rows).reshape(len(rows), -1)
        np.testing.assert_allclose(run(model, rows, pred_margin=True), scores, rtol=0, atol=1e-12)
        if isinstance(model, LsBoostClassifier):
            expected = scores
        elif n_classes == 2:
            expected = expected[:, 1:]
        else:
            within = 1e-6  # Treelite's softmax computes in single precision
    np.testing.assert_allclose(said, expected, rtol=0, atol=within)


@pytest.mark.parametrize("name", REGRESSORS)
def test_treelite_answers_as_the_regressor(name):
    model = REGRESSORS[name].fit(TABLE, make_values(TABLE))
    rows = list_rows(model)
    np.testing.assert_allclose(run(model, rows)[:, 0], ask(model.predict, rows), rtol=1e-13)


@pytest.mark.parametrize("missing_left", [0, 1])
def test_rows_are_sent_alike_at_extreme_thresholds(missing_left):
    edges = np.array(EDGES)
    with np.errstate(over="ignore", under="ignore"):
        cells = np.concatenate([edges, np.nextafter(edges, np.inf), np.nextafter(edges, -np.inf), [np.nan]])
    rows = np.column_stack([cells, np.roll(cells, 1)])
    for edge in EDGES:
        split = {"missing_left": missing_left}
        tree = make_tree([(0, edge, 1, split), LEAF, (1, -edge, 3, split), LEAF, LEAF])
        tree.values[:, 1] = np.arange(5)
        model = DecisionTreeRegressor().from_tree(tree)
        np.testing.assert_array_equal(run(model, rows)[:, 0], tree.forest.outputs(rows)[0])


@pytest.mark.parametrize("bits", [0b00, 0b01, 0b11])
@pytest.mark.parametrize("missing_left", [0, 1])
def test_all_categories_and_none_of_them(bits, missing_left):
    node = (0, 0.0, 1, {"categorical": 1, "code": 2, "missing_left": missing_left})
    tree = make_tree([node, LEAF, LEAF], [bits])
    tree.values[:, 1] = np.arange(3)
    rows = np.array([[0.0, 0.0], [1.0, 0.0], [np.nan, 0.0], [9.0, 0.0], [-1.0, 0.0]])
    model = DecisionTreeRegressor().from_tree(tree)
    np.testing.assert_array_equal(run(model, rows)[:, 0], tree.forest.outputs(rows)[0])


def test_one_class_and_lone_leaves():
    X = np.arange(6.0)[:, None]
    for model in (
        RandomForestClassifier(2),
        LsBoostClassifier(n_estimators=2),
        LogitBoostClassifier(n_estimators=2),
    ):
        assert (run(model.fit(X, np.full(6, "only")), X) == 1).all()
    assert (run(DecisionTreeRegressor().fit(X, np.full(6, 2.5)), X) == 2.5).all()


def test_a_checkpoint_is_read_again_and_says_what_it_reads():
    forest = RandomForestClassifier(3, random_state=0).fit(TABLE, make_classes(TABLE, 3))
    again = treelite.Model.deserialize_bytes(to_treelite(forest).serialize_bytes())
    rows = to_matrix(forest, NEW)
    said = treelite.gtil.predict(again, rows).reshape(len(rows), -1)
    np.testing.assert_allclose(said, ask(forest.predict_proba, rows), rtol=0, atol=1e-12)
    assert again.attributes["feature_names"] == ["size", "age", "dose", "color", "site"]
    assert again.attributes["categories"]["color"] == [*"abcdef"]
    assert again.attributes["classes"] == ["class 00", "class 01", "class 02"]


def test_what_is_no_sum_over_trees_is_refused():
    model = RotationForestClassifier(n_estimators=2).fit(np.eye(6), [0, 1] * 3)
    with pytest.raises(ExportError, match="RotationForestClassifier cannot be exported"):
        to_treelite(model)
