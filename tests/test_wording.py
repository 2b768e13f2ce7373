"""Turns of phrase that must not come back: each with the words to use instead."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = (
    "src/**/*.py",
    "src/**/*.html",
    "src/**/*.js",
    "docs/**/*.md",
    "examples/*.py",
    "README.md",
    "ARCHITECTURE.md",
)
EXCEPT = {  # measured beside published, as its columns are called; and where files of earlier versions are read
    "docs/reproduction.md",
    "src/hedgerow/reproduce",
    "src/hedgerow/cli/reproduce.py",
    "src/hedgerow/saving/history.py",
}
# The glossary of ARCHITECTURE.md names the words that are not used.
GLOSSARY = re.compile(r"^### Words\n.*?(?=^## )", re.M | re.S)

TURNS = {
    r"\b_?lessons?\b": "training set, or gain",
    r"\b_?(heard|unheard)\b": "predicted, combined",
    r"\b_?speak(s|ing|ers?)?\b|\bspoken\b": "predict, vote; support or contradict",
    r"\b(silent|in silence) (about|on)\b": "abstain on",
    r"\b(taught|teach|teaches|teaching)\b": "trained; the gain of",
    r"\b_?verdicts?\b": "result, selection, decision",
    r"\bfooting\b": "preparation, imputation",
    r"\bvoices?_?\b": "combination weight",
    r"\bby heart\b": "perfectly, or memorised",
    r"\blet(s|ting)? go\b": "give up, leave out",
    r"\bmade-up (rows?|examples?|features?)\b": "synthetic",
    r"\bthird of one\b": "a third",
    r"\b(ha(s|ve|d) not seen|did not see|never saw) (it|them|the row|a row)\b": "not fitted on it; out of bag",
    r"\brows (that |which )?(\w+ ){0,3}(ha(s|ve|d) not seen|did not see)\b": "rows not fitted on; out-of-bag rows",
    r"\b(is|are) no (estimator|classifier|regressor|clusterer|feature|float)\b": "is not a",
    r", so that\b": "so",
    r"\b[a-z]+, for (it|they|he|she|there|that|this) (is|are|was|were|has|have|does|do|can|cannot|would)\b": "because",
    r"\bthere is nothing to judge\b": "nothing to evaluate",
    r"\bwhat begins as\b|\bof models that .* clones are fitted\b": "a plain main clause",
}


def list_texts():
    for place in PLACES:
        for path in sorted(ROOT.glob(place)):
            name = path.relative_to(ROOT).as_posix()
            if not any(name == each or name.startswith(f"{each}/") for each in EXCEPT):
                yield name, path.read_text(encoding="utf-8")


def find_turns(name, text):
    """Each place of a turn, on one line or over a line break, with the words to use."""
    if name == "ARCHITECTURE.md":
        text = GLOSSARY.sub(lambda found: "\n" * found[0].count("\n"), text)
    joined = re.sub(r"\n", " ", text)
    for turn, better in TURNS.items():
        for found in re.finditer(turn, joined, re.I):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{name}:{line}: {found[0]!r}: write {better}"


def test_texts_use_the_words_of_the_glossary():
    places = [place for name, text in list_texts() for place in find_turns(name, text)]
    assert not places, "\n" + "\n".join(places)


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("Left out, for it has one value only.", "because"),
        ("Rows that the members\nhave not seen.", "out-of-bag rows"),
        ("5 is no estimator", "is not a"),
        ("def walk(lesson):", "training set"),
    ],
)
def test_a_turn_is_found(text, better):
    (place,) = find_turns("a.py", text)
    assert place.startswith("a.py:1:")
    assert better in place


def test_the_glossary_may_name_what_is_not_used():
    assert not list(find_turns("ARCHITECTURE.md", "### Words\n\n| gain | not a lesson |\n\n## Next\n"))
