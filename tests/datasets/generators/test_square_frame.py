"""The square frame."""

import pytest

from hedgerow.datasets import make_square_frame


def test_the_frame_is_three_quarters_of_the_square():
    sample = make_square_frame(100_000, random_state=0)
    inside = ((sample.X >= 0.25) & (sample.X <= 0.75)).all(axis=1)
    assert ((sample.y < 0) == inside).all()
    assert (sample.y > 0).mean() == pytest.approx(0.75, abs=0.006)
