import ast
import dataclasses
import re

import pytest

from hedgerow.cards import AXES, CARDS, Card

every_card = pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.name)


def test_a_card_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        CARDS["bagging"].title = "Boosting"


def test_the_long_fields_may_be_left_out():
    card = Card("a", "A", "data", "An idea.", "A paper, 2000.", "A()", ("A",))
    assert (card.equations, card.differences, card.complexity, card.see) == ("", "", "", ())


@every_card
def test_every_card_is_complete(card):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", card.name)
    assert card.axis in AXES
    assert card.idea.endswith(".")
    assert card.idea.count(". ") == 0, "the idea is one sentence"
    assert re.search(r"\b(19|20)\d\d\b", card.paper), "the citation has a year"
    assert card.equations
    assert card.complexity
    assert set(card.see) <= set(CARDS) - {card.name}


@every_card
def test_the_line_of_python_is_python(card):
    ast.parse(card.use)
