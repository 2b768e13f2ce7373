"""Sphinx configuration."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx

import hedgerow
from hedgerow.cards import AXES, CARDS, write_page
from hedgerow.foundation.constraints import list_constraints

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
    Path(__file__).with_name("methods.md").write_text(write_page(CARDS.values(), AXES), encoding="utf-8")


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


def show_constraints(
    _app: object, what: str, _name: str, thing: object, _options: object, lines: list[str]
) -> None:
    """Say of each parameter of a class what its table of constraints allows."""
    table = list_constraints(thing) if what == "class" and isinstance(thing, type) else {}
    for number in reversed(range(len(lines))):
        match = re.match(r"(\w+) : ", lines[number])
        if match and match[1] in table:
            lines.insert(number + 1, f"    Must be {table.pop(match[1]).describe()}.")


def setup(app: Sphinx) -> None:
    app.connect("config-inited", write_methods_page)
    app.connect("autodoc-skip-member", skip_inherited)
    app.connect("autodoc-process-docstring", show_constraints, priority=0)  # before numpydoc reads it
    app.connect("autodoc-process-docstring", escape_shapes, priority=0)
