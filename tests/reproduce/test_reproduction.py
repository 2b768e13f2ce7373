import pytest

from hedgerow.reproduce import find_status, find_table, published_tables, reproduce
from hedgerow.reproduce.experiments import PROTOCOLS, Experiment
from hedgerow.reproduce.reproduction import list_cells, list_trials, name_run, run_in_processes, run_trials
from hedgerow.reproduce.store import TrialStore

COIN = Experiment("coin 1", lambda cell, trial, seed: {"heads": float(trial % 2)})


@pytest.fixture
def store(tmp_path):
    with TrialStore(tmp_path / "trials.sqlite") as opened:
        yield opened


def test_the_lowest_numbers_come_first():
    trials = list_trials(COIN, ["a", "b"], 2, seed=3)
    assert [key[1:] for key in trials] == [("a", 0), ("b", 0), ("a", 1), ("b", 1)]
    assert {key.experiment for key in trials} == {name_run(COIN, 3)}


def test_cells_are_listed_once():
    # Table 5.2 has four methods on six tables.
    cells = list_cells(find_table("rogers-5.2"), PROTOCOLS["rogers-5.2"])
    assert len(cells) == len(set(cells)) == 24


def test_an_average_needs_the_cells_it_is_of():
    assert len(list_cells(find_table("deng-t2"), PROTOCOLS["deng-t2"])) == 4 * 6


def test_finished_trials_are_not_run_again(store):
    ran = []
    counted = Experiment("coin 1", lambda cell, trial, seed: ran.append((cell, trial)) or {"heads": 1.0})
    run_trials(counted, list_trials(counted, "ab", 2, 0), store)
    run_trials(counted, list_trials(counted, "ab", 3, 0), store)
    assert ran == [("a", 0), ("b", 0), ("a", 1), ("b", 1), ("a", 2), ("b", 2)]


def test_another_seed_is_another_run(store):
    seen = []
    drawn = Experiment("coin 1", lambda cell, trial, seed: seen.append(seed) or {"heads": 1.0})
    for seed in (0, 1):
        run_trials(drawn, list_trials(drawn, "a", 1, seed), store, seed=seed)
    assert seen == [0, 1]


def test_progress_is_told(store):
    told = []
    run_trials(COIN, list_trials(COIN, "a", 3, 0), store, step=lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3), (3, 3)]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_a_run_that_stops_keeps_what_is_finished_and_claims_nothing(store, error):
    def stop(cell, trial, seed):
        if trial == 2:
            raise error
        return {"heads": 1.0}

    failing = Experiment("coin 1", stop)
    trials = list_trials(failing, "a", 4, 0)
    with pytest.raises(error):
        run_trials(failing, trials, store)
    assert {key.trial for key in store.finished(trials[0].experiment, 4)} == {0, 1}
    with TrialStore(store.path) as other:
        assert other.claim(trials[2])


def test_it_ends_when_told(store):
    run_trials(COIN, list_trials(COIN, "a", 3, 0), store, go_on=lambda: False)
    assert not store.finished(name_run(COIN, 0), 3)


def test_nothing_to_run_is_no_work(store):
    run_trials(COIN, [], store)


def test_processes_that_fail_are_told_of(store):
    table = find_table("rogers-8.7")  # has no protocol
    trials = list_trials(COIN, "a", 1, 0)
    with pytest.raises(ChildProcessError, match=r"rogers-8.7 failed: KeyError"):
        run_in_processes(table, trials, store, n_trials=1, n_jobs=2)


def test_processes_run_what_one_would(store):
    table, protocol = find_table("evans-scalars"), PROTOCOLS["evans-scalars"]
    trials = list_trials(protocol.experiment, list_cells(table, protocol), 2, 0)
    run_in_processes(table, trials, store, n_trials=2, n_jobs=2)
    found = store.measurements(trials[0].experiment, 2)["formulas"]
    assert found[0] == found[1] == protocol.experiment.run("formulas", 0, 0)


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
