"""Every method has a complete card, and cards and public names know each other."""

import re

import pytest

from hedgerow.cards import AXES, METHODS, find_cards, find_methods, read_card, read_cards
from hedgerow.foundation.doors import find_public, list_public_names


def test_every_card_is_complete():
    lacking = {
        card.name
        for card in read_cards()
        if not (
            card.idea.endswith(".")
            and re.search(r"\b(19|20)\d\d\b", card.paper)
            and card.complexity
            and card.use
        )
    }
    assert not lacking


def test_no_method_is_lost():
    assert len(METHODS) >= 159
    assert {read_card(name).axis for name in METHODS} == set(AXES)


def test_nearly_every_method_has_its_formula():
    without = [
        card.name for card in read_cards() if not re.search("=|math::|~", card.equations + card.description)
    ]
    sourced = [name for name in without if not read_card(name).equations]
    assert len(sourced) < 10, "methods that are no formula at all, such as a knockout, are few"


def test_names_and_titles_are_unique():
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in METHODS)
    assert len({method.title for method in METHODS.values()}) == len(METHODS)


def test_cards_refer_to_cards_that_exist():
    assert all(set(card.see) <= set(METHODS) - {card.name} for card in read_cards())


def test_every_name_on_a_card_is_public():
    for card in read_cards():
        assert all(callable(find_public(name)) for name in card.provides), card.name


def test_every_public_estimator_has_a_card():
    provided = {name for card in read_cards() for name in card.provides}
    ends = ("Classifier", "Regressor", "Selector")
    assert {name for name in list_public_names() if name.endswith(ends)} <= provided


def test_a_card_is_found_by_name_title_and_class():
    assert [card.name for card in find_cards("Random-Forest")] == ["random-forest"]
    assert [card.name for card in find_cards("extremely randomised trees")] == ["extra-trees"]
    assert "mdl-stopping" in [card.name for card in find_cards("decisiontreeclassifier")]


def test_a_class_of_the_other_task_belongs_to_the_method():
    assert find_methods("RotationForestRegressor") == [METHODS["rotation-forest"]]
    assert find_methods("HedgerowRegressor") == [METHODS["first-choice-for-numbers"]]


def test_an_unknown_name_gets_the_nearest_ones():
    with pytest.raises(LookupError, match="Did you mean random-forest"):
        find_cards("random-florest")


def test_a_card_says_where_its_names_come_from():
    lines = read_card("wrappers").imports.splitlines()
    assert lines == [
        "from hedgerow.selection.wrappers import WrapperSelector",
        "from hedgerow import DecisionTreeClassifier",
    ]
