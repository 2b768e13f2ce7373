import pytest

from hedgerow.reproduce import find_status, find_table, published_tables, reproduce
from hedgerow.reproduce.experiments import PROTOCOLS
from hedgerow.reproduce.store import TrialStore


def test_every_table_runs_or_says_why_not():
    for table in published_tables():
        status = find_status(table)
        assert status in ("runs", "runs in part", "nothing to run") or table.needs, table.identifier
        assert (status == "runs") == (table.identifier in PROTOCOLS and table.needs is None)


def test_every_protocol_belongs_to_a_table():
    assert set(PROTOCOLS) <= {table.identifier for table in published_tables()}


def test_a_table_without_its_data_says_what_it_needs(tmp_path):
    with pytest.raises(ValueError, match=r"rogers-8.7 cannot be run here.*OpenML 1485"):
        reproduce("rogers-8.7", store=tmp_path / "trials.sqlite")
    with pytest.raises(ValueError, match="describes data"):
        reproduce("pardo-t1", store=tmp_path / "trials.sqlite")


@pytest.mark.parametrize("choice", [{"n_trials": 0}, {"n_jobs": 0}, {"n_jobs": -2}])
def test_bad_numbers_are_refused_by_name(tmp_path, choice):
    with pytest.raises(ValueError, match=next(iter(choice))):
        reproduce("evans-scalars", store=tmp_path / "trials.sqlite", **choice)


def test_printed_tests_come_out_again_but_for_a_copied_row(tmp_path):
    # The tests against the forest repeat those against forward selection, so recall and AUC are not its own:
    # 0.028 and 0.013 are printed as 0.04 and 0.02.
    found = reproduce("fitselect-tests", store=tmp_path / "trials.sqlite")
    differing = {(c.published.row, c.published.column) for c in found.cells if c.verdict == "differs"}
    assert differing == {("fitsel_vs_rf", "rec"), ("fitsel_vs_rf", "auc")}


def test_a_run_goes_on_where_it_was_and_any_number_of_processes_says_the_same(tmp_path):
    one, two = (
        reproduce("zliobaite-t1", n_trials=1, n_jobs=n_jobs, store=tmp_path / f"{n_jobs}.sqlite")
        for n_jobs in (1, 2)
    )
    assert one.to_dict() == two.to_dict()
    told = []
    reproduce(
        "zliobaite-t1",
        n_trials=1,
        store=tmp_path / "1.sqlite",
        step=lambda done, total: told.append((done, total)),
    )
    assert told == [(2, 2)]


def test_tables_share_their_trials(tmp_path):
    path = tmp_path / "trials.sqlite"
    table = find_table("rogers-5.3")
    with TrialStore(path) as store:
        for cell in table.cells:
            for trial in range(10):
                key = ("rogers 1, seed 0", f"{cell.row} / {cell.column}", trial)
                store.record(key, {"error": 0.1, "q_statistic": cell.value, "base_error": 0.2})
    assert reproduce("rogers-5.3", n_trials=10, store=path).counts()["agrees"] == len(table.cells)
    assert reproduce("rogers-5.4", n_trials=10, store=path).counts()["differs"] == len(table.cells)
