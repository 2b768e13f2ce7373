"""The Python blocks of the README and the guide do what they say, and no link leads nowhere."""

import doctest
import pkgutil
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    page
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    if page.name != "methods.md" and "_build" not in page.parts and "generated" not in page.parts
]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@every_page
def test_the_examples_of_a_page_run(page):
    # A closing fence would be read as expected output.
    text = re.sub(r"^[ \t]*```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    result = runner.run(examples, out=report.append)
    assert result.failed == 0, "".join(report)


@every_page
def test_no_python_of_a_page_is_left_untried(page):
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert not [block for block in blocks if not block.startswith(">>> ")]


# Pages that the site makes when it is built.
GENERATED = ("docs/methods.md", "docs/gallery/generated", "docs/api")
FENCE = re.compile(r"^[ \t]*(```|~~~|:::).*?^[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]+)\)")
IMAGE = re.compile(r"^[ \t]*```\{(?:image|figure)\}[ \t]*(\S+)", re.MULTILINE)
PAGE_ROLE = re.compile(r"\{doc\}`(?:[^`<]*<)?([^`<>]+)>?`")
OBJECT_ROLE = re.compile(r"\{(?:class|func|meth|mod|attr)\}`(?:[^`<]*<)?[~!]?([\w.]+)(?:\(\))?>?`")


@cache
def list_anchors(page):
    """The names by which the headings of a page can be linked to, as the site makes them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    anchors = set()
    for heading in re.findall(r"^#{1,3}[ \t]+(.+?)[ \t]*$", text, re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = 0
        while (name if not number else f"{name}-{number}") in anchors:
            number += 1
        anchors.add(name if not number else f"{name}-{number}")
    return anchors | set(re.findall(r"^\(([\w-]+)\)=[ \t]*$", text, re.MULTILINE))


def find_fault(page, link):
    """What is wrong with a link of a page, or None."""
    place, _, anchor = link.partition("#")
    target = page.parent / place if place else page
    if str(target.resolve().relative_to(ROOT)).startswith(GENERATED):
        return None
    if not target.exists():
        return f"{link}: there is no such file"
    if anchor and target.suffix == ".md" and anchor not in list_anchors(target):
        return f"{link}: the page has no such heading"
    return None


def list_faults(page):
    text = page.read_text(encoding="utf-8")
    prose = re.sub(
        r"`[^`\n]*`", lambda code: code[0] if code[0].endswith(">`") else "code", FENCE.sub("", text)
    )
    links = [link for link in LINK.findall(prose) if not re.match(r"[a-z]+:", link)]
    links += IMAGE.findall(text)
    links += [f"{name.lstrip('/')}.md" for name in PAGE_ROLE.findall(text)]
    return [fault for fault in (find_fault(page, link) for link in links) if fault]


@every_page
def test_no_link_of_a_page_is_dead(page):
    assert not list_faults(page)


@every_page
def test_what_a_page_refers_to_is_there(page):
    for name in OBJECT_ROLE.findall(page.read_text(encoding="utf-8")):
        assert pkgutil.resolve_name(name) is not None


def test_dead_links_would_be_found(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "other.md").write_text("# One & `two`\n\n## Three\n\n## Three\n\n```\n# no heading\n```\n")
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n[a](other.md) [b](other.md#one--two) [c](other.md#three-1) [d](#page) [e](https://example.org) "
        "[f](docs/methods.md)\n[g](gone.md) [h](other.md#four) [i](#no-heading) ![j](gone.png) {doc}`k <gone>`\n"
        "`[l](gone.md)`\n```{image} gone.svg\n:alt: m\n```\n```python\n>>> [n](gone.md)\n```\n"
    )
    assert list_faults(page) == [
        "gone.md: there is no such file",
        "other.md#four: the page has no such heading",
        "#no-heading: the page has no such heading",
        "gone.png: there is no such file",
        "gone.svg: there is no such file",
        "gone.md: there is no such file",
    ]
