import threading
import time
from _thread import start_new_thread
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

import numpy as np
import pytest
from joblib import parallel_config
from sklearn import config_context, get_config
from sklearn.dummy import DummyClassifier
from threadpoolctl import threadpool_info

from hedgerow import Outputs, RandomForestClassifier, selection_stability
from hedgerow.analysis import OutlierFilter
from hedgerow.foundation import threads
from hedgerow.foundation.constraints import list_constraints
from hedgerow.foundation.doors import find_public, list_public_names
from hedgerow.foundation.threads import ONE_THREAD, map_in_threads
from hedgerow.selection import Discretiser

NOT_JOBS = [float("nan"), float("inf"), 2.5, 2.0, "2", 0, True, False, 2**70, [2]]


def wait_and_return(number):
    time.sleep(0.002 * (5 - number))
    return number, threading.get_ident()


@pytest.mark.parametrize("n_jobs", [None, 1, 3, -1])
def test_results_come_in_the_order_of_the_calls(n_jobs):
    assert [
        number for number, _ in map_in_threads(wait_and_return, [(i,) for i in range(5)], n_jobs)
    ] == list(range(5))


def test_one_job_stays_in_the_calling_thread_and_more_leave_it():
    here = threading.get_ident()
    assert {thread for _, thread in map_in_threads(wait_and_return, [(1,)] * 4, 1)} == {here}
    assert here not in {thread for _, thread in map_in_threads(wait_and_return, [(1,)] * 4, 2)}


def test_joblib_says_how_many_threads():
    meet = threading.Barrier(3, timeout=10)
    with parallel_config(n_jobs=3):
        assert list(map_in_threads(lambda: meet.wait() >= 0, [()] * 3, None)) == [True] * 3


def test_an_error_is_raised_and_the_rest_is_dropped():
    done = []

    def work(i):
        if i == 0:
            raise RuntimeError("no luck")
        time.sleep(0.02)
        done.append(i)

    with pytest.raises(RuntimeError, match="no luck"):
        list(map_in_threads(work, [(i,) for i in range(50)], 2))
    assert len(done) < 49


def test_threads_keep_the_configuration_of_scikit_learn():
    with config_context(assume_finite=True):
        seen = list(map_in_threads(lambda: get_config()["assume_finite"], [()] * 4, 2))
    assert seen == [True] * 4


@pytest.mark.parametrize("n_jobs", NOT_JOBS, ids=str)
def test_what_is_no_number_of_jobs_is_refused_at_once(n_jobs):
    with pytest.raises(ValueError, match=r"n_jobs=.* must be an int of 4096 or less that is not 0, or None"):
        list(map_in_threads(pow, [(2, 3)], n_jobs))
    X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    for estimator in (
        RandomForestClassifier(4, n_jobs=n_jobs),
        Discretiser(n_jobs=n_jobs),
        OutlierFilter(DummyClassifier(), n_jobs=n_jobs),
    ):
        with pytest.raises(ValueError, match="n_jobs="):
            estimator.fit(X, y)
    with pytest.raises(ValueError, match="n_jobs="):
        Outputs.from_estimator([DummyClassifier().fit(X, y)], X, y, n_jobs=n_jobs)
    with pytest.raises(ValueError, match="n_jobs="):
        selection_stability(Discretiser(), X, y, n_jobs=n_jobs)


@pytest.mark.parametrize("n_jobs", [-100, -1, np.int64(2), None])
def test_fewer_threads_than_there_are_cores_are_one_at_least(n_jobs):
    X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    assert RandomForestClassifier(4, n_jobs=n_jobs).fit(X, y).predict(X).shape == (4,)


@pytest.mark.parametrize("name", sorted(list_public_names()))
def test_every_class_that_takes_a_number_of_jobs_checks_it(name):
    public = find_public(name)
    if isinstance(public, type) and hasattr(public, "n_jobs"):
        assert "n_jobs" in list_constraints(public)


def count_threads():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_there_is_one_thread_inside_and_as_many_as_before_outside():
    before = count_threads()
    with ONE_THREAD:
        assert set(count_threads()) == {1}
        with ONE_THREAD:
            assert set(count_threads()) == {1}
        assert set(count_threads()) == {1}
    assert count_threads() == before


def test_an_error_inside_lifts_the_limit():
    before = count_threads()
    with pytest.raises(ZeroDivisionError), ONE_THREAD:
        1 / 0  # noqa: B018
    assert count_threads() == before


def test_threads_that_overlap_leave_no_limit_behind():
    before, both = count_threads(), Barrier(2, timeout=30)

    def overlap(number):
        if number == 0:
            with ONE_THREAD:
                both.wait()
                both.wait()  # the other is inside
            both.wait()
            return None
        both.wait()
        with ONE_THREAD:
            both.wait()
            both.wait()  # the first has left
            return count_threads()

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(overlap, range(2)))
    assert set(found[1]) == {1}
    assert count_threads() == before


def test_fewer_threads_do_where_the_system_starts_no_more(monkeypatch):
    started = []

    def start_one(work, arguments):
        if started:
            raise RuntimeError("can't start new thread")
        started.append(start_new_thread(work, arguments))
        return started[0]

    monkeypatch.setattr(threads, "start_new_thread", start_one)
    assert list(map_in_threads(abs, [(-1,), (-2,), (-3,)], 3)) == [1, 2, 3]


def test_where_not_one_thread_starts_there_is_not_enough_memory(monkeypatch):
    def refuse(work, arguments):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threads, "start_new_thread", refuse)
    with pytest.raises(MemoryError, match="no thread could be started"):
        list(map_in_threads(abs, [(-1,), (-2,)], 2))


def test_who_closes_the_generator_drops_the_rest():
    done = []

    def work(number):
        time.sleep(0.01)
        done.append(number)

    with closing(map_in_threads(work, [(number,) for number in range(100)], 2)) as stream:
        next(stream)
    n_done = len(done)
    time.sleep(0.05)
    assert len(done) == n_done < 10


def test_a_thread_that_ends_before_its_work_is_no_reason_to_wait(monkeypatch):
    monkeypatch.setattr(
        threads._Team, "_labour", lambda team: (team._left.append(0), team._answers.put(None))
    )
    with pytest.raises(MemoryError, match="ended before their work was done"):
        list(map_in_threads(abs, [(-1,), (-2,)], 2))
