"""A sample of `make faults`: fits that are interrupted leave an estimator as it was."""

import pytest
from tests.faults.fits import TIMED, interrupt_placed, interrupt_timed


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("name", TIMED)
def test_a_timer_interrupts_fits(name, n_jobs):
    assert not [outcome.faults for outcome in interrupt_timed(name, n_jobs, 3, 0) if outcome.faults]


@pytest.mark.parametrize("name", ["RandomForestClassifier", "OutlierFilter", "SmallNetworkRegressor"])
def test_an_interrupt_anywhere_leaves_the_estimator_as_it_was(name):
    assert not [outcome.faults for outcome in interrupt_placed(name, 4, 0) if outcome.faults]
