import hashlib
import json

import pytest

from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.importer import import_format_1, list_old_names


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
