import re

from hedgerow.cards import read_cards
from hedgerow.cards.plain_text import write_plainly


def test_a_formula_is_written_in_a_line():
    text = ".. math:: P_k = \\frac{1 / p_k(x)}{\\sum_j 1 / p_j},\n          \\quad \\{i : x_{i,f} \\le \\tfrac{a}{2}\\}"
    assert write_plainly(text) == "    P_k = (1 / p_k(x)) / (sum_j 1 / p_j), {i : x_(i,f) <= a / 2}"


def test_paragraphs_are_joined_and_tables_are_not():
    assert write_plainly("a\nb\n\n- c\n- d") == "a b\n\n- c\n- d"


def test_no_card_keeps_marks():
    for card in read_cards():
        for text in (card.idea, card.description, card.differences, card.complexity):
            assert not re.search(r"\\|``|:math:|\.\. math", write_plainly(text)), card.name
