from hedgerow.cards import AXES, CARDS, Card, write_card, write_page


def test_a_card_keeps_its_formulas_as_they_are():
    card = Card("a", "A", "data", "Idea.", "Paper, 2000.", "A()", ("A",), equations="p_k * q_k")
    assert r"p\_k \* q\_k" in write_card(card)


def test_empty_fields_are_left_out():
    card = Card("a", "A", "data", "Idea.", "Paper, 2000.", "A()", ("A",))
    assert "Cost" not in write_card(card)


def test_the_page_has_every_card_once():
    page = write_page(CARDS.values(), AXES)
    assert all(page.count(f"({name})=") == 1 for name in CARDS)
