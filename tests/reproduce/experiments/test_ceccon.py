import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from hedgerow.datasets import make_glaucoma
from hedgerow.reproduce.experiments.ceccon import (
    EXPERT,
    LEARNED,
    answer,
    judge,
    make_networks,
    read_cell,
    split,
    try_cell,
)
from hedgerow.reproduce.tables import PublishedCell, find_table


@pytest.fixture(scope="module")
def measured():
    return try_cell("A", 0, 0)


def test_every_published_cell_is_measured(measured):
    for cell in find_table("ceccon-t2").cells:
        (design,), quantity = read_cell(cell)
        assert design in "AB"
        assert quantity in measured


def test_areas_and_errors_are_near_those_of_the_source(measured):
    for name in (LEARNED, EXPERT, "Weighted Vote Combined", "BN-based Combined by counts"):
        assert measured[f"{name} / auroc"] == pytest.approx(0.98, abs=0.03)
        assert measured[f"{name} / errors"] <= 20
        assert measured[f"{name} / errors"] <= measured[f"{name} / errors_at_90_spec"]


def test_columns_are_experiments():
    cell = PublishedCell("BN-based Combined", "B_errors_at_90_spec", "", 186)
    assert read_cell(cell) == (("B",), "BN-based Combined / errors_at_90_spec")


def test_folds_keep_people_together():
    sample = make_glaucoma("longitudinal", random_state=0)
    tested = []
    for known, new in split(sample.y, sample.groups, 6, seed=2**33):
        assert not set(sample.groups[known]) & set(sample.groups[new])
        assert set(sample.y[new]) == {"healthy", "glaucoma"}
        tested.extend(new)
    assert sorted(tested) == list(range(629))


def test_the_networks_are_those_of_the_paper():
    """One has arcs that are found on the healthy, and a class above all; the other has the expert's, and no labels."""
    sample = make_glaucoma(random_state=2)
    networks = make_networks(sample.X, sample.y, sample.arcs, seed=0)
    assert networks[EXPERT].structure == list(sample.arcs)
    assert networks[EXPERT].hidden_class
    found = {frozenset(arc) for arc in networks[LEARNED].structure}
    assert len(found & {frozenset(arc) for arc in sample.arcs}) >= 5
    assert len(found) <= 10
    fitted = networks[LEARNED].fit(sample.X, sample.y).graph_.frame()
    assert (fitted["from"] == "class").sum() == 12


def test_answers_are_of_the_disease():
    sample = make_glaucoma(n_subjects=60, random_state=2)
    networks = {"one": GaussianNB(), "two": GaussianNB(var_smoothing=0.1)}
    found = answer(networks, sample.X, sample.y, sample.groups, sample.X, seed=0)
    is_ill = sample.y == "glaucoma"
    for name, scores in found.items():
        assert scores[is_ill].mean() > scores[~is_ill].mean() + 0.3, name


def test_areas_are_means_of_folds_and_errors_are_counted_over_all():
    by_fold = [np.array([0.1, 0.9]), np.array([0.8, 0.2])]
    truths = [np.array([False, True]), np.array([False, True])]
    assert judge(by_fold, truths) == {"auroc": 0.5, "errors": 1.0, "errors_at_90_spec": 1.0}
