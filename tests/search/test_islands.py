import numpy as np

from hedgerow.search.islands import Islands, migrate


def test_the_best_of_an_island_replace_the_worst_of_the_next():
    masks = np.arange(15).reshape(3, 5, 1)
    scores = -np.array([[5, 4, 3, 2, 1], [1, 2, 3, 4, 5], [3, 1, 2, 5, 4]], dtype=float)
    migrate(masks, scores, 2)
    assert masks[:, :, 0].tolist() == [[12, 11, 2, 3, 4], [5, 6, 7, 4, 3], [10, 11, 12, 6, 5]]
    assert (-scores).tolist() == [[2, 1, 3, 2, 1], [1, 2, 3, 1, 2], [3, 1, 2, 2, 1]]


def test_an_island_breeds_from_its_own_masks_and_scores():
    seen = []

    def breed(masks, scores):
        seen.append((masks.tolist(), scores.tolist()))
        return masks

    first = np.array([[[True], [False]], [[False], [False]]])
    islands = Islands(first, breed)
    np.testing.assert_array_equal(islands.ask(), first.reshape(4, 1))
    islands.tell(np.array([1.0, 2.0, 3.0, 4.0]))
    assert not seen  # until the next generation is asked for
    islands.ask()
    assert seen == [([[True], [False]], [1.0, 2.0]), ([[False], [False]], [3.0, 4.0])]


def test_repaired_masks_are_asked_for_and_bred():
    islands = Islands(
        np.zeros((1, 2, 3), bool),
        lambda masks, scores: masks,
        repair=lambda masks: masks | [True, False, False],
    )
    assert islands.ask().tolist() == [[True, False, False]] * 2
    assert islands.masks.tolist() == [[[True, False, False]] * 2]


def test_the_best_migrate_when_it_is_time():
    masks = np.array([[[False], [False]], [[True], [True]]])
    islands = Islands(masks, lambda masks, scores: masks, migration_every=2, n_movers=1)
    for generation in (1, 2):
        islands.ask()
        islands.tell(np.array([1.0, 2.0, 4.0, 3.0]))
        assert islands.masks[0].any() == (generation == 2)
