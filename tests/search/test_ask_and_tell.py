import numpy as np
import pytest

from hedgerow.search.ask_and_tell import SteppedSearch


def climb():
    """Two questions, the second of which depends on the first answer."""
    first = yield np.array([[True, False], [False, True]])
    chosen = int(first.argmax())
    second = yield np.eye(2, dtype=bool)[[chosen]] | True
    return chosen, float(second[0])


def test_asking_and_telling_by_hand():
    search = SteppedSearch(climb())
    assert search.ask().tolist() == [[True, False], [False, True]]
    search.tell(np.array([0.0, 1.0]))
    assert not search.is_over
    assert search.ask().tolist() == search.ask().tolist() == [[True, True]]
    search.tell(np.array([7.0]))
    assert search.is_over
    assert search.result == (1, 7.0)


def test_running_it_is_the_same():
    assert SteppedSearch(climb()).run(lambda masks: masks.sum(axis=1).astype(float)) == (0, 2.0)


def test_nothing_is_left_to_ask_at_the_end():
    search = SteppedSearch(climb())
    search.run(lambda masks: np.zeros(len(masks)))
    with pytest.raises(RuntimeError, match="over"):
        search.ask()
