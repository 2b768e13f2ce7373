from tests.parity.files import FILES, FileResult, Outcome, count, read_set_aside
from tests.parity.page import make_page

OUTCOMES = (
    Outcome("test_a", "passed", True, ""),
    Outcome("test_b[one]", "failed", True, "AttributeError: no `_x` | at 0x7f1a"),
    Outcome("test_b[two]", "failed", True, "AttributeError: no `_x` | at 0x7f1b"),
    Outcome("test_c[one]", "failed", True, "ValueError: no"),
    Outcome("test_c[two]", "passed", True, ""),
)
FILE = "ensemble/tests/test_bagging.py"
RESULT = FileResult(FILE, OUTCOMES, 3, {"test_b": "private", "test_a": "passes"}, "")


def test_what_is_set_aside_does_not_count():
    assert (RESULT.n_passed, RESULT.n_set_aside, len(RESULT.failures)) == (2, 2, 1)
    assert RESULT.share == 2 / 3
    assert not RESULT.is_good
    assert RESULT.needless == ["test_a"]
    assert count([RESULT])[0] == {
        "file": FILE, "tests": 5, "passed": 2, "set aside": 2, "failed": 1, "share": "66.7%", "asked": "97%"
    }  # fmt: skip


def test_a_case_can_be_set_aside_alone():
    result = FileResult(FILE, OUTCOMES, 0, {"test_b[one]": "private", "test_c": "wording"}, "")
    assert [each.test for each in result.failures] == ["test_b[two]"]


def test_a_file_that_did_not_come_to_its_end_is_no_success():
    assert FileResult(FILE, OUTCOMES[:1], 0, {}, "").is_good
    assert not FileResult(FILE, OUTCOMES[:1], 0, {}, "killed").is_good
    assert not FileResult(FILE, (), 0, {}, "").is_good


def test_the_page_counts_cases_and_keeps_no_addresses():
    page = make_page([RESULT])
    assert "| `test_b` | 2 | private |" in page
    assert "| `test_c` | 1 | `ValueError: no` |" in page
    failing = make_page([FileResult(FILE, OUTCOMES, 3, {}, "")])
    assert "| `test_b` | 2 | `AttributeError: no '_x' /` |" in failing


def test_every_reason_belongs_to_a_file_that_is_run():
    listed = read_set_aside()
    assert set(listed) <= set(FILES)
    assert all(reason.strip() for reasons in listed.values() for reason in reasons.values())
