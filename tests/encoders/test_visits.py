import numpy as np
import pytest

from hedgerow.encoders.visits import Visits


def test_visits_of_a_path():
    """a a b c b b d, each as long as its place in the row."""
    visits = Visits.of(np.array([0, 0, 1, 2, 1, 1, 3]), np.arange(1.0, 8.0))
    assert visits.row.tolist() == [0, 1, 2, 1, 3]
    assert visits.n_fixations.tolist() == [2, 1, 1, 2, 1]
    assert visits.duration.tolist() == [3.0, 3.0, 4.0, 11.0, 7.0]
    assert visits.describe_first().tolist() == [[2, 3], [1, 3], [1, 4], [1, 7]]
    # From c back to b, for 11; b is the word before c.
    assert visits.describe_regressions(np.arange(4)).tolist() == [
        [0, 0, 0, 0], [0, 0, 1, 11], [1, 11, 0, 0], [0, 0, 0, 0],
    ]  # fmt: skip


def test_a_word_that_was_passed_over_is_not_the_next_one_looked_at():
    visits = Visits.of(np.array([0, 1, 0]), np.ones(3))
    assert visits.describe_regressions(np.array([0, 1]))[0, 2] == 1.0
    assert visits.describe_regressions(np.array([0, 2]))[0, 2] == 0.0


@pytest.mark.parametrize(
    ("path", "skipped"),
    [
        ([0, 1, 2], {0: 0, 1: 0, 2: 0}),
        ([2, 5], {2: 2, 5: 2}),  # those before the first word, too
        ([0, 3, 1, 4], {0: 0, 3: 2, 1: 0, 4: 1}),  # from 1 on to 4: 2 was skipped, 3 was not
    ],
)
def test_skipped_words_are_counted(path, skipped):
    seen = np.unique(path)
    visits = Visits.of(np.searchsorted(seen, path), np.ones(len(path)))
    assert dict(zip(seen.tolist(), visits.count_skipped(seen).astype(int).tolist(), strict=True)) == skipped
