"""The sets of scikit-learn."""

import pytest

from hedgerow.datasets.scikit_learn import load_scikit_learn


@pytest.mark.parametrize("name", ["breast_cancer", "diabetes", "digits", "iris", "wine"])
def test_every_set_loads_without_a_warning(name):
    table = load_scikit_learn(name)
    assert table.name == name
    assert table.task == ("regression" if name == "diabetes" else "classification")


def test_classes_have_their_names():
    assert set(load_scikit_learn("iris").target) == {"setosa", "versicolor", "virginica"}
    assert set(load_scikit_learn("digits").target) == set(range(10))
