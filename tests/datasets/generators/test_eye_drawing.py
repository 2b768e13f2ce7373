import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.datasets.generators.eye_drawing import HEIGHT, WIDTH, Expression, Person, Pose, draw_eyes


def draw(units=(), noise=0.5, seed=0):
    generator = np.random.RandomState(seed)
    person, pose = Person.draw(generator, noise), Pose.draw(generator, noise)
    return draw_eyes(person, Expression.draw(units, generator, noise), pose, generator, noise)


def test_coordinates_of_the_eyes_are_half_the_distance_from_the_middle():
    for seed in range(5):
        pose = Pose.draw(np.random.RandomState(seed), 1.0)
        across, down = pose.to_face()
        for (x, y), place in zip(pose.eyes, (-0.5, 0.5), strict=True):
            row, column = round(y), round(x)
            assert_allclose([across[row, column], down[row, column]], [place, 0], atol=1.5 / pose.distance)


def test_without_noise_people_and_heads_are_all_alike():
    one, two = (draw((1, 4), noise=0.0, seed=seed) for seed in (0, 1))
    # Strengths of shown units and moles differ still.
    assert np.abs(one.astype(int) - two).mean() < 12
    pose = Pose.draw(np.random.RandomState(0), 0.0)
    assert pose.angle == 0
    assert_array_equal(pose.eyes[:, 1], 0.56 * HEIGHT)
    assert pose.eyes[:, 0].mean() == WIDTH / 2


def test_units_that_are_shown_are_stronger_than_those_that_are_not():
    generator = np.random.RandomState(0)
    drawn = [Expression.draw((2, 6), generator, 0.65).strength for _ in range(50)]
    means = {unit: np.mean([each[unit] for each in drawn]) for unit in drawn[0]}
    assert min(means[2], means[6]) > 0.4
    assert max(means[unit] for unit in (1, 4, 5, 7)) < 0.1


def test_pictures_use_the_range_of_brightness():
    picture = draw()
    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert picture.min() < 40
    assert picture.max() > 180
