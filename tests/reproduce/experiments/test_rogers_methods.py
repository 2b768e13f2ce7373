import pytest

from hedgerow import DecisionTreeClassifier
from hedgerow.reproduce.experiments.rogers_methods import FORESTS, METHODS, N_TREES, NOISE, try_forest
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


@pytest.mark.parametrize("column", FORESTS)
def test_every_forest_learns(column):
    split, seed = draw_split("WBC", 0, 0)
    assert try_forest(column, split, seed)["error"] < 0.15


def test_noise_makes_trees_larger():
    split, seed = draw_split("WBC", 0, 0)
    plain, noisy = (try_forest(column, split, seed) for column in ("RF", NOISE))
    # 55.7 and 148.7 nodes are published.
    assert noisy["avg_tree_nodes"] > 1.5 * plain["avg_tree_nodes"]


def test_a_selection_says_what_it_kept():
    split, seed = draw_split("Simple", 0, 0)
    # Two of the nine features matter, and two are kept in the published table.
    assert try_forest("DT2", split, seed)["n_features"] == pytest.approx(2, abs=1)
