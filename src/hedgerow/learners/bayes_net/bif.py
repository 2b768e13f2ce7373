"""Networks of states in the interchange format BIF: read with their tables, and written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.atomic_file import replacing
from hedgerow.learners.bayes_net.distributions import StateTable
from hedgerow.learners.bayes_net.families import Family
from hedgerow.learners.bayes_net.graph import ArcGraph
from hedgerow.learners.bayes_net.network import BayesNet
from hedgerow.learners.bayes_net.variables import Variable, list_duplicates

_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_BLOCK = re.compile(r"\b(network|variable|probability)\b([^{]*)\{((?:[^{}]|\{[^{}]*\})*)\}")
_STATES = re.compile(r"\btype\s+discrete\s*\[\s*(\d+)\s*\]\s*\{([^}]*)\}")
_LINE = re.compile(r"(?:\(([^)]*)\)|\b(table|default)\b)\s*([^;()]*);")
_NAME = re.compile(r'"[^"]*"|[^\s,|()"]+')
_LARGEST = 2**26  # cells of a table
_OFF = 0.01  # that the printed probabilities of a line may miss one by


def read_bif(source: str | Path) -> BayesNet:
    """Read a network of states with its tables.

    Parameters
    ----------
    source : str or path
        The path of a BIF file, or its text.

    Returns
    -------
    BayesNet
        Which draws rows, and says how likely rows are.

    Raises
    ------
    ValueError
        If the text is not a network, or a table does not fit its variables.

    References
    ----------
    F. Cozman, "The Interchange Format for Bayesian Networks", 1996.

    Examples
    --------
    >>> net = read_bif('''
    ... variable rain { type discrete [2] { no, yes }; }
    ... variable wet { type discrete [2] { no, yes }; }
    ... probability ( rain ) { table 0.8, 0.2; }
    ... probability ( wet | rain ) { (no) 0.9, 0.1; (yes) 0.2, 0.8; }''')
    >>> net.frame("wet")
           no  yes
    rain
    no    0.9  0.1
    yes   0.2  0.8
    >>> net.posterior([["", "yes"]], "rain").round(4)
    array([[0.3333, 0.6667]])
    """
    text = _COMMENTS.sub("", _read_text(source))
    blocks = list(_BLOCK.finditer(text))
    variables = tuple(_read_variables(blocks))
    if not variables:
        raise ValueError("this is not a network in the format BIF: it has no variables")
    tables = {
        names[0]: (names[1:], block[3])
        for block in blocks
        if block[1] == "probability"
        for names in (_list_names(block[2]),)
    }
    missing = [each.name for each in variables if each.name not in tables]
    if missing:
        raise ValueError(f"the network has no probabilities of {missing[0]!r}")
    names = [each.name for each in variables]
    arcs = [(parent, child) for child, (parents, _) in tables.items() for parent in parents]
    graph = ArcGraph.of(names, arcs)
    found = tuple(
        _read_table(
            variables, node, [names.index(each) for each in tables[each.name][0]], tables[each.name][1]
        )
        for node, each in enumerate(variables)
    )
    return BayesNet(variables, graph, found)


def write_bif(network: BayesNet, path: str | Path | None = None) -> str:
    """Write a network of states with its tables.

    Parameters
    ----------
    network : BayesNet
        The network; numbers have no place in this format.
    path : str or path, default=None
        Where to; None to only return the text.

    Returns
    -------
    str
    """
    numbers = [each.name for each in network.variables if not each.is_discrete]
    if numbers:
        raise ValueError(f"the format BIF holds states only, and {numbers[0]!r} is a number")
    lines = ["network learned {", "}"]
    for each in network.variables:
        states = ", ".join(_word(state) for state in each.states or ())
        lines += [
            f"variable {_word(each.name)} {{",
            f"  type discrete [ {each.n_states} ] {{ {states} }};",
            "}",
        ]
    for each, found in zip(network.variables, network.distributions, strict=True):
        assert isinstance(found, StateTable)  # there are no numbers
        lines += _write_table(network, _word(each.name), found)
    text = "\n".join(lines) + "\n"
    if path is not None:
        with replacing(path) as file:
            file.write(text.encode())
    return text


def read_bif_arcs(text: str) -> list[tuple[str, str]]:
    """The arcs of a network alone; its tables may be missing."""
    blocks = _BLOCK.finditer(_COMMENTS.sub("", text))
    listed = [_list_names(block[2]) for block in blocks if block[1] == "probability"]
    return [(parent, names[0]) for names in listed for parent in names[1:]]


def _read_text(source: str | Path) -> str:
    if isinstance(source, Path) or ("{" not in source and "\n" not in source):
        return Path(source).read_text(encoding="utf-8")
    return source


def _read_variables(blocks: list[re.Match[str]]) -> Iterator[Variable]:
    declared = [block for block in blocks if block[1] == "variable"]
    twice = list_duplicates([_plain(block[2]) for block in declared])
    if twice:
        raise ValueError(f"the network has two variables that are called {twice[0]!r}")
    for block in declared:
        name, found = _plain(block[2]), _STATES.search(block[3])
        if found is None:
            raise ValueError(f"the variable {name!r} is not discrete, and this format holds states only")
        states = tuple(_list_names(found[2]))
        if len(states) != int(found[1]) or len(set(states)) != len(states):
            raise ValueError(
                f"the variable {name!r} should have {found[1]} states, each once, and has {found[2]}"
            )
        yield Variable(name, states)


def _read_table(variables: tuple[Variable, ...], node: int, parents: list[int], body: str) -> StateTable:
    name, n_states = variables[node].name, variables[node].n_states
    family = Family.of(variables, node, parents)
    cards = [variables[each].n_states for each in parents]
    if np.prod([float(card) for card in cards]) * n_states > _LARGEST:
        raise ValueError(f"the table of {name!r} has more cells than can be held")
    table = np.full((*cards, n_states), np.nan)
    lines = list(_LINE.finditer(body))
    # What holds for all other configurations comes first, so the others write over it.
    for line in sorted(lines, key=lambda line: line[2] != "default"):
        numbers = _read_numbers(name, line[3])
        if line[2] == "table":
            table[:] = _fit(name, numbers, (n_states, *cards)).transpose(*range(1, len(cards) + 1), 0)
        elif line[2] == "default":
            table[:] = _fit(name, numbers, (n_states,))
        else:
            states = _list_names(line[1])
            if len(states) != len(parents):
                raise ValueError(f"a line of {name!r} gives {len(states)} states for {len(parents)} parents")
            place = [
                _find_state(variables[parent], state) for parent, state in zip(parents, states, strict=True)
            ]
            table[tuple(place)] = _fit(name, numbers, (n_states,))
    ordered = table.transpose(*np.argsort(parents), len(cards)).reshape(-1, n_states)
    _check_lines(name, ordered)
    return StateTable(family, ordered / ordered.sum(axis=1, keepdims=True))


def _check_lines(name: str, table: NDArray[np.float64]) -> None:
    if np.isnan(table).any():
        raise ValueError(f"the table of {name!r} leaves a configuration of the parents out")
    if (table < 0).any() or (np.abs(table.sum(axis=1) - 1.0) > _OFF).any():
        raise ValueError(f"the table of {name!r} has a line whose probabilities do not add up to 1")


def _read_numbers(name: str, text: str) -> list[float]:
    try:
        return [float(each) for each in text.replace(",", " ").split()]
    except ValueError:
        raise ValueError(f"the table of {name!r} has {text.strip()!r} where numbers should be") from None


def _fit(name: str, numbers: list[float], shape: tuple[int, ...]) -> NDArray[np.float64]:
    if len(numbers) != int(np.prod(shape)):
        raise ValueError(
            f"the table of {name!r} gives {len(numbers)} numbers for {int(np.prod(shape))} cells"
        )
    return np.array(numbers).reshape(shape)


def _find_state(variable: Variable, state: str) -> int:
    if variable.states is None or state not in variable.states:
        raise ValueError(f"{variable.name!r} has no state {state!r}")
    return variable.states.index(state)


def _write_table(network: BayesNet, name: str, found: StateTable) -> list[str]:
    parents = [network.variables[each] for each in found.family.parents]
    if not parents:
        return [f"probability ( {name} ) {{", f"  table {_row(found.probabilities[0])};", "}"]
    given = ", ".join(_word(each.name) for each in parents)
    lines = [f"probability ( {name} | {given} ) {{"]
    for place, numbers in zip(np.ndindex(*found.family.cards), found.probabilities, strict=True):
        states = ", ".join(_word((each.states or ())[at]) for each, at in zip(parents, place, strict=True))
        lines.append(f"  ({states}) {_row(numbers)};")
    return [*lines, "}"]


def _row(numbers: NDArray[np.float64]) -> str:
    return ", ".join(repr(float(each)) for each in numbers)


def _word(value: object) -> str:
    """A name or state as one word of the format, which has no quotes that all programs read."""
    return re.sub(r"[\s,;(){}\[\]|\"]", "_", str(value)) or "_"


def _plain(text: str) -> str:
    return text.strip().strip('"').strip()


def _list_names(text: str) -> list[str]:
    return [_plain(each) for each in _NAME.findall(text)]
