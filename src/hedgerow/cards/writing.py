"""How cards are written: plainly for a terminal, and as Markdown for the documentation.

In Markdown their texts stay as docstrings have them, in blocks that Sphinx reads.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping

from hedgerow.cards.method_index import Card

_WORDS = {
    "sum": "sum", "prod": "prod", "le": "<=", "ge": ">=", "ne": "!=", "in": "in", "propto": "~", "cdot": "*",
    "leftarrow": "<-", "iff": "iff", "mid": "|", "ldots": "...", "dots": "...", "top": "T", "lceil": "ceil(",
    "rceil": ")", "lVert": "|", "rVert": "|", "|": "|", "ni": "with", "pi": "pi",
    "qquad": " ", "quad": " ", "bar": "mean",
}  # fmt: skip


def write_plainly(text: str) -> str:
    r"""Take the marks of docstrings and of formulas out of a text.

    Parameters
    ----------
    text : str
        As a docstring has it.

    Returns
    -------
    str
        Paragraphs in one line each; blocks and tables as they are.

    Examples
    --------
    >>> write_plainly(r"The share :math:`\frac{a_i}{n}` of ``max_features``.")
    'The share a_i / n of max_features.'
    """
    text = re.sub(r":math:`([^`]*)`", lambda found: _write_formula(found[1]), text)
    pieces = []
    for piece in re.split(r"\n\s*\n", text):
        if piece.startswith(".. math::"):
            pieces.append("    " + _write_formula(piece.removeprefix(".. math::")))
        elif re.search(r"^( |=|- |\d\. )", piece, flags=re.MULTILINE):
            pieces.append(piece)
        else:
            pieces.append(" ".join(piece.split()))
    return "\n\n".join(re.sub(r"`+([^`]*)`+", r"\1", piece).replace("::", ":") for piece in pieces)


def _write_formula(formula: str) -> str:
    """A formula of TeX in one line of plain characters."""
    formula = " ".join(formula.split()).replace("\\{", "\1").replace("\\}", "\2").replace("\\#", "#")
    formula = re.sub(r"\\(?:left|right|Bigl|Bigr|Big)(?![a-z])|\\[,;!]", " ", formula)
    before = ""
    while formula != before:  # from the innermost braces outwards
        before = formula
        formula = re.sub(r"\\(?:text|mathrm|bar)\s*{([^{}]*)}", r"\1", formula)
        formula = re.sub(r"([_^]){([^{}]*)}", lambda found: found[1] + _group(found[2]), formula)
        formula = re.sub(r"\\sqrt\s*{([^{}]*)}", r"sqrt(\1)", formula)
        formula = re.sub(
            r"\\t?frac\s*{([^{}]*)}\s*{([^{}]*)}",
            lambda found: f"{_group(found[1])} / {_group(found[2])}",
            formula,
        )
    formula = re.sub(r"\\([A-Za-z]+|\|)", lambda found: _WORDS.get(found[1], found[1]), formula)
    return " ".join(formula.replace("\\", "").replace("\1", "{").replace("\2", "}").split())


def _group(part: str) -> str:
    """A part of a formula that stays together: in parentheses, unless it is one thing."""
    part = part.strip()
    return part if re.fullmatch(r"\\?[\w|]+", part) else f"({part})"


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
