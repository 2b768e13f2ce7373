import contextlib

import pytest

from hedgerow.cards import CARDS
from hedgerow.trials import find_method


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("forest", "RandomForestClassifier"),
        ("Forest", "RandomForestClassifier"),
        ("hedgerow", "HedgerowClassifier"),
        ("rotation-forest", "RotationForestClassifier"),
        ("RotationForest", "RotationForestClassifier"),
        ("rotationforestclassifier", "RotationForestClassifier"),
        ("RandomForestRegressor", "RandomForestClassifier"),
        ("random-oracle", "BaggingClassifier"),
        ("forest-rc", "EnsembleClassifier"),
        ("dynamic-integration", "EnsembleClassifier"),
    ],
)
def test_classifiers_go_by_many_names(name, kind):
    assert type(find_method(name, "classification")).__name__ == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("forest", "RandomForestRegressor"),
        ("hedgerow", "HedgerowRegressor"),
        ("bagging", "BaggingRegressor"),
        ("adaboost-r2", "AdaBoostR2Regressor"),
        ("decision-tree", "DecisionTreeRegressor"),
        ("random-oracle", "BaggingRegressor"),
    ],
)
def test_regressors_take_the_place_of_classifiers(name, kind):
    assert type(find_method(name, "regression")).__name__ == kind


def test_a_card_brings_its_parameters():
    assert find_method("pert", "classification").split == "pert"
    nested = find_method("forest-rc", "classification")
    assert nested.estimator.max_features == "log2+1"
    assert nested.view == "combinations"


def test_what_suits_classes_only_is_left_out():
    assert find_method("decision-tree", "regression").criterion != "entropy"


@pytest.mark.parametrize("name", ["proximity", "kappa-pruning", "forward-selection", "cfs"])
def test_what_is_no_estimator_is_refused(name):
    with pytest.raises(LookupError, match=f"{name}.* (is not an estimator|does not predict)"):
        find_method(name, "classification")


def test_many_labels_are_refused():
    with pytest.raises(LookupError, match="many labels"):
        find_method("rakel", "classification")


@pytest.mark.parametrize("name", ["adaboost", "veto", "mdl-stopping", "DecorateClassifier", "boosting"])
def test_a_method_for_classes_is_refused_for_numbers(name):
    with pytest.raises(LookupError, match="for regression"):
        find_method(name, "regression")


def test_an_unknown_name_gets_a_suggestion():
    with pytest.raises(LookupError, match="Did you mean 'bagging'"):
        find_method("bagg", "classification")


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_every_card_is_an_estimator_or_refused(task):
    made = 0
    for name in CARDS:
        with contextlib.suppress(LookupError):
            made += hasattr(find_method(name, task), "fit")
    assert made > (40 if task == "classification" else 20)
