import json

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

from hedgerow import BaggingClassifier, DecisionTreeClassifier, EnsembleClassifier, load_model, save_model
from hedgerow.foundation.constraints import list_constraints
from hedgerow.learners import NearestClassifier, RandomOracleClassifier
from hedgerow.learners.local.partitions import PredictedParts
from hedgerow.saving import history, kinds
from hedgerow.saving.archive import ModelFileError, write_array
from hedgerow.saving.reader import Reader
from hedgerow.saving.writer import Writer

HOLDER = "predicted-partition@1"


@pytest.fixture(autouse=True)
def hold_anything(monkeypatch):
    """Values of any type are read and written as the estimator of a partition, without its constraint."""
    list_constraints.cache_clear()
    monkeypatch.setattr(PredictedParts, "_parameters", {})
    yield
    list_constraints.cache_clear()


def there_and_back(value):
    writer = Writer()
    writer.describe(PredictedParts(value))
    objects = json.loads(json.dumps(writer.objects))
    return Reader(objects, writer.arrays).read().estimator


@pytest.mark.parametrize(
    "value",
    [None, 1, -(2**70), "ä", 0.1, float("inf"), (1, (2,)), [1, [2]], {1: "a", ("b", 2): None}, {3}, frozenset({"x"}),
     np.float32(0.5), np.dtype("<u2"), range(2, 9, 3),
     np.float64, np.bool_, slice(None, 3)],
)  # fmt: skip
def test_values_come_back(value):
    again = there_and_back(value)
    assert again == value
    assert type(again) is type(value)


def test_arrays_frames_and_states_come_back():
    words = np.array(["a", None, 5], object)
    assert there_and_back(words).tolist() == words.tolist()
    frame = pd.DataFrame({"a": [1.5, 2], "b": ["x", None]}, index=[3, 4])
    pd.testing.assert_frame_equal(there_and_back(frame), frame, check_dtype=False)
    pd.testing.assert_index_equal(there_and_back(pd.Index(["a", "b"])), pd.Index(["a", "b"]), exact=False)
    state = np.random.RandomState(5)
    state.normal()
    assert there_and_back(state).normal() == state.normal()
    assert there_and_back(np.random.RandomState(3)).randint(10**6) == np.random.RandomState(3).randint(10**6)


def test_what_is_shared_stays_shared():
    part = PredictedParts(None)
    again = there_and_back([part, part])
    assert again[0] is again[1]


def test_a_model_may_be_the_template_of_its_members():
    model = NearestClassifier().fit([[0.0], [1.0]], [0, 1])
    held = next(name for name, value in vars(model).items() if hasattr(value, "template"))
    assert getattr(model, held).template is model
    writer = Writer()
    writer.describe(model)
    again = Reader(writer.objects, writer.arrays).read()
    assert getattr(again, held).template is again


@pytest.mark.parametrize("held", [["object", 0], ["list", [["object", 1], ["object", 0]]]])
def test_an_object_that_holds_itself_is_refused(held):
    with pytest.raises(ModelFileError, match="an object holds itself"):
        Reader([[HOLDER, {"estimator": held}], [HOLDER, {"estimator": None}]], {}).read()


def test_objects_that_hold_each_other_too_often_are_refused():
    twice = [[HOLDER, {"estimator": ["list", [["object", n + 1]] * 2]}] for n in range(40)]
    with pytest.raises(ModelFileError, match="hold each other too often"):
        Reader([*twice, [HOLDER, {"estimator": None}]], {}).read()
    Reader([*twice[:2], [HOLDER, {"estimator": None}], *twice[3:], [HOLDER, {"estimator": None}]], {}).read()


def hold_twice(depth):
    held = None
    for _ in range(depth):
        held = PredictedParts([held, held])
    return held


@pytest.mark.parametrize("root", ["ensemble", "members"])
def test_what_only_a_template_holds_is_counted(root):
    X = np.random.default_rng(0).normal(size=(30, 2))
    oracle = RandomOracleClassifier(DecisionTreeClassifier(max_depth=2), random_state=0)
    model = BaggingClassifier(oracle, 2, random_state=0).fit(X, X[:, 0] > 0)
    # In an ensemble a template stands for itself; of a model by itself, it is the model.
    held = model if root == "ensemble" else oracle.fit(X, X[:, 0] > 0).members_
    template = held.members_[0].members_.template if root == "ensemble" else held.template
    there_and_back(held)
    template.estimator = hold_twice(40)
    with pytest.raises(ModelFileError, match="hold each other too often"):
        there_and_back(held)


def test_pipelines_are_not_nested_deep():
    def nest(depth):
        inner = StandardScaler()
        for _ in range(depth):
            inner = Pipeline([("inner", inner)])
        return inner

    assert get_tags(there_and_back(nest(4))) == get_tags(nest(4))
    with pytest.raises(ModelFileError, match="nested too deep"):
        there_and_back(nest(20))


@pytest.mark.parametrize(
    "steps", [(Pipeline([]),) * 2, "ab", [("a",)], [(1, None)], [["a", None, [0]]], None], ids=str
)
def test_steps_are_names_with_estimators(steps):
    with pytest.raises(ModelFileError, match="no names with estimators"):
        there_and_back(Pipeline(steps))


@pytest.mark.parametrize(
    ("view", "owner", "field"),
    [
        ("projection", lambda drawn: drawn, "n_features"),
        ("projection", lambda drawn: drawn.projection, "n_components"),
        ("combinations", lambda drawn: drawn, "n_combinations"),
    ],
    ids=["features", "components", "combinations"],
)
def test_a_view_that_is_drawn_anew_fits_table_and_member(view, owner, field):
    X = np.random.default_rng(0).normal(size=(30, 3))
    made = EnsembleClassifier(DecisionTreeClassifier(max_depth=2), view=view, n_estimators=2, random_state=0)
    members = made.fit(X, X[:, 0] > 0).members_
    there_and_back(members)
    object.__setattr__(owner(members.views[1]), field, 100_000)
    with pytest.raises(ModelFileError, match="other numbers of features"):
        there_and_back(members)


@pytest.mark.parametrize("view", ["decimation", "rotation"])
def test_importances_take_no_longer_than_their_features(view):
    X = np.random.default_rng(0).normal(size=(30, 3))
    made = EnsembleClassifier(DecisionTreeClassifier(max_depth=2), view=view, n_estimators=2, random_state=0)
    wide = there_and_back(made.fit(X, X[:, 0] > 0))
    np.testing.assert_array_equal(wide.feature_importances_, made.feature_importances_)
    wide.n_features_in_ = 4_000_000
    if view == "decimation":
        np.testing.assert_array_equal(wide.feature_importances_[:3], made.feature_importances_)
    else:
        with pytest.raises(ValueError, match="mixtures of 3 features, not of 4000000"):
            wide.feature_importances_  # noqa: B018 - it is computed


@pytest.mark.parametrize("name", ["n_estimators", "n_hidden"])
def test_experts_that_are_trained_late_are_no_larger_than_the_file(name):
    kind = {"n_estimators": "random-forest-classifier@1", "n_hidden": "small-network-classifier@1"}[name]
    assert getattr(Reader([[kind, {name: 500}]], {}).read(), name) == 500
    with pytest.raises(ModelFileError, match=f"{name}=1000000000 is more than it has room for"):
        Reader([[kind, {name: 10**9}]], {}).read()


def test_many_short_words_for_many_values_are_refused():
    ranges = [["range", 0, 10**6, 1]] * 11
    with pytest.raises(ModelFileError, match="more than 10000000 values"):
        Reader([[HOLDER, {"estimator": ["list", ranges]}]], {}).read()


def test_there_are_no_more_classes_than_words_for_them():
    separate = {"models": ["tuple", []], "n_parts": ["array", "a0"], "n_classes": 10**9}
    with pytest.raises(ModelFileError, match="n_classes=1000000000 is more than it has room for"):
        Reader([["separate-models@1", separate]], {"a0": write_array(np.zeros(1, np.intp))}).read()


@pytest.mark.parametrize(
    "said",
    [
        {}, [], [1], ["list"], ["list", 5], ["dict", [[1]]], ["float", "1e5"], ["scalar", "<f8", ["list", []]],
        ["scalar", "V8", 1], ["dtype", "O"], ["dtype", 5], ["array", 5], ["object", True], ["object", -1],
        ["random_state", ["list", []], 0, 0, 0.0], ["frame", [], [], 0], ["frame", ["a"], [], ["values", [], [0]]],
        ["values", [1], [-1]],
        ["range", 0, 1, 0], ["range", 0, 0.5, 1], ["range", 0, 2**60, 1], ["index", ["list", []]],
        ["items", []],
        ["slice", 1], ["slice", 1, 2, "x"], ["number_type", "O"], ["sparse", 1, 2, 3, [1, 1]],
        ["_value", 1], ["set", [["list", []]]], ["tuple", [1], 2],
    ],
    ids=str,
)  # fmt: skip
def test_nonsense_is_refused(said):
    with pytest.raises(ModelFileError):
        Reader([[HOLDER, {"estimator": said}]], {}).read()


def test_depth_has_an_end():
    said = ["list", []]
    for _ in range(100):
        said = ["list", [said]]
    with pytest.raises(ModelFileError):
        Reader([[HOLDER, {"estimator": said}]], {}).read()


@pytest.mark.parametrize("name", ["__dict__", "__class__", "feature_importances_", "fit", "x", ""])
def test_a_field_that_is_not_declared_is_refused(name):
    with pytest.raises(ModelFileError, match=f"has no field '{name}'"):
        Reader([["decision-tree-classifier@1", {name: 1}]], {}).read()


def test_a_sparse_array_comes_back_and_a_damaged_one_is_refused():
    matrix = csr_array(np.array([[0.0, 2.0], [3.0, 0.0]]))
    np.testing.assert_array_equal(there_and_back(matrix).toarray(), matrix.toarray())
    matrix.indices[0] = 7
    with pytest.raises(ModelFileError, match="a sparse array is damaged"):
        there_and_back(matrix)


@pytest.mark.parametrize(
    ("columns", "starts", "shape"),
    [
        ([0, 1], [0.0, np.nan, 2.0], [2, 2]),
        ([0.0, 1.0], [0, 1, 2], [2, 2]),
        ([0, 1], [0, 2**63 - 1, -(2**63), 2], [3, 2]),  # their differences wrap around to 2, 1, ...
        ([0, 1], [0, 2, 1], [2, 2]),
        ([0, 1], [1, 1, 2], [2, 2]),
        ([0, 1], [0, 1, 2], [3, 2]),
        ([0, -1], [0, 1, 2], [2, 2]),
        ([0], [0, 1, 1], [2, 2]),
        ([0, 1], [0, 1, 2], [2, "x"]),
    ],
)
def test_places_in_a_sparse_array_are_whole_numbers_within_it(columns, starts, shape):
    arrays = {"a0": np.ones(2), "a1": np.array(columns), "a2": np.array(starts)}
    said = ["sparse", *(["array", name] for name in arrays), shape]
    with pytest.raises(ModelFileError, match=r"a sparse.* is damaged"):
        Reader(
            [[HOLDER, {"estimator": said}]], {name: write_array(each) for name, each in arrays.items()}
        ).read()


@pytest.mark.parametrize(
    ("objects", "message"),
    [
        (None, "no list of objects"),
        ([], "no list of objects"),
        ([5], "no kind and fields"),
        ([[HOLDER, []]], "no kind and fields"),
        ([["os@1", {}]], "'os@1', which this version does not know"),
        ([["predicted-partition@2", {}]], "which this version does not know"),
        ([["hedgerow.trees.tree:Tree", {}]], "which this version does not know"),
        ([[HOLDER, {}]], "a predicted-partition@1 has no 'estimator'"),
        (
            [["decision-tree-classifier@1", {"max_depth": "x"}]],
            "'max_depth' of a decision-tree-classifier@1 is no",
        ),
        ([["column-scaling@1", {"centre": ["object", 0], "scale": 1}]], "is not of type array of float64"),
    ],
)
def test_objects_that_are_not_as_declared_are_refused(objects, message):
    with pytest.raises(ModelFileError, match=message):
        Reader(objects, {}).read()


def test_a_parameter_that_came_later_has_its_default():
    tree = Reader([["decision-tree-classifier@1", {"max_depth": 3}]], {}).read()
    assert (tree.max_depth, tree.min_samples_split, tree.criterion) == (3, 2, "entropy")
    assert not hasattr(tree, "tree_")


def test_old_names_of_fields_are_read(monkeypatch):
    monkeypatch.setitem(history.RENAMED_FIELDS, "depth_limit", "max_depth")
    monkeypatch.setitem(history.RENAMED_FIELDS, "decision-tree-classifier.gone", None)
    tree = Reader([["decision-tree-classifier@1", {"depth_limit": 3, "gone": 1}]], {}).read()
    assert tree.max_depth == 3
    with pytest.raises(ModelFileError, match="has no field 'max_depth'"):
        Reader([[HOLDER, {"depth_limit": 3}]], {}).read()


def test_a_kind_whose_fields_changed_is_brought_up_to_date(monkeypatch):
    monkeypatch.setitem(kinds.KINDS, "predicted-partition@2", kinds.KINDS[HOLDER])
    monkeypatch.setitem(
        history.CHANGED_KINDS,
        HOLDER,
        ("predicted-partition@2", lambda fields: {"estimator": ["list", [fields["estimator"]]]}),
    )
    assert Reader([[HOLDER, {"estimator": 5}]], {}).read().estimator == [5]


def test_a_file_does_not_say_how_many_processes_there_are():
    for n_jobs in (0, 4097, True):
        with pytest.raises(ModelFileError, match="n_jobs="):
            Reader([["random-forest-classifier@1", {"n_jobs": n_jobs}]], {}).read()
    assert Reader([["ridge-regression@1", {"alpha": 2.0}]], {}).read().alpha == 2.0
    linear = Reader([["linear-regression@1", {"n_jobs": 10**6}]], {}).read()
    assert linear.n_jobs is None


def test_a_wide_table_without_names_leaves_few_traces(tmp_path):
    X = np.random.default_rng(0).normal(size=(4, 2_000_000)).astype(np.float32)
    tree = DecisionTreeClassifier(max_features=2, random_state=0).fit(X, [0, 0, 1, 1])
    save_model(tree, tmp_path / "wide.hdg")
    assert load_model(tmp_path / "wide.hdg").n_features_in_ == 2_000_000


@pytest.mark.parametrize("said", [10**9, ["scalar", "<i8", 10**9], 1e9])
def test_a_view_makes_no_more_features_than_memory_holds(said):
    with pytest.raises(ModelFileError, match=r"n_components=.* is more than it has room for"):
        Reader([["random-projection-view@1", {"n_components": said}]], {}).read()
    for usual in ("same", 3, 2.5):
        assert (
            Reader([["random-projection-view@1", {"n_components": usual}]], {}).read().n_components == usual
        )
