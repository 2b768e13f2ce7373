import numpy as np
from numpy.testing import assert_allclose

from hedgerow.search.evolution import Leader, evolve
from hedgerow.search.incremental_learning import IncrementalLearning, move_chances
from hedgerow.search.masks import fill_empty


def make(n_bits, size, seed=0, **options):
    options = {"learning_rate": 0.1} | options
    return IncrementalLearning(n_bits, size, np.random.default_rng(seed), lambda chances: chances, **options)


def test_pencil_example():
    assert_allclose(move_chances(np.full(3, 0.5), np.array([1, 0, 1]), 0.1), [0.55, 0.45, 0.55])


def test_chances_move_towards_the_best_in_turn():
    search = make(4, 3, n_best=2)
    search._masks = np.array([[[0, 0, 0, 0], [1, 1, 0, 1], [1, 0, 1, 1]]], bool)
    search.tell(np.array([1.0, 2.0, 3.0]))
    assert_allclose(search.chances, [[0.595, 0.505, 0.495, 0.595]])


def test_chances_are_disturbed_after_they_have_learned():
    search = IncrementalLearning(
        1,
        1,
        np.random.default_rng(0),
        lambda chances: chances / 2,
        learning_rate=1.0,
        repair=lambda masks: ~masks & masks,
    )
    assert not search.ask().any()
    search._masks[:] = True
    search.tell(np.zeros(1))
    assert_allclose(search.chances, [[0.5]])


def test_a_target_is_found():
    target = np.array([1, 0, 0, 1, 1, 0, 1, 0], bool)
    search = make(8, 20)
    found = evolve(search, lambda masks: (masks == target).sum(axis=1).astype(float), n_generations=60)
    np.testing.assert_array_equal(found.best, target)
    np.testing.assert_array_equal(search.chances[0] > 0.5, target)
    assert (np.diff(found.history) >= 0).all()
    assert found.history[-1] == 8


def test_of_equally_good_strings_the_shortest_and_never_an_empty_one():
    generator = np.random.default_rng(0)
    search = make(4, 10, prefers_small=True, repair=lambda masks: fill_empty(masks, generator))
    asked = []

    def score(masks):
        asked.extend(masks.copy())
        return np.ones(len(masks))

    assert evolve(search, score, Leader(prefers_small=True), n_generations=30).best.sum() == 1
    assert all(mask.any() for mask in asked)
    assert search.chances.sum() < 2.0


def test_same_seed_same_answer():
    searches = [make(6, 5, seed) for seed in (1, 1, 2)]
    for search in searches:
        evolve(search, lambda masks: masks[:, 0].astype(float), n_generations=5)
    one, two, other = (search.chances for search in searches)
    np.testing.assert_array_equal(one, two)
    assert (one != other).any()
