"""A sample of `make faults`: each verb is killed and stopped at moments that are drawn."""

import pytest
from tests.faults.sample import sample
from tests.faults.signals import SIGNALS, disturb
from tests.faults.verbs import VERBS


@pytest.mark.parametrize("signal_name", SIGNALS)
@pytest.mark.parametrize("name", sample(VERBS, ["fit", "save"]))
def test_nothing_half_written_is_left(warm, name, signal_name):
    assert [outcome.faults for outcome in disturb(VERBS[name], signal_name, 2, 0, warm)] == [(), ()]
