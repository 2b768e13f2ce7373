import numpy as np
from tests.ensembles.masks.check_values import make_evaluator

from hedgerow.ensembles.masks.random_masks import RandomMasks


def test_nobody_is_asked_about_random_masks():
    found = RandomMasks().find(make_evaluator(), 3, n_masks=200)
    assert found.masks.shape == (200, 4)
    assert found.n_trials == 0
    assert np.isnan(found.scores).all()
    np.testing.assert_allclose(found.masks.mean(), 8 / 15, atol=0.05)


def test_the_size_and_the_seed_decide():
    search = RandomMasks(n_features=2)
    assert (search.find(make_evaluator(), 3, 50).masks.sum(axis=1) == 2).all()
    np.testing.assert_array_equal(
        search.find(make_evaluator(), 3, 5).masks, search.find(make_evaluator(), 3, 5).masks
    )
    assert (search.find(make_evaluator(), 3, 50).masks != search.find(make_evaluator(), 4, 50).masks).any()
