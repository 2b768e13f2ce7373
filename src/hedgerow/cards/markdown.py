"""Cards as Markdown, for the documentation; their texts stay as docstrings have them, in blocks that Sphinx reads."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping

from hedgerow.cards.method_index import Card


def write_card(card: Card, titles: Mapping[str, str]) -> str:
    """Return one card as a section.

    Parameters
    ----------
    card : Card
        The card.
    titles : mapping of str to str
        The titles of the cards that are referred to.

    Examples
    --------
    >>> from hedgerow.cards import find_cards
    >>> print(write_card(find_cards("bagging")[0], {}).splitlines()[1])
    ### Bagging
    """
    # An initial at the head of a line would be the letter of a list.
    papers = [re.sub(r"^(?=[A-Z]\.)", r"\\", each) for each in re.split(r"\n\s*\n", card.paper)]
    listed = "\n".join(f"- {' '.join(each.split())}" for each in papers)
    formula = textwrap.indent(textwrap.fill(card.equations, 100), "   ")
    fields = {
        "Formula": f"::\n\n{formula}" if formula else "",
        "Notes": card.differences,
        "Cost": card.complexity,
        "Paper": listed if len(papers) > 1 else papers[0],
        "See": ", ".join(f":ref:`{titles[name]} <{name}>`" for name in card.see if name in titles),
    }
    texts = [
        f"{card.idea}\n\n{card.description}".strip(),
        ".. code-block:: python\n\n" + textwrap.indent(f"{card.imports}\n\n{card.use}".strip(), "   "),
        *(f":{label}:\n{textwrap.indent(text, '   ')}" for label, text in fields.items() if text),
    ]
    body = "\n\n".join(texts)
    return f"({card.name})=\n### {card.title}\n\n````{{eval-rst}}\n{body}\n````\n"


def write_page(cards: Iterable[Card], axes: Mapping[str, str]) -> str:
    """Return the page of all cards, one chapter per axis."""
    cards = list(cards)
    titles = {card.name: card.title for card in cards}
    chapters = [
        "# Methods\n\nWhat each method does, where it was published, and what is done differently here. "
        "`hedgerow methods NAME` prints a card.\n"
    ]
    for axis, heading in axes.items():
        chapter = [write_card(card, titles) for card in cards if card.axis == axis]
        if chapter:
            chapters.append("\n".join([f"## {heading}\n", *chapter]))
    return "\n".join(chapters)
