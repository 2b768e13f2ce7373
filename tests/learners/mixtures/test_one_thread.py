from threading import Thread

from threadpoolctl import threadpool_info

from hedgerow.learners.mixtures.one_thread import OneThread


def count_threads():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_the_last_who_leaves_puts_the_limit_back():
    before, limit = count_threads(), OneThread()
    with limit:
        assert set(count_threads()) <= {1}
        thread = Thread(target=limit.__enter__)
        thread.start()
        thread.join()
    assert set(count_threads()) <= {1}  # somebody is still inside
    limit.__exit__(None, None, None)
    assert count_threads() == before


def test_an_error_puts_it_back_too():
    before, limit = count_threads(), OneThread()
    try:
        with limit:
            raise RuntimeError
    except RuntimeError:
        pass
    assert count_threads() == before
