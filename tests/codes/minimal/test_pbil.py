import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.codes import PBIL
from hedgerow.search.evolution import evolve


def tell(population, bits, errors):
    """What was drawn, and how wrong it is."""
    population.ask()
    population._masks = np.array(bits, bool).reshape(population._masks.shape)
    population.tell(-np.array(errors))


def test_an_island_learns_from_its_two_best_individuals():
    population = PBIL(noise=0.0).begin(4, 3, 1, np.random.RandomState(0))
    tell(population, [[0, 0, 0, 0], [1, 1, 0, 1], [1, 0, 1, 1]], [3.0, 2.0, 1.0])
    assert_allclose(population.chances, [[0.595, 0.505, 0.495, 0.595]])


def test_bits_are_drawn_by_their_probabilities():
    population = PBIL().begin(3, 20_000, 1, np.random.RandomState(0))
    population.chances = np.array([[0.1, 0.5, 0.9]])
    assert_allclose(population.ask().mean(axis=0), [0.1, 0.5, 0.9], atol=0.015)


def test_probabilities_never_settle_the_matter():
    population = PBIL(learning_rate=1.0).begin(5, 4, 2, np.random.RandomState(0))
    for _ in range(5):
        tell(population, np.ones((2, 4, 5)), np.zeros(8))
        assert (population.chances <= 0.98).all()
        assert (population.chances >= 0.98 - 0.02).all()


def test_the_best_individual_visits_the_next_island():
    """Island 0 knows better: island 1 moves towards its ones first, then towards its own zeros."""
    population = PBIL(noise=0.0, migration_every=1).begin(2, 2, 2, np.random.RandomState(0))
    tell(population, [[[1, 1], [1, 1]], [[0, 0], [0, 0]]], [0.1, 0.1, 0.5, 0.5])
    assert_allclose(population.chances[1], (0.5 * 0.9 + 0.1) * 0.9)
    assert_allclose(population.chances[0], (0.5 * 0.9 + 0.1) * 0.9)  # the guest comes second


def test_it_climbs():
    found = evolve(
        PBIL().begin(40, 20, 2, np.random.RandomState(0)),
        lambda bits: bits.sum(axis=1) - 40.0,
        n_generations=150,
        perfect=0.0,
    )
    assert found.history[-1] >= -2


@pytest.mark.parametrize("name", ["learning_rate", "noise", "n_best", "migration_every"])
def test_bad_parameters_are_refused_by_name(name):
    with pytest.raises(ValueError, match=f"{name}=-1 must be"):
        PBIL(**{name: -1}).begin(4, 20, 1, np.random.RandomState(0))
