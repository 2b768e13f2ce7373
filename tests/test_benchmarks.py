"""The benchmark package holds together; nothing is timed here."""

import inspect
from importlib import import_module

import numpy as np
import pytest
from benchmarks.__main__ import CLAIMS
from benchmarks.floor import count_visits, describe_nodes
from benchmarks.page import PAGE, rewrite
from benchmarks.rows import Demand, Row, compare_times
from benchmarks.screen import draw_table, write_table
from benchmarks.store import COLUMNS, load, save
from benchmarks.timing import Timing, race

import hedgerow

TIMINGS = {"hedgerow": Timing(1.0, 1.5), "sklearnex": Timing(3.0, 3.5), "scikit-learn": Timing(8.0, 9.0)}
ROWS = [
    *compare_times("a table", TIMINGS, {"sklearnex": 2.0, "scikit-learn": 10.0}, note="5 visits"),
    Row("import", "hedgerow", "s", 0.02, 0.03, 0.02, "seconds", Demand("at most", 0.35)),
]


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_is_a_file_with_one_public_entry_and_a_place_on_the_page(name):
    module = import_module(f"benchmarks.{name}")
    assert list(inspect.signature(module.measure).parameters) == ["quick"]
    assert f"<!-- results: {name} -->" in PAGE.read_text(encoding="utf-8")


def test_a_ratio_says_how_many_times_faster_we_are():
    assert [(row.library, row.ratio, row.reached) for row in ROWS] == [
        ("hedgerow", None, None),
        ("sklearnex", 3.0, True),
        ("scikit-learn", 8.0, False),
        ("hedgerow", 0.02, True),
    ]


def test_rows_survive_the_csv_file(tmp_path):
    path = save("stub", ROWS, tmp_path)
    rows, machine = load("stub", tmp_path)
    assert rows == ROWS
    assert "Python" in machine
    assert path.read_text(encoding="utf-8").splitlines()[0] == ",".join(COLUMNS)
    assert load("absent", tmp_path) == ([], "")


def test_rows_become_tables():
    table = draw_table("stub", ROWS)
    assert (table.row_count, table.caption) == (len(ROWS), "a table: 5 visits")
    assert "| a table | scikit-learn | 8 s | 9 s | 8 times faster | at least 10 | no |" in write_table(ROWS)


def test_the_page_is_rewritten_between_its_marks_only():
    page = "before\n<!-- results: absent -->\nold\n<!-- end -->\nafter"
    once = rewrite(page)
    assert once == "before\n<!-- results: absent -->\n\nNot measured yet.\n\n<!-- end -->\nafter"
    assert rewrite(once) == once


def test_a_page_may_show_what_one_peer_is_compared_in(monkeypatch):
    others = compare_times("a list", {"hedgerow": Timing(1.0, 1.0), "mrmr_selection": Timing(5.0, 5.0)}, {})
    monkeypatch.setattr("benchmarks.page.load", lambda name: ([*ROWS, *others], "a machine"))
    page = rewrite("<!-- results: stub of mrmr_selection -->\n<!-- end -->")
    assert write_table(others) in page
    assert "a table" not in page
    assert "Not measured yet." in rewrite("<!-- results: stub of nobody -->\n<!-- end -->")


def test_contestants_take_turns():
    order = []
    race({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, 2)
    assert order == ["a", "b", "b", "a"]


def test_visits_and_depths_are_read_from_the_grown_trees():
    X = np.array([[0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [3.0, 5.0]])
    forest = hedgerow.RandomForestClassifier(1, bootstrap=False, max_features=None).fit(X, [0, 1, 1, 0])
    trees = forest.members_.forest
    # A root of four rows, then a node of three: one side of the root is pure.
    assert count_visits(trees, max_features=2) == (4 + 3) * 2
    depths, n_asked = describe_nodes(trees)
    assert sorted(depths) == [0, 1, 1, 2, 2]
    assert sorted(n_asked) == [0, 1, 1, 1, 1]
