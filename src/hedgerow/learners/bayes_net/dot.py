"""Arcs from the DOT language, as Graphviz and most editors of graphs write it."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)
    | (?P<quoted>"(?:[^"\\]|\\.)*")
    | (?P<arrow>->|--)
    | (?P<mark>[{}\[\];,=:])
    | (?P<word>[^\s"{}\[\];,=:>-]+(?:-(?!>|-)[^\s"{}\[\];,=:>-]+)*)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_WORDS = ("node", "edge", "graph")


def read_dot(text: str) -> list[tuple[str, str]]:
    """Arcs of a directed graph, as pairs of names, in the order in which they are written.

    Chains (``a -> b -> c``), groups (``a -> {b c}``), quoted names, attributes, subgraphs and comments are read.

    Raises
    ------
    ValueError
        If this is no directed graph.

    Examples
    --------
    >>> read_dot('digraph { smoke -> {lung "chronic cough"} [color=red]; lung -> xray }')
    [('smoke', 'lung'), ('smoke', 'chronic cough'), ('lung', 'xray')]
    """
    tokens = _split(text)
    if tokens[:1] == ["strict"]:
        tokens = tokens[1:]
    if not tokens or tokens[0].lower() != "digraph" or "{" not in tokens:
        raise ValueError("this is not a directed graph in the DOT language, which begins with: digraph {")
    arcs: list[tuple[str, str]] = []
    place, _ = _read_body(tokens, tokens.index("{") + 1, arcs)
    if place > len(tokens):
        raise ValueError("the graph has no closing brace, so it may be cut off")
    return list(dict.fromkeys(arcs))


def _split(text: str) -> list[str]:
    """The words and marks of a text; quoted names get a quote in front, so they are not taken for marks."""
    tokens, place = [], 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            line = text.count("\n", 0, place) + 1
            raise ValueError(
                f"line {line} of the graph has {text[place]!r}, which the DOT language has not there"
            )
        place = found.end()
        if found["quoted"]:
            tokens.append('"' + re.sub(r"\\(.)", r"\1", found["quoted"][1:-1]))
        elif not found["skip"]:
            tokens.append(found[0])
    return tokens


def _read_body(tokens: list[str], place: int, arcs: list[tuple[str, str]]) -> tuple[int, list[str]]:
    """Read statements up to the closing brace: the place behind it, and the nodes that were named."""
    named: list[str] = []
    before: list[str] = []  # what the next arrow leads from
    group: list[str] = []
    is_led = False
    while place < len(tokens):
        token = tokens[place]
        if token == "}":
            return place + 1, list(dict.fromkeys(named))
        if token == "[":
            place = _find(tokens, "]", place)
        elif token == ":":
            place += 1  # the port of a node
        elif token == "=":
            named = named[: -len(group)] if group else named
            place, group, is_led = place + 1, [], False
        elif token == "->":
            before, is_led = group, True
        elif token == "--":
            raise ValueError(
                "the graph has an edge without a direction (--); arcs of a network have one (->)"
            )
        elif token == "{":
            place, inside = _read_body(tokens, place + 1, arcs)
            place -= 1
            group, before, is_led = _join(inside, before, is_led, arcs), [], False
            named += inside
        elif token in (";", ","):
            group, is_led = [], False
        elif token == "subgraph":
            if tokens[place + 1 : place + 2] != ["{"]:
                place += 1  # its name
        elif token.lower() not in _WORDS:
            name = token.removeprefix('"')
            group, before, is_led = _join([name], before, is_led, arcs), [], False
            named.append(name)
        place += 1
    raise ValueError("the graph has no closing brace, so it may be cut off")


def _join(after: list[str], before: list[str], is_led: bool, arcs: list[tuple[str, str]]) -> list[str]:
    if is_led:
        arcs.extend((parent, child) for parent in before for child in after)
    return after


def _find(tokens: list[str], mark: str, place: int) -> int:
    try:
        return tokens.index(mark, place)
    except ValueError:
        raise ValueError(f"the graph has a bracket without {mark!r}, so it may be cut off") from None
