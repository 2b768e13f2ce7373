import json

import numpy as np
import onnx
import onnxruntime
import pandas as pd
import pytest
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

from hedgerow import (
    BaggingClassifier,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    EnsembleClassifier,
    ExtraTreesClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
)
from hedgerow.boosting import LogitBoostClassifier, LsBoostClassifier, LsBoostRegressor
from hedgerow.export import ExportError, onnx_model, to_matrix, to_onnx

TABLE, NEW = make_table(), make_table(60, seed=9)
WITHIN = {"float32": 1e-6, "float64": 1e-12}
KINDS = pytest.mark.parametrize("dtype", WITHIN)


def run(model, rows, dtype="float32"):
    """What ONNX Runtime answers."""
    session = onnxruntime.InferenceSession(to_onnx(model, dtype=dtype).SerializeToString())
    return session.run(None, {"X": np.asarray(rows, dtype)})


def list_rows(model):
    rows = to_matrix(model, NEW)
    return np.vstack([rows, list_odd_rows(rows)])


def check_classifier(model, rows, dtype):
    labels, probabilities = run(model, rows, dtype)
    assert probabilities.dtype == dtype
    np.testing.assert_allclose(probabilities, ask(model.predict_proba, rows), rtol=0, atol=WITHIN[dtype])
    np.testing.assert_array_equal(labels, ask(model.predict, rows))


@pytest.mark.parametrize("n_classes", [2, 3, 26])
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_onnx_runtime_answers_as_the_classifier(name, n_classes):
    weights = None if name == "pruned" else {"sample_weight": np.random.default_rng(2).random(len(TABLE))}
    model = CLASSIFIERS[name].fit(TABLE, make_classes(TABLE, n_classes), **weights or {})
    for dtype in WITHIN:
        check_classifier(model, list_rows(model), dtype)


@KINDS
@pytest.mark.parametrize("name", REGRESSORS)
def test_onnx_runtime_answers_as_the_regressor(name, dtype):
    model = REGRESSORS[name].fit(TABLE, make_values(TABLE))
    rows = list_rows(model)
    (values,) = run(model, rows, dtype)
    assert (values.dtype, values.shape) == (np.dtype(dtype), (len(rows),))
    np.testing.assert_allclose(values, ask(model.predict, rows), rtol=WITHIN[dtype])


def test_a_forest_answers_to_the_last_bit_and_ties_fall_as_they_do():
    """Of a sum in another order some bits differ, and of many small leaves some sums are equal but for them."""
    y = make_classes(TABLE, 26)
    for forest in (
        ExtraTreesClassifier(40, min_samples_leaf=3),
        RandomForestClassifier(33, min_samples_leaf=4),
    ):
        forest.set_params(random_state=0).fit(TABLE, y)
        rows = to_matrix(forest, make_table(400, seed=5))
        labels, probabilities = run(forest, rows, "float64")
        np.testing.assert_array_equal(probabilities, ask(forest.predict_proba, rows))
        np.testing.assert_array_equal(labels, ask(forest.predict, rows))


@KINDS
def test_votes_that_tie_go_to_the_larger_class(dtype):
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2)).astype(np.float32), np.where(random.random(60) < 0.7, "z", "a")
    vote = EnsembleClassifier(combination="vote", n_estimators=4, random_state=0).fit(X, y)
    rows = random.normal(size=(300, 2)).astype(np.float32)
    is_tie = vote.predict_proba(rows)[:, 0] == 0.5
    assert 10 < is_tie.sum() < 290
    labels, _ = run(vote, rows, dtype)
    assert set(labels[is_tie]) == {"z"}
    check_classifier(vote, rows, dtype)


@KINDS
def test_rows_are_sent_alike_at_extreme_thresholds(dtype):
    edges = np.array(EDGES)
    with np.errstate(over="ignore", under="ignore"):
        cells = edges.astype(dtype)
        cells = np.concatenate(
            [
                cells,
                np.nextafter(cells, cells.dtype.type(np.inf)),
                np.nextafter(cells, -cells.dtype.type(np.inf)),
            ]
        )
    rows = np.column_stack([cells, np.roll(cells, 1)])
    rows = np.vstack([rows, [[np.nan, 0.0], [0.0, np.nan]]]).astype(np.float64)
    rows = rows[np.isfinite(rows).all(axis=1) | np.isnan(rows).any(axis=1)]
    for edge in EDGES:
        for missing_left in (0, 1):
            split = {"missing_left": missing_left}
            tree = make_tree([(0, edge, 1, split), LEAF, (1, -edge, 3, split), LEAF, LEAF])
            tree.values[:, 1] = np.arange(5)
            model = DecisionTreeRegressor().from_tree(tree)
            np.testing.assert_array_equal(run(model, rows, dtype)[0], tree.forest.outputs(rows)[0])


def test_a_node_that_no_category_passes():
    tree = make_tree([(0, 0.0, 1, {"categorical": 1, "code": 2}), LEAF, LEAF], [0])
    tree.values[:, 1] = np.arange(3)
    model = DecisionTreeRegressor().from_tree(tree)
    rows = np.array([[0.0, 0.0], [1.0, 0.0], [np.nan, 0.0], [9.0, 0.0]])
    np.testing.assert_array_equal(run(model, rows)[0], tree.forest.outputs(rows)[0])


@KINDS
@pytest.mark.parametrize("n_rows", [1, 2, 17, 700])
def test_any_number_of_rows(n_rows, dtype):
    forest = RandomForestClassifier(20, random_state=0).fit(TABLE, make_classes(TABLE, 3))
    check_classifier(forest, to_matrix(forest, make_table(n_rows, seed=3)), dtype)


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (["no", "yes"], object),
        (np.array(["nö", "yes"], object), object),
        ([3, 5], np.int64),
        (np.array([3, 5], np.uint8), np.int64),
        ([False, True], np.bool_),
        ([0.0, 2.0], np.float64),
    ],
    ids=["words", "objects", "whole", "bytes", "truth", "numbers"],
)
def test_labels_of_any_kind(labels, kind):
    y = np.asarray(labels)[np.arange(40) % 2]
    X = np.random.default_rng(0).normal(size=(40, 2)).astype(np.float32)
    for model in (DecisionTreeClassifier(), LogitBoostClassifier(n_estimators=3)):
        said = run(model.fit(X, y), X)[0]
        assert said.dtype == kind
        assert said.tolist() == model.predict(X).tolist()


def test_labels_that_the_standard_has_no_word_for_are_refused():
    with pytest.raises(ExportError, match=r"class labels are \[b'no', b'yes'\], \.\.\., and ONNX has words"):
        onnx_model._read_labels(np.array([b"no", b"yes"]))


@KINDS
@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(),
        RandomForestClassifier(3),
        BaggingClassifier(n_estimators=2),
        LsBoostClassifier(n_estimators=2),
        LogitBoostClassifier(n_estimators=2),
    ],
    ids=lambda model: type(model).__name__,
)
def test_one_class(model, dtype):
    X = np.arange(6.0)[:, None]
    check_classifier(model.fit(X, np.full(6, "only")), X, dtype)


@pytest.mark.parametrize(
    "model",
    [DecisionTreeRegressor(), RandomForestRegressor(3), LsBoostRegressor(n_estimators=2)],
    ids=lambda model: type(model).__name__,
)
def test_lone_leaves(model):
    X = np.arange(6.0)[:, None]
    assert run(model.fit(X, np.full(6, 2.5)), X)[0].tolist() == [2.5] * 6
    assert run(model.fit(X, np.zeros(6)), X)[0].tolist() == [0.0] * 6


def test_another_reader_of_the_standard_agrees():
    """The reference of the standard itself shares no code with ONNX Runtime; but sets, which it reads wrongly."""
    from onnx.reference import ReferenceEvaluator

    numbers = TABLE[["size", "age", "dose"]].to_numpy()
    rows = numbers[:10]
    for model in (RandomForestClassifier(3, max_depth=4, random_state=0), LsBoostClassifier(n_estimators=10)):
        model.fit(numbers, make_classes(TABLE, 3))
        labels, probabilities = ReferenceEvaluator(to_onnx(model, dtype="float64")).run(None, {"X": rows})
        np.testing.assert_allclose(probabilities, model.predict_proba(rows), rtol=0, atol=1e-12)
        assert list(labels) == list(model.predict(rows))


def test_the_model_says_what_it_reads():
    forest = RandomForestClassifier(3).fit(TABLE, make_classes(TABLE, 2))
    model = to_onnx(forest)
    onnx.checker.check_model(model, full_check=True)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    metadata = session.get_modelmeta().custom_metadata_map
    assert json.loads(metadata["feature_names"]) == ["size", "age", "dose", "color", "site"]
    assert json.loads(metadata["categories"])["color"] == [*"abcdef"]
    (read,) = session.get_inputs()
    assert (read.name, read.type, read.shape) == ("X", "tensor(float)", ["rows", 5])
    assert [each.name for each in session.get_outputs()] == ["label", "probabilities"]
    tree = DecisionTreeRegressor().fit(pd.DataFrame({"size": [1.0, 2.0]}), [0.0, 1.0])
    assert [each.name for each in to_onnx(tree).graph.output] == ["prediction"]


def test_more_values_than_single_precision_can_number_are_refused(monkeypatch):
    class Short:
        nmant = 1

    tree = DecisionTreeRegressor().fit(np.arange(9.0)[:, None], np.arange(9.0))
    monkeypatch.setattr(onnx_model.np, "finfo", lambda number: Short)
    with pytest.raises(ExportError, match=r"9 different values, more than float32 can number"):
        to_onnx(tree)


def test_another_type_is_refused():
    tree = DecisionTreeRegressor().fit([[0.0], [1.0]], [0.0, 1.0])
    with pytest.raises(ValueError, match="dtype='float16' must be 'float32' or 'float64'"):
        to_onnx(tree, dtype="float16")
