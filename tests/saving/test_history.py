import hashlib
import json

import pytest

from hedgerow.saving import history
from hedgerow.saving.archive import ModelFileError
from hedgerow.saving.history import bring_up_to_date, find_new_name, import_format_1, list_old_names


def test_a_field_has_the_name_of_today(monkeypatch):
    monkeypatch.setitem(history.RENAMED_FIELDS, "voices", "weights")
    monkeypatch.setitem(history.RENAMED_FIELDS, "forest.voices", "tree_weights")
    assert find_new_name("boosting@1", "voices") == "weights"
    assert find_new_name("forest@3", "voices") == "tree_weights"
    assert find_new_name("forest@3", "_sklearn_version") is None
    with pytest.raises(KeyError):
        find_new_name("forest@3", "weights")


def test_a_kind_goes_through_all_its_versions(monkeypatch):
    monkeypatch.setitem(history.CHANGED_KINDS, "a@1", ("a@2", lambda fields: fields | {"b": 1}))
    monkeypatch.setitem(history.CHANGED_KINDS, "a@2", ("c@1", lambda fields: {"d": fields["b"]}))
    assert bring_up_to_date("a@1", {}) == ("c@1", {"d": 1})
    assert bring_up_to_date("c@1", {"d": 2}) == ("c@1", {"d": 2})


def test_rows_of_local_experts_are_a_training_set():
    kind, fields = bring_up_to_date("expert-training-rows@1", {"y": ["array", "a"], "n_classes": 2})
    assert (kind, fields) == ("training-set@1", {"y": ["array", "a"], "classes": ["values", [0, 1], [2]]})
    assert bring_up_to_date("expert-training-rows@1", {"n_classes": None}) == ("training-set@1", {})


def test_old_names_become_kinds():
    objects = [
        ["hedgerow.trees.estimators:DecisionTreeClassifier", [["max_depth", 3], ["tree_", ["object", 1]]]]
    ]
    assert import_format_1(objects) == [
        ["decision-tree-classifier@1", {"max_depth": 3, "tree_": ["object", 1]}]
    ]


@pytest.mark.parametrize(
    "objects",
    [
        None,
        {},
        [5],
        [["x"]],
        [["builtins:eval", []]],
        [["hedgerow.saving.reader:Reader", []]],
        [["hedgerow:RandomForestClassifier", []]],
        [[["list"], []]],
        [["hedgerow.trees.tree:Tree", {}]],
        [["hedgerow.trees.tree:Tree", [5]]],
        [["hedgerow.trees.tree:Tree", [["a"]]]],
        [["hedgerow.trees.tree:Tree", [[5, 5]]]],
    ],
    ids=str,
)
def test_other_objects_are_refused(objects):
    with pytest.raises(ModelFileError):
        import_format_1(objects)


def test_the_list_of_old_names_never_changes():
    content = json.dumps(list_old_names(), sort_keys=True).encode()
    assert hashlib.sha256(content).hexdigest()[:16] == "19d50bfce0560aa0"
