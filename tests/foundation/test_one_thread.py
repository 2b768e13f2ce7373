from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from threadpoolctl import threadpool_info

from hedgerow.foundation.one_thread import ONE_THREAD


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
