import numpy as np
import pytest

from hedgerow.ensembles.masks.draws import draw_mask, draw_rows


def test_every_feature_is_in_half_of_the_masks_and_no_mask_is_empty():
    generator = np.random.default_rng(0)
    masks = np.stack([draw_mask(generator, 3) for _ in range(4000)])
    assert masks.any(axis=1).all()
    np.testing.assert_allclose(
        masks.mean(axis=0), 4 / 7, atol=0.03
    )  # of eight masks the empty one is drawn again


def test_a_size_is_kept():
    generator = np.random.default_rng(0)
    assert {int(draw_mask(generator, 9, 4).sum()) for _ in range(20)} == {4}
    assert {int(draw_mask(generator, 9, 0.5).sum()) for _ in range(20)} == {5}
    with pytest.raises(ValueError, match="max_features=10"):
        draw_mask(generator, 9, 10)


@pytest.mark.parametrize("n_rows", [1, 5, 50, 99, 100])
def test_rows_are_drawn_in_the_shares_of_the_classes(n_rows):
    generator = np.random.default_rng(0)
    classes = generator.permutation(np.repeat([0, 1, 2], [60, 30, 10]))
    rows = draw_rows(generator, classes, n_rows)
    assert np.unique(rows).size == n_rows
    assert (np.diff(rows) > 0).all()
    np.testing.assert_allclose(
        np.bincount(classes[rows], minlength=3), n_rows * np.array([0.6, 0.3, 0.1]), atol=1
    )


def test_every_row_is_drawn_as_often():
    generator, classes = np.random.default_rng(0), np.array([0, 0, 0, 1, 1, 1, 1])
    counts = sum(np.bincount(draw_rows(generator, classes, 3), minlength=7) for _ in range(3000))
    np.testing.assert_allclose(counts / 3000, 3 / 7, atol=0.05)
