import pytest

from hedgerow.reproduce.experiments.casale import (
    PATTERNS,
    TABLES,
    read_pattern,
    read_table,
    try_pattern,
    try_table,
)
from hedgerow.reproduce.tables import find_table

COMPONENTS = {"rpboost_sub": "sub", "rpboost_same": "same", "rpboost_super": "super", "lsboost": None}
ENTRIES = {"N": "normal", "U": "sign", "P": "uniform"}


def read_words(words):
    """What stands in a cell such as "classifier: lsboost, lambda: 1000", of the first of equals."""
    pairs = [pair.split(": ") for pair in words.split(", ")]
    return dict(reversed(pairs))


@pytest.mark.parametrize("table", ["casale-t4-patterns", "casale-t4-uci"])
def test_variants_are_those_of_the_table(table):
    for cell in find_table(table).cells:
        if cell.column != "best" or cell.row not in {**PATTERNS, **TABLES}:
            continue
        variant = PATTERNS[cell.row] if cell.row in PATTERNS else TABLES[cell.row][1]
        words = read_words(cell.value)
        assert variant.n_components == COMPONENTS[words["classifier"]]
        assert variant.entries == ENTRIES[words.get("projection", "N")]
        assert "lambda" not in words or variant.l2 == float(words["lambda"])


def test_a_line_is_learned():
    assert try_pattern("linear", 0, 0)["accuracy"] > 97


def test_a_table_is_learned():
    assert try_table("sonar", 0, 0)["accuracy"] == pytest.approx(85, abs=6)


def test_words_are_not_measured():
    accuracy, best, *_ = find_table("casale-t4-uci").cells[4:]
    assert read_table(accuracy) == (("sonar",), "accuracy")
    assert read_table(best) is read_pattern(best) is None
