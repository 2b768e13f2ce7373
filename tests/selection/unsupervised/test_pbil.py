import numpy as np

from hedgerow.selection.unsupervised.pbil import Population, learn


def test_pencil_example():
    np.testing.assert_allclose(learn(np.full(3, 0.5), np.array([1, 0, 1]), 0.1), [0.55, 0.45, 0.55])


def test_a_target_is_found():
    target = np.array([1, 0, 0, 1, 1, 0, 1, 0], bool)
    found = Population(20, 60).search(lambda bits: float((bits == target).sum()), 8, seed=0)
    np.testing.assert_array_equal(found.best, target)
    np.testing.assert_array_equal(found.chances > 0.5, target)
    assert (np.diff(found.curve) >= 0).all()
    assert found.curve[-1] == 8


def test_of_equally_good_strings_the_shortest_and_never_an_empty_one():
    asked = []

    def judge(bits):
        asked.append(bits.copy())
        return 1.0

    found = Population(10, 30).search(judge, 4, seed=0)
    assert found.best.sum() == 1
    assert all(bits.any() for bits in asked)
    assert len({bits.tobytes() for bits in asked}) == len(asked) == found.n_judged


def test_same_seed_same_answer():
    one, two, other = (Population(5, 5).search(lambda bits: bits[0], 6, seed).chances for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, two)
    assert (one != other).any()
