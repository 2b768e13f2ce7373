import pytest

from hedgerow import DecisionTreeClassifier
from hedgerow.reproduce.experiments.rogers_ensembles import METHODS, N_TREES
from hedgerow.reproduce.experiments.splits import draw_split


@pytest.mark.parametrize("name", METHODS)
def test_every_ensemble_has_a_hundred_members_and_learns(name):
    split, seed = draw_split("WBC", 0, 0)
    ensemble = METHODS[name](DecisionTreeClassifier(pruning="mdl")).set_params(random_state=seed)
    measured = split.measure(ensemble)
    assert split.ask(ensemble).n_members == N_TREES
    assert measured["error"] < 0.15
    assert measured["base_error"] > 0.0
    assert -1 <= measured["q_statistic"] <= 1
