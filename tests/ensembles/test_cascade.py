from dataclasses import dataclass

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.ensembles.cascade import Cascade, Default, Whole


@dataclass(frozen=True)
class Below:
    """Takes rows whose number is below a limit, and says a class."""

    limit: float
    said: int
    title: str = "below"

    def answer(self, X):
        return np.tile(np.eye(3)[self.said], (len(X), 1)), X[:, 0] < self.limit


class Lone:
    def outputs(self, X):
        return np.stack([np.full((len(X), 3), 1 / 3)])


ROWS = np.array([[5.0], [1.0], [3.0], [9.0]])
CASCADE = Cascade((Below(2, 0), Below(4, 1), Default(np.array([0.2, 0.2, 0.6]))))
PRIORS = np.full(3, 1 / 3)


def test_the_first_stage_that_takes_a_row_answers_it():
    shares, taker = CASCADE.answer(ROWS)
    assert taker.tolist() == [2, 0, 1, 2]
    assert_allclose(shares, [[0.2, 0.2, 0.6], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 0.6]])


def test_a_walk_ends_at_each_stage_in_turn():
    walked = [(shares.argmax(axis=1).tolist(), taker.tolist()) for shares, taker in CASCADE.walk(ROWS)]
    assert walked == [([0, 0, 0, 0], [0] * 4), ([1, 0, 1, 1], [1, 0, 1, 1]), ([2, 0, 1, 2], [2, 0, 1, 2])]


def test_stages_that_no_row_reaches_are_not_asked():
    class Mute:
        title = "mute"

        def answer(self, X):
            raise AssertionError

    assert Cascade((Below(99, 1), Mute())).answer(ROWS)[1].tolist() == [0] * 4
    assert len([*Cascade((Below(99, 1), Mute())).walk(ROWS)]) == 2


def test_a_report_counts_rows_and_errors_by_weight():
    y = np.array([2, 0, 2, 1])
    report = CASCADE.describe(ROWS, y, PRIORS)
    assert report.columns.tolist() == ["stage", "n_arriving", "n_taken", "share", "error"]
    assert report["stage"].tolist() == ["below", "below", "default"]
    assert report["n_arriving"].tolist() == [4, 3, 2]
    assert report["n_taken"].tolist() == [1, 1, 2]
    assert report["error"].tolist() == [0.0, 1.0, 0.5]
    weighted = CASCADE.describe(ROWS, y, PRIORS, np.array([3.0, 0.0, 1.0, 1.0]))
    assert weighted["n_taken"].tolist() == [0, 1, 2]
    assert weighted["share"].tolist() == [0.0, 0.2, 0.8]
    assert np.isnan(weighted["error"][0])
    assert weighted["error"].tolist()[1:] == [1.0, 0.25]
    assert "error" not in CASCADE.describe(ROWS, None, PRIORS)


def test_whole_takes_everything():
    shares, takes = Whole(Lone(), np.arange(4), "last").answer(ROWS)
    assert takes.all()
    assert_array_equal(shares, np.full((4, 3), 1 / 3))


def test_blocks_of_rows_leave_no_trace():
    rows = np.random.default_rng(0).normal(3, 2, size=(5000, 1))
    *_, (shares, taker) = CASCADE.walk(rows)
    for whole, blocks in zip((shares, taker), CASCADE.answer(rows), strict=True):
        assert_array_equal(whole, blocks)


@pytest.mark.parametrize("seed", range(5))
def test_a_cascade_is_a_loop_over_rows(seed):
    generator = np.random.default_rng(seed)
    limits = generator.normal(size=4)
    stages = (
        *(Below(limit, int(generator.integers(3))) for limit in limits),
        Default(np.array([0.1, 0.7, 0.2])),
    )
    rows = generator.normal(size=(30, 1))
    shares, taker = Cascade(stages).answer(rows)
    for row, said, by in zip(rows, shares, taker, strict=True):
        expected = next(number for number, stage in enumerate(stages) if stage.answer(row[None])[1][0])
        assert by == expected
        assert_array_equal(said, stages[expected].answer(row[None])[0][0])
