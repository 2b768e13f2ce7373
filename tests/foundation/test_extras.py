import pytest

from hedgerow import DecisionTreeClassifier
from hedgerow.export import to_onnx, to_treelite
from hedgerow.foundation import extras

TREE = DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize(("convert", "package"), [(to_onnx, "onnx"), (to_treelite, "treelite")])
def test_a_package_that_is_not_there_is_asked_for_by_its_extra(convert, package, monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=rf'needs {package}, .*: pip install "hedgerow\[export\]"'):
        convert(TREE)
