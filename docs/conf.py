"""Sphinx configuration."""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import hedgerow
from hedgerow.cards import AXES, read_cards
from hedgerow.cards.docstrings import split_sections
from hedgerow.cards.writing import write_page
from hedgerow.foundation.constraints import list_constraints
from hedgerow.foundation.doors import find_public, list_doors, list_public_names

project = "hedgerow"
author = "the hedgerow authors"
release = version = hedgerow.__version__

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx_gallery.gen_gallery",
]
templates_path = ["_templates"]
exclude_patterns = ["_build", "gallery/generated/*.ipynb", "**/GALLERY_HEADER.*"]
html_theme = "furo"
html_title = "hedgerow"
html_static_path: list[str] = []

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

autosummary_generate = True
autodoc_typehints = "none"  # numpydoc's text says the types
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery/generated",
    "filename_pattern": r"/plot_",
    "download_all_examples": False,
    "show_memory": False,
    "show_signature": False,
    "write_computation_times": False,
    "abort_on_example_error": True,
    "within_subsection_order": "FileNameSortKey",
}


def write_methods_page(_app: object, _config: object) -> None:
    """Write the page of method cards before the sources are read."""
    Path(__file__).with_name("methods.md").write_text(write_page(read_cards(), AXES), encoding="utf-8")


def write_public_names(_app: object, _config: object) -> None:
    """Write the page of public names, door by door, before the sources are read."""
    page = ["# Public names", ""]
    pages = set()
    for door in list_doors():
        behind = {name: find_public(name) for name, place in list_public_names().items() if place == door}
        names = sorted(
            name for name, thing in behind.items() if inspect.isclass(thing) or inspect.isroutine(thing)
        )
        pages |= {f"{door}.{name}" for name in names}
        page += [f"## {door}", "", "```{eval-rst}", inspect.cleandoc(import_module(door).__doc__ or ""), ""]
        if names:
            page += [f".. currentmodule:: {door}", "", ".. autosummary::", "   :toctree: generated"]
            page += ["   :nosignatures:", "", *(f"   {name}" for name in names)]
        page += ["```", ""]
    folder = Path(__file__).with_name("api")
    folder.mkdir(exist_ok=True)
    (folder / "index.md").write_text("\n".join(page), encoding="utf-8")
    for stale in folder.glob("generated/*.rst"):
        if stale.stem not in pages:
            stale.unlink()


def skip_inherited(
    _app: object, _what: str, _name: str, member: object, skip: bool, _options: object
) -> bool:
    """Leave out what scikit-learn defines: its own documentation describes it."""
    module = getattr(member, "__module__", None) or getattr(getattr(member, "fget", None), "__module__", None)
    return skip or str(module).startswith("sklearn.")


def escape_shapes(
    _app: object, _what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Keep ``shape (n_features_in_,)`` from being read as a link called n_features_in."""
    for number, line in enumerate(lines):
        if "shape (" in line:
            lines[number] = re.sub(r"(?<=\w)_(?=[,)])", r"\\_", line)


def expand_references(
    _app: object, _what: str, _name: str, thing: object, _options: object, lines: list[str]
) -> None:
    """Say in full what a docstring words elsewhere: ``a, b`` with "As for `Other`." below."""
    lines[:] = _expand("\n".join(lines), getattr(thing, "__module__", "")).split("\n")


def _expand(text: str, module: str) -> str:
    """The entries of a docstring, with those of another object in place of a reference to it."""

    def find_entries(found: re.Match[str]) -> str:
        other = _find_object(found["other"], module)
        entries = _list_entries(inspect.getdoc(other) or "", other.__module__) if other else {}
        names = found["names"].split(", ")
        if not set(names) <= set(entries):
            return found[0]
        note = " ".join(found["rest"].split()).lstrip(".;, ")
        lines = [
            *dict.fromkeys(entries[name] for name in names),
            *([f"    {note[0].upper()}{note[1:]}"] if note else []),
        ]
        return "\n".join(lines) + "\n"

    return re.sub(
        r"^(?P<names>\w+(?:, \w+)*)\n    As for `(?P<other>[\w.]+)`(?P<rest>.*(?:\n    .*)*)\n?",
        find_entries,
        text,
        flags=re.MULTILINE,
    )


def _list_entries(docstring: str, module: str) -> dict[str, str]:
    """The entries of parameters and attributes of a docstring by name, without references."""
    sections = split_sections(docstring)
    entries = {}
    for heading in ("Attributes", "Parameters"):
        for entry in re.split(r"^(?=\S)", _expand(sections.get(heading, ""), module), flags=re.MULTILINE):
            head, colon, _ = entry.partition(" : ")
            entries |= {name: entry.rstrip() for name in head.split(", ") if colon}
    return entries


def _find_object(name: str, module: str) -> Any:
    """What a docstring of a module means by a name: something of its own, or something public."""
    word = name.rpartition(".")[2]
    own = vars(sys.modules[module]).get(word) if module in sys.modules else None
    return find_public(word) if own is None and word in list_public_names() else own


def show_constraints(
    _app: object, what: str, _name: str, thing: object, _options: object, lines: list[str]
) -> None:
    """Say of each parameter of a class what its table of constraints allows."""
    table = dict(list_constraints(thing)) if what == "class" and isinstance(thing, type) else {}
    for number in reversed(range(len(lines))):
        match = re.match(r"(\w+(?:, \w+)*) : ", lines[number])
        rules = (
            {table.pop(name).describe() for name in match[1].split(", ") if name in table} if match else ()
        )
        lines[number + 1 : number + 1] = [f"    Must be {rule}." for rule in sorted(rules)]


def setup(app: Sphinx) -> None:
    app.connect("config-inited", write_methods_page)
    app.connect("config-inited", write_public_names)
    app.connect("autodoc-skip-member", skip_inherited)
    app.connect("autodoc-process-docstring", expand_references, priority=0)
    app.connect("autodoc-process-docstring", show_constraints, priority=0)  # before numpydoc reads it
    app.connect("autodoc-process-docstring", escape_shapes, priority=0)
