import re

from hedgerow.cards import AXES, METHODS, Card, read_cards
from hedgerow.cards.writing import write_card, write_page, write_plainly


def test_a_formula_is_written_in_a_line():
    text = ".. math:: P_k = \\frac{1 / p_k(x)}{\\sum_j 1 / p_j},\n          \\quad \\{i : x_{i,f} \\le \\tfrac{a}{2}\\}"
    assert write_plainly(text) == "    P_k = (1 / p_k(x)) / (sum_j 1 / p_j), {i : x_(i,f) <= a / 2}"


def test_paragraphs_are_joined_and_tables_are_not():
    assert write_plainly("a\nb\n\n- c\n- d") == "a b\n\n- c\n- d"


def test_no_card_keeps_marks():
    for card in read_cards():
        for text in (card.idea, card.description, card.differences, card.complexity):
            assert not re.search(r"\\|``|:math:|\.\. math", write_plainly(text)), card.name


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
