"""Cards as Markdown, for the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hedgerow.cards.card import Card


def write_card(card: Card) -> str:
    """Return one card as a Markdown section.

    Examples
    --------
    >>> from hedgerow.cards import CARDS
    >>> print(write_card(CARDS["bagging"]).splitlines()[1])
    ### Bagging
    """
    rows = [
        ("Paper", card.paper),
        ("Formulas", card.equations),
        ("Done differently", card.differences),
        ("Cost", card.complexity),
        ("See", ", ".join(f"[{name}](#{name})" for name in card.see)),
    ]
    fields = "\n".join(f"- **{label}**: {_escape(text)}" for label, text in rows if text)
    head = f"({card.name})=\n### {card.title}\n\n{_escape(card.idea)}\n"
    return f"{head}\n```python\n{card.use}\n```\n\n{fields}\n"


def write_page(cards: Iterable[Card], axes: Mapping[str, str]) -> str:
    """Return the page of all cards, one chapter per axis."""
    cards = list(cards)
    chapters = [
        "# Methods\n\nWhat each method does, where it was published, and what is done differently here. "
        "`hedgerow methods NAME` prints a card.\n"
    ]
    for axis, heading in axes.items():
        chapter = [write_card(card) for card in cards if card.axis == axis]
        if chapter:
            chapters.append("\n".join([f"## {heading}\n", *chapter]))
    return "\n".join(chapters)


def _escape(text: str) -> str:
    """Keep asterisks and underscores of formulas from becoming emphasis."""
    return text.replace("*", r"\*").replace("_", r"\_")
