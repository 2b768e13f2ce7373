"""Drawn eye regions that show sets of action units, as pictures of faces would: brows, lids, gaze, light and noise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.utils import check_random_state

from hedgerow.datasets.generators.eye_drawing import HEIGHT, WIDTH, Expression, Person, Pose, draw_eyes
from hedgerow.datasets.sample import Seed
from hedgerow.foundation.constraints import Count, Number, check

UNITS = (1, 2, 4, 5, 6, 7)
# Smith and Windeatt 2010, table 1: which action units occur together, and in how many pictures.
COUNTS: Mapping[tuple[int, ...], int] = {
    (): 152, (1, 2): 23, (1, 2, 5): 62, (4,): 26, (6,): 66, (1, 4): 20, (1, 4, 7): 11, (4, 7): 48, (4, 6, 7): 22,
    (6, 7): 13, (1,): 7, (1, 2, 4): 6,
}  # fmt: skip

_USUAL = 0.65  # noise at which about as many action units are taken wrongly as in the source's pictures
_HAND = 1.0  # pixels by which eye centres that are marked by hand are off


@dataclass(frozen=True, eq=False)
class EyeRegionSample:
    """Drawn pictures of the region around the eyes, and what they show.

    Attributes
    ----------
    images : ndarray of shape (n_pictures, height, width, 3), uint8
        The pictures, in red, green and blue.
    eyes : ndarray of shape (n_pictures, 2, 2)
        x and y of the centres of the eye on the left of the picture and of the one on its right, in pixels.
    Y : ndarray of shape (n_pictures, 6)
        Action units, 0 and 1.
    units : tuple of str
        Names of the action units: AU1, AU2, AU4, AU5, AU6, AU7.
    subjects : ndarray of shape (n_pictures,)
        Number of the person that each picture shows.
    """

    images: npt.NDArray[np.uint8]
    eyes: npt.NDArray[np.float64]
    Y: npt.NDArray[np.int64]
    units: tuple[str, ...]
    subjects: npt.NDArray[np.intp]

    @property
    def names(self) -> list[str]:
        """File names of the pictures."""
        width = len(str(len(self.images)))
        return [f"face{place + 1:0{width}d}.ppm" for place in range(len(self.images))]

    def labels(self) -> pd.DataFrame:
        """The action units as a table: `file`, and a column of 0 and 1 for each unit."""
        return pd.DataFrame({"file": self.names} | dict(zip(self.units, self.Y.T, strict=True)))

    def eye_table(self) -> pd.DataFrame:
        """The eye centres as a table: `file`, `left_x`, `left_y`, `right_x`, `right_y`."""
        columns = ("left_x", "left_y", "right_x", "right_y")
        centres = self.eyes.reshape(-1, 4).round(2)
        return pd.DataFrame({"file": self.names} | dict(zip(columns, centres.T, strict=True)))

    def write(self, folder: str | Path) -> Path:
        """Write the pictures as files, with `eyes.csv`, `units.csv` and `subjects.csv` beside them.

        Parameters
        ----------
        folder : str or Path
            Where to; it is made if it is not there.

        Returns
        -------
        Path
            The folder.
        """
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for name, image in zip(self.names, self.images, strict=True):
            height, width = image.shape[:2]
            (place / name).write_bytes(f"P6\n{width} {height}\n255\n".encode() + image.tobytes())
        self.eye_table().to_csv(place / "eyes.csv", index=False)
        self.labels().to_csv(place / "units.csv", index=False)
        pd.DataFrame({"file": self.names, "subject": self.subjects}).to_csv(
            place / "subjects.csv", index=False
        )
        return place


def make_eye_regions(
    counts: Mapping[tuple[int, ...], int] | None = None,
    *,
    n_subjects: int = 97,
    noise: float = 1.0,
    random_state: Seed = None,
) -> EyeRegionSample:
    """Draw pictures of the region around the eyes, in which people move brows and lids.

    A person has brows, eyes and a skin of its own. An action unit of the facial action coding system moves a part of
    the drawing: 1 raises the inner ends of the brows, 2 the outer ends, 4 lowers the brows and draws them together, 5
    raises the upper lids, 6 raises the cheeks, with wrinkles beside the eyes, and 7 raises the lower lids. How strongly
    differs from picture to picture, and units that are not named move a little, too. Heads are turned and lie at
    different places; gaze, light and the camera's noise vary.

    Parameters
    ----------
    counts : mapping of tuple of int to int, default=None
        How many pictures show a set of action units. None for the 456 pictures of 12 sets that Smith and Windeatt had.
    n_subjects : int, default=97
        Number of people.
    noise : float, default=1.0
        How much people, movements, light and cameras vary, times what is usual.
    random_state : int, RandomState or None, default=None
        Seed.

    Returns
    -------
    EyeRegionSample
        The pictures in random order.

    References
    ----------
    P. Ekman and W. Friesen, The facial action coding system: a technique for the measurement of facial movement,
    Consulting Psychologists Press, 1978.

    R. Smith and T. Windeatt, "Facial action unit recognition using filtered local binary pattern features with
    bootstrapped and weighted ECOC classifiers", SUEMA (2010).

    Examples
    --------
    >>> sample = make_eye_regions({(): 3, (1, 2): 2}, random_state=0)
    >>> sample.images.shape, sample.Y.sum(axis=0).tolist()
    ((5, 110, 180, 3), [2, 2, 0, 0, 0, 0])
    """
    check("n_subjects", n_subjects, Count())
    check("noise", noise, Number(0, 10))
    noise = noise * _USUAL
    sets = _list_sets(COUNTS if counts is None else counts)
    generator = check_random_state(random_state)
    people = [Person.draw(generator, noise) for _ in range(n_subjects)]
    shown = [sets[place] for place in generator.permutation(len(sets))]
    subjects = generator.randint(n_subjects, size=len(shown))
    images = np.empty((len(shown), HEIGHT, WIDTH, 3), np.uint8)
    eyes = np.empty((len(shown), 2, 2))
    for place, (units, subject) in enumerate(zip(shown, subjects, strict=True)):
        pose = Pose.draw(generator, noise)
        images[place] = draw_eyes(
            people[subject], Expression.draw(units, generator, noise), pose, generator, noise
        )
        eyes[place] = pose.eyes + noise * _HAND * generator.normal(size=(2, 2))
    on = np.array([[unit in units for unit in UNITS] for units in shown], np.int64)
    return EyeRegionSample(images, eyes, on, tuple(f"AU{unit}" for unit in UNITS), subjects.astype(np.intp))


def _list_sets(counts: Mapping[tuple[int, ...], int]) -> list[Sequence[int]]:
    for units, number in counts.items():
        unknown = [unit for unit in units if unit not in UNITS]
        if unknown:
            raise ValueError(
                f"counts names action unit {unknown[0]!r}; drawn are {', '.join(map(str, UNITS))}"
            )
        check(f"counts[{units}]", number, Count(0))
    sets: list[Any] = [units for units, number in counts.items() for _ in range(number)]
    if not sets:
        raise ValueError(
            "counts asks for no picture; pass one set of action units or more, such as {(1, 2): 5}"
        )
    return sets
