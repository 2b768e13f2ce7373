"""The registry of kinds: nothing that can be saved is missing, nothing that files name goes or changes unnoticed.

``python -m tests.saving.test_kinds`` accepts the declared fields of today, and says which kinds are new or changed.
"""

import hashlib
import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_origin

import pytest
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import hedgerow
from hedgerow import RandomForestClassifier
from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.fields import list_fields, say_type
from hedgerow.saving.history import CHANGED_KINDS, RENAMED_FIELDS
from hedgerow.saving.importer import list_old_names
from hedgerow.saving.kinds import KINDS, find_class, find_kind, has_kind, name_kind
from hedgerow.saving.scikit_learn import FITTED
from hedgerow.trees.tree import Forest

KNOWN = Path(__file__).parent / "kinds.json"
# Estimators that are bases of others, or live while a fit lasts.
NEVER_SAVED = {"MixtureEstimator", "SingleMember", "Wrapping", "CommitteeModel", "WeightedRows"}


def list_classes():
    """All classes of the library."""
    for module in pkgutil.walk_packages(hedgerow.__path__, "hedgerow."):
        if not module.name.endswith("__main__"):
            for found in vars(importlib.import_module(module.name)).values():
                if inspect.isclass(found) and found.__module__ == module.name:
                    yield found


def classes_in(hint):
    if inspect.isclass(hint) and get_origin(hint) is None:
        yield hint
    for part in get_args(hint):
        yield from classes_in(part)


def digest_fields(kind):
    """A digest of the declared fields, each under the first name it had; of scikit-learn's, of what is told here."""
    declared = {name: field.hint for name, field in list_fields(find_class(kind)).items()}
    told = FITTED.get(kind, declared)
    earlier = {
        new: old.removeprefix(f"{kind.partition('@')[0]}.")
        for old, new in RENAMED_FIELDS.items()
        if new is not None and ("." not in old or old.startswith(f"{kind.partition('@')[0]}."))
    }
    lines = []
    for name, hint in told.items():
        first = name
        while first in earlier:
            first = earlier[first]
        lines.append(f"{first}: {say_type(hint)}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def list_digests():
    return {kind: digest_fields(kind) for kind in KINDS}


def read_known():
    return json.loads(KNOWN.read_text(encoding="utf-8"))


def test_every_estimator_has_a_kind():
    nameless = [
        each.__qualname__
        for each in list_classes()
        if issubclass(each, BaseEstimator)
        and not inspect.isabstract(each)
        and not each.__name__.startswith("_")
        and each.__name__ not in NEVER_SAVED
        and find_kind(each) is None
    ]
    assert not nameless, f"give these a kind in hedgerow/saving/kinds.csv: {nameless}"


def test_what_a_kind_declares_has_a_kind():
    nameless = {
        f"{each.__qualname__} ({name!r} of {kind})"
        for kind in KINDS
        for name, field in list_fields(find_class(kind)).items()
        for each in classes_in(field.hint)
        if each.__module__.startswith("hedgerow.")
        and not getattr(each, "_is_protocol", False)
        and find_kind(each) is None
    }
    assert not nameless, f"give these a kind in hedgerow/saving/kinds.csv: {nameless}"


def test_kinds_and_classes_belong_to_each_other():
    assert len(set(KINDS.values())) == len(KINDS), "two kinds have one class"
    for kind in KINDS:
        assert find_kind(find_class(kind)) == kind
        word, _, version = kind.partition("@")
        assert word == word.lower()
        assert word.replace("-", "").isalnum()
        assert int(version) >= 1


def test_no_kind_goes():
    gone = set(read_known()) - set(KINDS) - set(CHANGED_KINDS)
    assert not gone, f"files hold {sorted(gone)}; keep the kinds, or say in CHANGED_KINDS what they became"
    gone = set(list_old_names().values()) - set(KINDS) - set(CHANGED_KINDS)
    assert not gone, f"files of the first format hold {sorted(gone)}"


def test_declared_fields_do_not_change_unnoticed():
    known, today = read_known(), list_digests()
    changed = sorted(kind for kind in today if known.get(kind) != today[kind])
    assert not changed, (
        f"the declared fields of {changed} are new or have changed. If a field has another name, say so in "
        "RENAMED_FIELDS. If all files written so far are still read (a new field has a default, a type is wider), "
        "accept this with `python -m tests.saving.test_kinds`. Otherwise give the kind a new version, and say in "
        "CHANGED_KINDS how the old fields become the new ones."
    )


@pytest.mark.parametrize("cls", [RandomForestClassifier, Forest, LogisticRegression])
def test_a_kind_finds_its_class(cls):
    assert find_class(name_kind(cls)) is cls
    assert has_kind(cls.__new__(cls))


class Mine(RandomForestClassifier):
    pass


class Ridge(BaseEstimator):
    __module__ = "sklearn.linear_model"


@pytest.mark.parametrize("cls", [SVC, dict, type, ModelFileError, object, Mine, Ridge])
def test_other_classes_have_no_kind(cls):
    with pytest.raises(ModelFileError, match="cannot hold a"):
        name_kind(cls)


def test_reading_a_tree_imports_no_other_methods(tmp_path):
    path = tmp_path / "tree.hdg"
    hedgerow.save_model(hedgerow.DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1]), path)
    program = (
        "import sys; from hedgerow import load_model; load_model(sys.argv[1])\n"
        "print([name for name in sys.modules if name.startswith(('hedgerow.ensembles', 'hedgerow.selection'))])"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


if __name__ == "__main__":
    before = read_known() if KNOWN.exists() else {}
    after = list_digests()
    for each in sorted(after):
        if before.get(each) != after[each]:
            print(f"{each}: {'changed' if each in before else 'new'}")
    KNOWN.write_text(json.dumps(before | after, indent=0, sort_keys=True) + "\n", encoding="utf-8")
