"""Docstrings as plain text, for a terminal."""

from __future__ import annotations

import re

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
