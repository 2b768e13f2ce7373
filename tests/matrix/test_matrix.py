"""A slice of the matrix of estimators and odd inputs; `make odd` runs all of it."""

import pytest
from tests.matrix.estimators import find_task, list_names
from tests.matrix.running import Worker
from tests.matrix.scenarios import list_scenarios

N_EACH = 4
SLOW = {"ForwardSelectionClassifier()", "ForwardSelectionRegressor()", "InstancePruningClassifier()"}
NAMES = [name for name in list_names() if name not in SLOW]


@pytest.fixture(scope="module")
def worker():
    worker = Worker()
    yield worker
    worker.close()


@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_odd_inputs_are_answered_or_refused_by_a_sentence(place, worker):
    name = NAMES[place]
    scenarios = list_scenarios(find_task(name))
    # Each estimator meets others, so that all scenarios are met by some.
    chosen = [scenarios[(N_EACH * place + offset * 7) % len(scenarios)] for offset in range(N_EACH)]
    replies = {scenario: worker.ask((name, scenario)) for scenario in chosen}
    assert not {scenario: reply for scenario, reply in replies.items() if reply.startswith("fault")}
