import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from hedgerow.codes import PBIL, GeneticAlgorithm
from hedgerow.search.evolution import evolve


def test_the_elite_stays_and_the_rest_are_children():
    population = GeneticAlgorithm(mutation=0.0).begin(30, 20, 1, np.random.RandomState(0))
    first = population.ask()
    population.tell(np.arange(20.0))
    second = population.ask()
    assert second.shape == (20, 30)
    assert_array_equal(second[:2], first[[19, 18]])
    copies = (second[:, None] == first).all(axis=2).any(axis=1)
    assert copies[-4:].all()  # 4 of 18 have one parent, and nothing mutates
    assert copies[2:-4].sum() < 3


def test_islands_breed_by_themselves_until_the_best_migrate():
    population = GeneticAlgorithm(migration_every=3, mutation=0.0).begin(4, 10, 2, np.random.RandomState(0))
    population.masks[0], population.masks[1] = False, True
    for generation in range(1, 4):
        population.tell(np.repeat([-1.0, -0.5], 10))
        mixed = population.masks[0].any()
        assert mixed == (generation == 3)


@pytest.mark.parametrize("size", [3, 4, 5, 10])
@pytest.mark.parametrize("crossover", [0.0, 0.5, 1.0])
def test_a_generation_has_as_many_individuals_as_the_first(size, crossover):
    population = GeneticAlgorithm(crossover=crossover, n_elite=1).begin(6, size, 3, np.random.RandomState(0))
    for _ in range(3):
        bits = population.ask()
        assert bits.shape == (3 * size, 6)
        population.tell(-bits.sum(axis=1).astype(float))


def test_it_climbs():
    """All ones, from individuals that are half right."""
    found = evolve(
        GeneticAlgorithm().begin(40, 20, 2, np.random.RandomState(0)),
        lambda bits: bits.sum(axis=1) - 40.0,
        n_generations=150,
        perfect=0.0,
    )
    assert found.history[0] < -10
    assert found.history[-1] >= -3


def test_bad_parameters_are_refused_by_name():
    for parameters, message in [
        ({"crossover": 1.5}, r"crossover=1.5 must be a number in \[0, 1\]"),
        ({"mutation": -0.1}, r"mutation=-0.1 must be a number in \[0, 1\]"),
        ({"n_elite": 20}, "n_elite=20 leaves no room for children in a population of 20"),
        ({"migration_every": 0}, "migration_every=0 must be an int of 1 or more"),
        ({"migration_share": 2}, r"migration_share=2 must be a number in \[0, 1\]"),
    ]:
        with pytest.raises(ValueError, match=message):
            clone(GeneticAlgorithm(**parameters)).begin(4, 20, 1, np.random.RandomState(0))


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


def test_it_climbs_of_pbil():
    found = evolve(
        PBIL().begin(40, 20, 2, np.random.RandomState(0)),
        lambda bits: bits.sum(axis=1) - 40.0,
        n_generations=150,
        perfect=0.0,
    )
    assert found.history[-1] >= -2


@pytest.mark.parametrize("name", ["learning_rate", "noise", "n_best", "migration_every"])
def test_bad_parameters_are_refused_by_name_of_pbil(name):
    with pytest.raises(ValueError, match=f"{name}=-1 must be"):
        PBIL(**{name: -1}).begin(4, 20, 1, np.random.RandomState(0))
