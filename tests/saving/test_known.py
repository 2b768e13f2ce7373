import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from hedgerow import RandomForestClassifier
from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.known import find_class, name_class
from hedgerow.trees.tree import Forest


@pytest.mark.parametrize("kind", [RandomForestClassifier, Forest, LogisticRegression])
def test_a_name_finds_its_class(kind):
    assert find_class(name_class(kind)) is kind


@pytest.mark.parametrize("kind", [SVC, dict, type, ModelFileError, object])
def test_other_classes_have_no_name(kind):
    with pytest.raises(ModelFileError, match="cannot hold a"):
        name_class(kind)


@pytest.mark.parametrize(
    "name",
    [
        "builtins:eval",
        "subprocess:Popen",
        "hedgerow:RandomForestClassifier",
        "hedgerow.ensembles.forest:np",
        "hedgerow.ensembles.forest:RandomForestClassifier.fit",
        "hedgerow.saving.rebuilding:Rebuilding",
        "hedgerow.trees.tree:dataclass",
        "hedgerow..x:y",
        "hedgerow.:x",
        ":",
        "x",
        None,
    ],
)
def test_other_names_find_nothing(name):
    with pytest.raises(ModelFileError):
        find_class(name)
