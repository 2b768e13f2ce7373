import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.stats import norm
from sklearn.base import clone

from hedgerow.codes.minimal.evolution import evolve
from hedgerow.codes.minimal.genetic import GeneticAlgorithm, cross_scattered, migrate, mutate, select_parents


def read(text):
    return np.array([list(map(int, text))], dtype=np.uint8)


def test_children_of_scattered_crossover():
    first, second = cross_scattered(read("110010"), read("011001"), read("101100").astype(bool))
    assert_array_equal(first, read("110001"))
    assert_array_equal(second, read("011010"))


def test_a_chosen_bit_flips_as_often_as_normal_noise_crosses_one_half():
    bits = np.tile(np.array([0, 1], np.uint8), (2000, 50))
    flips = mutate(bits, 0.5, np.random.RandomState(0)) != bits
    rate = 0.5 * norm.cdf(-0.5)
    assert norm.cdf(-0.5) == pytest.approx(0.308538, abs=1e-6)
    for part in (flips[:, ::2], flips[:, 1::2]):
        assert part.mean() == pytest.approx(rate, abs=4 * np.sqrt(rate / part.size))
    assert_array_equal(mutate(bits, 0.0, np.random.RandomState(0)), bits)


def test_parents_are_drawn_as_often_as_their_rank_says():
    errors = np.array([5.0, 1.0, 3.0, 1.0])
    chances = np.empty(4)
    chances[[1, 3, 2, 0]] = 1 / np.sqrt([1, 2, 3, 4])  # of equal errors the first has the better rank
    expected = 30 * chances / chances.sum()
    for seed in range(20):
        counts = np.bincount(select_parents(errors, 30, np.random.RandomState(seed)), minlength=4)
        assert (np.abs(counts - expected) < 1).all()  # stochastic uniform sampling rounds up or down
    assert select_parents(errors, 0, np.random.RandomState(0)).size == 0


def test_the_best_of_an_island_replace_the_worst_of_the_next():
    bits = np.arange(15, dtype=np.uint8).reshape(3, 5, 1)
    errors = np.array([[5, 4, 3, 2, 1], [1, 2, 3, 4, 5], [3, 1, 2, 5, 4]], dtype=float)
    migrate(bits, errors, 2)
    assert bits[:, :, 0].tolist() == [[12, 11, 2, 3, 4], [5, 6, 7, 4, 3], [10, 11, 12, 6, 5]]
    assert errors.tolist() == [[2, 1, 3, 2, 1], [1, 2, 3, 1, 2], [3, 1, 2, 2, 1]]


def test_the_elite_stays_and_the_rest_are_children():
    population = GeneticAlgorithm(mutation=0.0).begin(30, 20, 1, np.random.RandomState(0))
    first = population.ask()
    errors = np.arange(20.0)[::-1]
    population.tell(first, errors)
    second = population.ask()
    assert second.shape == (20, 30)
    assert_array_equal(second[:2], first[[19, 18]])
    copies = (second[:, None] == first).all(axis=2).any(axis=1)
    assert copies[-4:].all()  # 4 of 18 have one parent, and nothing mutates
    assert copies[2:-4].sum() < 3


def test_islands_breed_by_themselves_until_the_best_migrate():
    population = GeneticAlgorithm(migration_every=3, mutation=0.0).begin(4, 10, 2, np.random.RandomState(0))
    bits = np.zeros((20, 4), np.uint8)
    bits[10:] = 1
    errors = np.repeat([1.0, 0.5], 10)
    for generation in range(1, 4):
        population.tell(bits, errors)
        mixed = population.bits[0].any()
        assert mixed == (generation == 3)


@pytest.mark.parametrize("size", [3, 4, 5, 10])
@pytest.mark.parametrize("crossover", [0.0, 0.5, 1.0])
def test_a_generation_has_as_many_individuals_as_the_first(size, crossover):
    population = GeneticAlgorithm(crossover=crossover, n_elite=1).begin(6, size, 3, np.random.RandomState(0))
    for _ in range(3):
        bits = population.ask()
        assert bits.shape == (3 * size, 6)
        population.tell(bits, bits.sum(axis=1).astype(float))


def test_it_climbs():
    """All ones, from individuals that are half right."""
    found = evolve(
        GeneticAlgorithm().begin(40, 20, 2, np.random.RandomState(0)),
        lambda bits: 40.0 - bits.sum(axis=1),
        n_generations=150,
        patience=None,
    )
    assert found.history[0] > 10
    assert found.history[-1] <= 3


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
