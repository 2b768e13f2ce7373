import numpy as np
import pytest
from numpy.testing import assert_array_equal

from hedgerow.datasets import make_eye_regions
from hedgerow.datasets.generators.eye_regions import COUNTS, UNITS
from hedgerow.reproduce.tables import find_table

FEW = {(): 4, (1, 2): 3, (4, 6, 7): 2}


def test_the_sets_and_their_counts_are_those_of_the_source():
    described = {}
    for cell in find_table("smith-t1").cells:
        described.setdefault(cell.row, {}).setdefault(
            "n" if "n" in (cell.column, cell.quantity) else "units", []
        ).append(cell.value)
    printed = [int(each["n"][-1]) for each in described.values()]
    assert len(described) == len(COUNTS) == 12
    assert sum(COUNTS.values()) == 456
    # Sets of two units stand in two cells of the printed table, the second one under "n".
    assert printed == list(COUNTS.values())


def test_a_picture_shows_the_units_that_were_asked_for():
    sample = make_eye_regions(FEW, random_state=0)
    assert sample.images.shape == (9, 110, 180, 3)
    assert sample.images.dtype == np.uint8
    assert sample.units == tuple(f"AU{unit}" for unit in UNITS)
    shown = sorted(tuple(unit for unit, here in zip(UNITS, row, strict=True) if here) for row in sample.Y)
    assert shown == sorted(units for units, number in FEW.items() for _ in range(number))
    assert sample.subjects.min() >= 0
    assert sample.subjects.max() < 97


def test_the_same_seed_draws_the_same_pictures():
    one, two, other = (make_eye_regions(FEW, random_state=seed) for seed in (0, 0, 1))
    assert_array_equal(one.images, two.images)
    assert_array_equal(one.eyes, two.eyes)
    assert (one.images != other.images).any()


def test_eyes_are_dark_discs_on_white():
    sample = make_eye_regions({(): 5}, noise=0.0, random_state=0)
    for image, eyes in zip(sample.images, sample.eyes, strict=True):
        for x, y in eyes.round().astype(int):
            assert image[y - 1, x - 1].max() < 60  # the pupil
            assert image[y + 2, x + 10].min() > image[y, x].max()  # the white of the eye


def brow_height(sample, inner):
    """How far above the eyes the darkest pixels of the brow lie, at its inner or its outer end, on average."""
    heights = []
    for image, eyes in zip(sample.images, sample.eyes, strict=True):
        x, y = eyes[0].round().astype(int)
        column = image[: y - 9, x + (12 if inner else -16)].sum(axis=1)
        heights.append(y - int(column.argmin()))
    return np.mean(heights)


def test_units_move_the_parts_that_they_are_named_for():
    still, raised, inner, lowered = (
        make_eye_regions({units: 12}, n_subjects=6, noise=0.3, random_state=0)
        for units in ((), (1, 2), (1,), (4,))
    )
    for at_inner_end in (True, False):
        assert brow_height(raised, at_inner_end) > brow_height(still, at_inner_end) + 1
        assert brow_height(lowered, at_inner_end) < brow_height(still, at_inner_end)
    assert brow_height(inner, True) > brow_height(still, True) + 1
    assert brow_height(inner, False) < brow_height(raised, False) - 1


def white(sample):
    """Share of the pixels near the eyes that are bright."""
    shares = []
    for image, eyes in zip(sample.images, sample.eyes, strict=True):
        for x, y in eyes.round().astype(int):
            part = image[y - 10 : y + 9, x - 14 : x + 15].min(axis=2)
            shares.append((part > 165).mean())
    return np.mean(shares)


def test_raised_lids_open_and_close_the_eye():
    still, opened, closed = (
        make_eye_regions({units: 12}, n_subjects=6, noise=0.3, random_state=0) for units in ((), (5,), (7,))
    )
    assert white(closed) < 0.9 * white(still) < white(still) < 0.97 * white(opened)


def test_a_folder_holds_pictures_and_tables(tmp_path):
    sample = make_eye_regions(FEW, random_state=0)
    folder = sample.write(tmp_path / "new" / "faces")
    assert sorted(path.name for path in folder.glob("*.ppm")) == sample.names
    content = (folder / sample.names[3]).read_bytes()
    assert content.startswith(b"P6\n180 110\n255\n")
    assert content.endswith(sample.images[3].tobytes())
    for name, table in (("eyes.csv", sample.eye_table()), ("units.csv", sample.labels())):
        assert (folder / name).read_text().splitlines()[0] == ",".join(table.columns)
    assert len((folder / "subjects.csv").read_text().splitlines()) == 10


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({(3,): 1}, "action unit 3; drawn are 1, 2, 4, 5, 6, 7"),
        ({}, "no picture"),
        ({(1,): -1}, r"counts\[\(1,\)\]=-1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(counts, message):
    with pytest.raises(ValueError, match=message):
        make_eye_regions(counts)
