"""A sample of `make faults`: each verb is killed and stopped at moments that are drawn."""

import pytest
from tests.faults.signals import SIGNALS, disturb
from tests.faults.verbs import VERBS


@pytest.mark.parametrize("signal_name", SIGNALS)
@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_nothing_half_written_is_left(warm, verb, signal_name):
    assert [outcome.faults for outcome in disturb(verb, signal_name, 2, 0, warm)] == [(), ()]
