import pytest

from hedgerow.reproduce.experiments import PROTOCOLS, Experiment
from hedgerow.reproduce.store import TrialStore
from hedgerow.reproduce.tables import find_table
from hedgerow.reproduce.trial_runner import list_cells, list_trials, name_run, run_in_processes, run_trials

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
