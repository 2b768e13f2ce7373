"""Reading what a docstring says about a method, from files that are not run: what a name stands for is not imported.

Within the Notes, paragraphs that begin with a label belong to it: ``Formula:`` (or ``Formula::`` with a block below),
``Cost:`` and ``Paper:``. A docstring that tells about several methods gives each of the others a part of its own at the
end of the Notes, with the title in bold in front::

    **Pruned sets.** What it is, in a sentence.

    What is done differently.

    Cost: That of the labels.

    Paper: J. Read, Pruned sets, ICDM, 2008.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import TypeAlias

from hedgerow.foundation.doors import find_module

_SOURCE = Path(__file__).parents[2]
_Definition: TypeAlias = ast.ClassDef | ast.FunctionDef


def read_docstring(name: str) -> str:
    """Read the docstring of a public class or function, or of a method of one.

    Parameters
    ----------
    name : str
        The public name: ``"AdaBoost"``, ``"RandomForestClassifier.proximity"``.

    Returns
    -------
    str
        The docstring, without its indentation.

    Raises
    ------
    LookupError
        If there is no such class or function.

    Examples
    --------
    >>> read_docstring("RandomRotation").splitlines()[0][:11]
    'Each member'
    """
    name, _, member = name.partition(".")
    node = _find_definition(find_module(name), name)
    if member:
        node = _find_member(find_module(name), node, member)
    if node is None:
        raise LookupError(f"There is no {name} in the files of the package.")
    return ast.get_docstring(node) or ""


def _find_definition(module: str, name: str) -> _Definition | None:
    """The definition of a name in a module, or in the one that the module has it from."""
    found = None
    for node in _read(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            found = node  # of several overloads the last one counts
        elif isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in node.names):
            return _find_definition(str(node.module), name)
    return found


def _find_member(module: str, owner: _Definition | None, word: str) -> _Definition | None:
    """A method of a class, or of one of the classes above it."""
    if not isinstance(owner, ast.ClassDef):
        return None
    for node in owner.body:
        if isinstance(node, ast.FunctionDef) and node.name == word:
            return node
    above = (_find_definition(module, base.id) for base in owner.bases if isinstance(base, ast.Name))
    return next((found for base in above if (found := _find_member(module, base, word))), None)


@cache
def _read(module: str) -> ast.Module:
    path = _SOURCE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8")) if file.exists() else ast.Module([], [])


_LABELS = ("Formula", "Cost", "Paper")


@dataclass(frozen=True, slots=True)
class Passage:
    """What a docstring says about one method.

    Parameters
    ----------
    idea : str
        The first paragraph.
    description : str
        The other paragraphs before the parameters.
    notes, formula, cost, paper : str
        The paragraphs without a label, and those with one.
    see_also : tuple of str
        The last words of the names under See Also.
    """

    idea: str
    description: str
    notes: str
    formula: str
    cost: str
    paper: str
    see_also: tuple[str, ...]


def read_passage(docstring: str, title: str) -> Passage:
    r"""Read what a docstring says about the method of a title.

    Parameters
    ----------
    docstring : str
        In numpydoc's form, without indentation.
    title : str
        The title; a part of the Notes that begins with it in bold is read instead of the whole.

    Returns
    -------
    Passage

    Examples
    --------
    >>> passage = read_passage("Count.\n\nNotes\n-----\nSlowly.\n\nCost: O(N).", "Counting")
    >>> passage.idea, passage.notes, passage.cost
    ('Count.', 'Slowly.', 'O(N).')
    """
    sections = split_sections(docstring)
    main, *parts = re.split(r"^\*\*(?=[^*]+\.\*\*)", sections.get("Notes", ""), flags=re.MULTILINE)
    see_also = tuple(
        name.split(".")[-1]
        for line in sections.get("See Also", "").splitlines()
        if not line.startswith(" ")
        for name in re.findall(r"[\w.]+", line.split(" : ")[0])
    )
    own = next((part for part in parts if part.startswith(f"{title}.**")), None)
    if own is None:
        labels, notes = _split_labels(main)
        idea, *description = _split_paragraphs(sections[""])
        labels = {"Paper": sections.get("References", "")} | labels
    else:
        labels, (idea, *notes) = _split_labels(own.removeprefix(f"{title}.**"))
        description = []
    return Passage(
        idea=_join_lines(idea),
        description="\n\n".join(description),
        notes="\n\n".join(notes),
        formula=labels.get("Formula", ""),
        cost=labels.get("Cost", ""),
        paper=labels.get("Paper", ""),
        see_also=see_also,
    )


def split_sections(docstring: str) -> dict[str, str]:
    r"""Split a docstring at its underlined headings; what comes before the first has an empty one.

    Examples
    --------
    >>> split_sections("Count.\n\nNotes\n-----\nSlowly.")
    {'': 'Count.', 'Notes': 'Slowly.'}
    """
    pieces = re.split(r"^(\w[\w ]*)\n-{3,}$", docstring, flags=re.MULTILINE)
    headings = ["", *pieces[1::2]]
    return {heading: text.strip("\n").rstrip() for heading, text in zip(headings, pieces[::2], strict=True)}


def _split_labels(text: str) -> tuple[dict[str, str], list[str]]:
    """The labelled paragraphs by their label, and the others."""
    labels: dict[str, str] = {}
    others = []
    for paragraph in _split_paragraphs(text):
        label, _, rest = paragraph.partition(":")
        if label in _LABELS:
            labels[label] = _join_lines(dedent(rest.removeprefix(":").strip("\n")))
        else:
            others.append(paragraph)
    return labels, others


def _split_paragraphs(text: str) -> list[str]:
    """Paragraphs, each with the indented blocks that belong to it."""
    pieces = re.split(r"\n\s*\n(?=\S)", text.strip())
    return [piece for piece in pieces if piece]


def _join_lines(text: str) -> str:
    return " ".join(text.split())
