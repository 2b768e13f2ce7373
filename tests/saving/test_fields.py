import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from hedgerow import RandomForestClassifier
from hedgerow.ensembles.iterated_bagging import _NoScore
from hedgerow.pruning.narrowing import _ChosenTrees
from hedgerow.resampling import Bootstrap
from hedgerow.saving.errors import ModelFileError
from hedgerow.saving.fields import OPTIONAL, REQUIRED, Field, check_field, check_ranges, list_fields
from hedgerow.saving.kinds import KINDS, find_class
from hedgerow.saving.types import fits, say_type
from hedgerow.trees.tree import Tree


def test_a_record_declares_its_fields():
    declared = list_fields(Tree)
    assert list(declared) == ["nodes", "values", "subsets", "n_classes", "n_features"]
    assert declared["n_classes"] == Field(int, REQUIRED)


def test_an_estimator_declares_parameters_and_fitted_attributes():
    declared = list_fields(RandomForestClassifier)
    assert declared["n_estimators"].default == 100
    assert declared["classes_"].default is OPTIONAL
    assert declared["feature_names_in_"].default is OPTIONAL
    assert "n_outputs_" not in declared  # of the class, not of its objects
    assert "fit" not in declared


def test_what_scikit_learn_does_not_annotate_is_declared_here():
    declared = list_fields(LogisticRegression)
    assert declared["C"].default == 1.0
    assert declared["coef_"].default is OPTIONAL


def test_a_plain_class_declares_what_its_constructor_takes():
    assert list(list_fields(_ChosenTrees)) == ["members", "kept"]
    assert not list_fields(_NoScore)


@pytest.mark.parametrize("kind", KINDS)
def test_the_types_of_all_fields_are_known(kind):
    for field in list_fields(find_class(kind)).values():
        assert say_type(field.hint)
        assert fits(print, field.hint) in (True, False)
        if field.default not in (REQUIRED, OPTIONAL):
            assert fits(field.default, field.hint), f"{field.default!r} is no {say_type(field.hint)}"


def test_a_value_of_another_type_is_refused():
    check_field("tree-arrays@1", "n_classes", Field(int, REQUIRED), 3)
    with pytest.raises(ModelFileError, match="'n_classes' of a tree-arrays@1 is no int"):
        check_field("tree-arrays@1", "n_classes", Field(int, REQUIRED), "3")


def test_an_object_checks_what_it_got():
    tree = Tree(np.zeros(0), np.zeros((0, 1)), np.zeros(0, np.uint64), 1, 1)
    with pytest.raises(ModelFileError):
        check_ranges(tree)
    check_ranges(RandomForestClassifier())


def test_a_parameter_out_of_its_range_is_refused():
    with pytest.raises(ModelFileError, match="max_samples=-1 must be an int of 1 or more"):
        check_ranges(Bootstrap(-1))
