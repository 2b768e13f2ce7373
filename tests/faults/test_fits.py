"""A sample of `make faults`: fits that are interrupted leave an estimator as it was."""

import pytest
from tests.faults.fits import TIMED, interrupt_placed, interrupt_timed
from tests.faults.sample import sample


@pytest.mark.parametrize("n_jobs", sample([1, 2], [2]))
@pytest.mark.parametrize("name", TIMED)
def test_a_timer_interrupts_fits(name, n_jobs):
    assert not [outcome.faults for outcome in interrupt_timed(name, n_jobs, 3, 0) if outcome.faults]


@pytest.mark.parametrize("name", ["RandomForestClassifier", "SmallNetworkRegressor"])
def test_an_interrupt_anywhere_leaves_the_estimator_as_it_was(name):
    assert not [outcome.faults for outcome in interrupt_placed(name, 4, 0) if outcome.faults]
