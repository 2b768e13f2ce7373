"""The study of local experts, and what its page says."""

import numpy as np
import pandas as pd
import pytest
from studies import local_experts, local_pages
from studies.store import load


@pytest.fixture(scope="module")
def found():
    return load("local_experts")


def test_the_published_toy_comes_out_within_a_point_as_it_seems_to_have_been_scored(found):
    toy = found[(found["data"] == local_experts.TOY) & (found["correction"] == "exchanged")]
    read = 100 * toy["vote_error"].where(toy["method"] == "MMM", toy["soft_error"])
    assert len(toy) == 12
    assert (np.abs(read - toy["published"]) < 1).all()


def test_scored_alike_the_mean_of_three_gains_next_to_nothing_on_the_toy(found):
    toy = found[(found["data"] == local_experts.TOY) & (found["correction"] == "none")]
    errors = toy.pivot_table("error", "n_parts", "method")
    assert (np.abs(errors["MMM"] - errors["CLU"]) < 0.005).all()
    assert (errors["ALL"] > 0.45).all()
    assert (errors["RSS"] > 0.45).all()


def test_at_least_five_real_tables_and_the_choice_of_parts_never_hurts_much(found):
    real = found[found["data"] != local_experts.TOY]
    assert real["data"].nunique() >= 5
    chosen = real[real["method"] == "MMM, auto"]
    assert (chosen["more_than_all"] < 0.02).all()


def test_the_tables_and_the_figure_can_be_made(found):
    for maker in (
        local_pages.local_toy,
        local_pages.local_toy_uncorrected,
        local_pages.local_tables_logistic,
        local_pages.local_tables_tree,
        local_pages.local_differences,
    ):
        table = maker(found)
        assert isinstance(table, pd.DataFrame)
        assert not table.isna().any().any()
    alike = local_pages.average_correlations(found)
    assert np.allclose(np.diag(alike), 1)
    assert np.allclose(alike, alike.T, atol=1e-3)
    assert local_pages.draw_correlations(found).axes


def test_a_mean_of_answers_is_scored_by_its_parts():
    outputs = np.array([[0.8, 0.2], [0.4, 0.6]])
    assert local_experts._score(outputs, np.array([0, 0])) == {"error": 0.5, "soft_error": pytest.approx(0.4)}
