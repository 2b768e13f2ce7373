import numpy as np
from tests.kernels.test_masked_distances import answer_flip

from hedgerow.ensembles.masks.mask_evaluators import NeighbourWalk
from hedgerow.learners.spaces import Space

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(90, 5)), RNG.integers(0, 3, 90)
MASK = np.array([True, False, True, True, False])


def test_a_walk_may_be_long():
    asked = Space.learn(X, Y, n_classes=3).ask(X, np.arange(90))
    walk = NeighbourWalk(asked, MASK)
    for step in range(200):  # it begins again after 74 flips
        walk.flip(step % 2)
    np.testing.assert_array_equal(answer_flip(walk, 4), asked.answer(MASK | (np.arange(5) == 4)))
