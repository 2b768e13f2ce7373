"""A sample of `make faults`: work that is given too little memory."""

from tests.faults.starved import starve


def test_too_little_memory_is_told_of(warm):
    assert not [
        outcome.faults for outcome in starve(["fit of a forest, n_jobs=2"], 2, warm) if outcome.faults
    ]
