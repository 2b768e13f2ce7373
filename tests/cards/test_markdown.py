from hedgerow.cards import AXES, METHODS, Card, read_cards
from hedgerow.cards.markdown import write_card, write_page

CARD = Card("a", "A", "data", "Idea.", "Paper, 2000.\n\nOther, 2001.", "A()", ("A",), equations="p_k * q_k")


def test_a_card_keeps_its_formulas_as_they_are():
    assert "p_k * q_k" in write_card(CARD, {})


def test_each_paper_has_a_line():
    assert "- Paper, 2000.\n   - Other, 2001." in write_card(CARD, {})


def test_an_initial_is_no_letter_of_a_list():
    assert ":Paper:\n   \\L. Breiman" in write_card(
        Card("a", "A", "data", "Idea.", "L. Breiman, 1996.", "A()", ()), {}
    )


def test_empty_fields_are_left_out():
    assert "Cost" not in write_card(CARD, {})


def test_the_page_has_every_card_once():
    page = write_page(read_cards(), AXES)
    assert all(page.count(f"({name})=") == 1 for name in METHODS)
