import threading
import time

import pytest
from joblib import parallel_config
from sklearn import config_context, get_config

from hedgerow.foundation.threads import map_in_threads


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
