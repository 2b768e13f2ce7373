"""The Python blocks of the README and the guide do what they say."""

import doctest
import re
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
