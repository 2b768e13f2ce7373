"""The store, also under kill -9: a process of its own forks children, and kills them at random points."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from hedgerow.reproduce import store as storing
from hedgerow.reproduce.store import TrialKey, TrialStore, default_path, is_alive

N_KILLS = int(os.environ.get("HEDGEROW_KILLS", "50"))
KEY = TrialKey("coin", "fair", 0)
forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deeper" / "trials.sqlite"


def test_a_trial_is_recorded_once(path):
    with TrialStore(path) as store:
        assert store.record(KEY, {"heads": 1.0})
        assert not store.record(KEY, {"heads": 0.0})
        assert store.measurements("coin", 1) == {"fair": {0: {"heads": 1.0}}}


def test_trials_above_the_limit_are_left_out(path):
    with TrialStore(path) as store:
        for trial in range(5):
            store.record(KEY._replace(trial=trial), {"heads": float(trial)})
        assert store.finished("coin", 3) == {KEY._replace(trial=trial) for trial in range(3)}
        assert list(store.measurements("coin", 3)["fair"]) == [0, 1, 2]


def test_a_claim_keeps_others_out_until_it_is_released(path):
    with TrialStore(path) as mine, TrialStore(path) as other:
        assert mine.claim(KEY)
        assert not other.claim(KEY)
        other.release(KEY)  # not its own
        assert not other.claim(KEY)
        mine.release(KEY)
        assert other.claim(KEY)


def test_a_closed_store_gives_its_claims_back(path):
    with TrialStore(path) as mine:
        mine.claim(KEY)
    with TrialStore(path) as other:
        assert other.claim(KEY)


def test_a_claim_expires(path):
    now = [0.0]
    with TrialStore(path) as mine, TrialStore(path, clock=lambda: now[0]) as other:
        mine._clock = lambda: 0.0
        mine.claim(KEY)
        now[0] = mine.lease_seconds - 1
        assert not other.claim(KEY)
        now[0] = mine.lease_seconds
        assert other.claim(KEY)


def test_the_claim_of_a_dead_process_is_free(path, monkeypatch):
    with TrialStore(path) as mine, TrialStore(path) as other:
        mine.claim(KEY)
        monkeypatch.setattr(storing, "is_alive", lambda process: False)
        assert other.claim(KEY)


def test_what_was_measured_may_have_no_value(path):
    with TrialStore(path) as store:
        store.record(KEY, {"q": float("nan")})
        assert store.measurements("coin", 1)["fair"][0]["q"] != 0


def test_another_file_is_refused(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, this is not a database, however long it may be. " * 20)
    with pytest.raises(OSError, match=r"letter.txt.*Name another file"):
        TrialStore(file)


def test_this_process_is_alive():
    assert is_alive(os.getpid())


@forking
def test_a_finished_process_is_not_alive():
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert not is_alive(child.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="where data is kept differs")
def test_the_default_is_in_the_data_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "hedgerow" / "trials.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_path() == Path.home() / ".local" / "share" / "hedgerow" / "trials.sqlite"


_CHILD = """
import os, random, sys, time
from hedgerow.reproduce.experiments.experiment import Experiment
from hedgerow.reproduce.reproduction import list_trials, run_trials
from hedgerow.reproduce.store import TrialStore

path, log, n_trials, argument = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
log = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

def toss(cell, trial, seed):
    time.sleep(random.random() / 500)
    return {"heads": float(hash((cell, trial)) % 2), "process": float(os.getpid())}

class Witness(TrialStore):
    "Writes down what the store said it has kept."
    def record(self, key, measured):
        kept = super().record(key, measured)
        os.write(log, f"{key.cell} {key.trial} {int(kept)} {os.getpid()}\\n".encode())
        return kept

coin = Experiment("coin 1", toss)
trials = list_trials(coin, ["a", "b", "c"], n_trials, 0)

def work():
    random.seed(os.getpid())
    with Witness(path) as store:
        run_trials(coin, trials, store)

def fork():
    child = os.fork()
    if child == 0:
        work()
        os._exit(0)
    return child
"""


def run_script(body, path, tmp_path, n_trials, argument):
    log = tmp_path / "log"
    path.parent.mkdir()
    code = textwrap.dedent(_CHILD) + textwrap.dedent(body)
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), str(log), str(n_trials), str(argument)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in log.read_text().splitlines()]
    return [
        (cell, int(trial), kept == "1", int(process)) for cell, trial, kept, process in lines
    ], done.stdout


@forking
def test_killed_at_random_points_it_loses_no_finished_trial_and_counts_none_twice(path, tmp_path):
    n_trials = 12 * N_KILLS
    said, killed = run_script(
        """
        killed = 0
        random.seed(1)
        for _ in range(argument):
            child = fork()
            time.sleep(0.002 + random.random() / 20)
            os.kill(child, 9)
            _, status = os.waitpid(child, 0)
            killed += os.WIFSIGNALED(status)
            with TrialStore(path) as store:
                print(len(store.finished("coin 1, seed 0", n_trials)), end=" ")
        print(killed)
        work()
        """,
        path,
        tmp_path,
        n_trials,
        N_KILLS,
    )
    *growing, n_killed = map(int, killed.split())
    assert n_killed == N_KILLS  # none had finished before it was killed
    assert growing == sorted(growing)
    assert growing[-1] > N_KILLS  # kills hit processes that were at work
    assert all(kept for *_, kept, _ in said)
    with TrialStore(path) as store:
        found = store.measurements("coin 1, seed 0", n_trials)
        assert {cell: list(trials) for cell, trials in found.items()} == {
            cell: list(range(n_trials)) for cell in "abc"
        }
    # Whatever was said to be kept is there, as it was measured by the process that said so.
    for cell, trial, _, process in said:
        assert found[cell][trial]["process"] == process
    # A trial may be kept just before the kill, and not be said to be; none is said twice.
    assert len({(cell, trial) for cell, trial, *_ in said}) == len(said) <= 3 * n_trials
    assert len(said) >= 3 * n_trials - N_KILLS


@forking
def test_two_processes_share_the_work_and_repeat_none(path, tmp_path):
    said, _ = run_script(
        """
        children = [fork() for _ in range(argument)]
        for child in children:
            assert os.waitpid(child, 0)[1] == 0
        """,
        path,
        tmp_path,
        100,
        2,
    )
    assert len(said) == 300
    assert all(kept for *_, kept, _ in said)
    assert len({process for *_, process in said}) == 2


def test_measurements_are_plain_json(path):
    with TrialStore(path) as store:
        store.record(KEY, {"heads": 1.0})
        assert json.dumps(store.measurements("coin", 1)) == '{"fair": {"0": {"heads": 1.0}}}'
