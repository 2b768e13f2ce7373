"""How an eye region is drawn: a person, what it does with its face, and how the camera sees it.

All lengths are shares of the distance between the eyes. Around each eye, x runs outwards, away from the nose, and y
downwards:

        brow   .--~~~--.            y = -0.30
        crease   ------             y = -0.13
        lids    (  o  )             y =  0
        cheek    ~~~~~              y = +0.20
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Plane = npt.NDArray[np.float32]
HEIGHT, WIDTH = 110, 180
_DISTANCE = 72.0  # pixels between the eyes, on average
_HALF_EYE = 0.21


@dataclass(frozen=True)
class Person:
    """What a person looks like at rest."""

    skin: npt.NDArray[np.float64]
    brow_height: float
    brow_arch: float
    brow_width: float
    brow_dark: float
    upper_lid: float
    lower_lid: float
    crease: float
    iris: float
    wrinkles: float
    bags: float
    spots: npt.NDArray[np.float64]

    @classmethod
    def draw(cls, generator: np.random.RandomState, noise: float) -> Self:
        """Draw a person."""

        def vary(mean: float, spread: float) -> float:
            return float(mean + noise * spread * np.clip(generator.normal(), -2.5, 2.5))

        tone = np.clip(vary(0.58, 0.09), 0.32, 0.74)
        return cls(
            skin=np.clip(tone * np.array([1.12, 0.98, 0.88]), 0.0, 1.0),
            brow_height=vary(0.30, 0.04),
            brow_arch=vary(0.06, 0.04),
            brow_width=max(vary(0.036, 0.011), 0.015),
            brow_dark=float(np.clip(vary(0.55, 0.14), 0.15, 0.85)),
            upper_lid=max(vary(0.088, 0.018), 0.05),
            lower_lid=max(vary(0.062, 0.015), 0.035),
            crease=max(vary(0.20, 0.08), 0.0),
            iris=float(np.clip(vary(0.32, 0.1), 0.08, 0.6)),
            wrinkles=max(vary(0.14, 0.10), 0.0),
            bags=max(vary(0.12, 0.08), 0.0),
            spots=generator.uniform([-1.2, -0.7, 0.008, -0.12], [1.2, 0.6, 0.02, 0.02], size=(8, 4)),
        )


@dataclass(frozen=True)
class Expression:
    """How strongly each action unit is shown, about 0 to 1, on the left and on the right of the picture."""

    strength: dict[int, tuple[float, float]]
    gaze: tuple[float, float]

    @classmethod
    def draw(cls, units: Sequence[int], generator: np.random.RandomState, noise: float) -> Self:
        """Draw how strongly the units are shown; the others move a little."""
        strength = {}
        for unit in (1, 2, 4, 5, 6, 7):
            shown = generator.uniform(0.25, 0.9) if unit in units else 0.0
            both = shown + noise * 0.14 * generator.normal()
            strength[unit] = (
                float(both + noise * 0.08 * generator.normal()),
                float(both + noise * 0.08 * generator.normal()),
            )
        return cls(
            strength, (float(noise * 0.035 * generator.normal()), float(noise * 0.015 * generator.normal()))
        )


@dataclass(frozen=True)
class Pose:
    """Where the face is in the picture, how it is turned, and the light."""

    middle: tuple[float, float]
    distance: float
    angle: float
    light: tuple[float, float]
    contrast: float

    @classmethod
    def draw(cls, generator: np.random.RandomState, noise: float) -> Self:
        """Draw a pose."""
        place = noise * np.clip(generator.normal(size=5), -2, 2)
        return cls(
            middle=(WIDTH / 2 + 5 * place[0], 0.56 * HEIGHT + 3 * place[1]),
            distance=_DISTANCE + 3 * place[2],
            angle=float(np.deg2rad(4 * place[3])),
            light=(float(0.12 * noise * generator.normal()), float(0.08 * noise * generator.normal())),
            contrast=float(np.exp(0.10 * place[4])),
        )

    @property
    def eyes(self) -> npt.NDArray[np.float64]:
        """Where both eyes are: x and y, in pixels."""
        step = 0.5 * self.distance * np.array([np.cos(self.angle), np.sin(self.angle)])
        return np.stack([np.array(self.middle) - step, np.array(self.middle) + step])

    def to_face(self) -> tuple[Plane, Plane]:
        """Coordinates of the pixels in the face: eyes lie at (-0.5, 0) and (0.5, 0)."""
        down, right = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
        right, down = right - np.float32(self.middle[0]), down - np.float32(self.middle[1])
        c, s = np.float32(np.cos(self.angle) / self.distance), np.float32(np.sin(self.angle) / self.distance)
        return c * right + s * down, c * down - s * right


def draw_eyes(
    person: Person, expression: Expression, pose: Pose, generator: np.random.RandomState, noise: float
) -> npt.NDArray[np.uint8]:
    """Draw a picture.

    Parameters
    ----------
    person, expression, pose
        What is seen.
    generator : RandomState
        Where the noise of the camera comes from.
    noise : float
        How much of it there is, times what is usual.

    Returns
    -------
    ndarray of shape (110, 180, 3), uint8
    """
    across, down = pose.to_face()
    soft = np.float32(0.6 / pose.distance)
    shade = _draw_skin(across, down, person, expression, soft)
    colour = np.empty((HEIGHT, WIDTH, 3), np.float32)
    colour[:] = (person.skin * (1.0 + shade[..., None])).astype(np.float32)
    for side in (0, 1):
        # Two halves of the picture: what is drawn about an eye ends at the nose.
        half = slice(0, WIDTH // 2 + 14) if side == 0 else slice(WIDTH // 2 - 14, WIDTH)
        sign = np.float32(-1.0 if side == 0 else 1.0)
        x, y = sign * across[:, half] - np.float32(0.5), down[:, half]
        _draw_side(colour[:, half], x, y, person, expression, side, float(sign), soft)
    light = 1.0 + pose.light[0] * across + pose.light[1] * down
    colour *= (pose.contrast * light)[..., None].astype(np.float32)
    colour += (noise * 0.030 * generator.normal(size=(HEIGHT, WIDTH, 1))).astype(np.float32)
    colour += (noise * 0.015 * generator.normal(size=(HEIGHT, WIDTH, 3))).astype(np.float32)
    return np.asarray(np.rint(255 * np.clip(colour, 0.0, 1.0)), np.uint8)


def _draw_skin(across: Plane, down: Plane, person: Person, expression: Expression, soft: np.float32) -> Plane:
    """Shades of the skin: forehead, nose, moles, and the furrows between the brows and above them."""
    mean = {unit: max(sum(both) / 2, 0.0) for unit, both in expression.strength.items()}
    shade = 0.05 * np.exp(-((across / 0.16) ** 2)) * _ramp(down + 0.1, np.float32(0.25))
    shade -= 0.06 * np.exp(-(((down + 0.02) / 0.3) ** 2))
    for x, y, size, depth in person.spots:
        shade += np.float32(depth) * np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * size * size))
    furrow = 0.10 + 0.9 * person.wrinkles
    height = np.exp(-(((down + 0.18 - 0.03 * mean[4]) / 0.1) ** 2))
    for place in (-0.055, 0.055):  # brows that are drawn together fold the skin between them
        shade -= furrow * mean[4] * height * _line(across - (1 - 0.25 * mean[4]) * place, 0.012, soft)
    for row in range(3):  # brows that are raised fold the forehead, in the middle and at the sides
        level = down + 0.46 + 0.07 * row + 0.03 * mean[1] + 0.02 * np.cos(3 * across)
        middle, sides = np.exp(-((across / 0.35) ** 2)), np.exp(-(((np.abs(across) - 0.65) / 0.25) ** 2))
        depth = person.wrinkles * 0.3 + furrow * 0.5 * (mean[1] * middle + mean[2] * sides)
        shade -= depth * _line(level, 0.010, soft)
    return np.asarray(shade, np.float32)


def _draw_side(
    colour: npt.NDArray[np.float32], x: Plane, y: Plane, person: Person, expression: Expression, side: int,
    sign: float, soft: np.float32,
) -> None:  # fmt: skip
    """Draw brow, lids and eye of one side over the skin."""
    unit = {number: both[side] for number, both in expression.strength.items()}
    _draw_cheek(colour, x, y, person, unit, soft)
    upper = person.upper_lid + 0.042 * unit[5] - 0.010 * unit[7] - 0.012 * unit[6] - 0.006 * unit[4]
    lower = person.lower_lid - 0.036 * unit[7] - 0.016 * unit[6] + 0.004 * unit[5]
    arc = np.maximum(1.0 - (x / _HALF_EYE) ** 2, 0.0)
    lid, rim = -max(upper, 0.02) * arc, max(lower, 0.008) * arc
    crease = lid - (0.055 - 0.030 * unit[5] + 0.015 * (unit[1] + unit[2])) - 0.02
    inside = arc > 0
    _paint(colour, -person.crease * _line(y - crease, 0.010, soft) * (np.abs(x) < _HALF_EYE), None)
    opening = _ramp(y - lid, soft) * _ramp(rim - y, soft) * inside
    _paint(colour, opening, 0.86)
    away = np.hypot(x - sign * expression.gaze[0], y - expression.gaze[1] + 0.012)
    _paint(colour, opening * _ramp(0.078 - away, soft), person.iris)
    _paint(colour, opening * _ramp(0.034 - away, soft), 0.05)
    _paint(colour, opening * _ramp(0.012 - np.hypot(x + 0.02, y + 0.03), soft), 0.97)
    _paint(colour, 0.75 * _line(y - lid, 0.011, soft) * inside, 0.12)
    _paint(colour, 0.30 * _line(y - rim, 0.007, soft) * inside, 0.25)
    _draw_brow(colour, x, y, person, unit, soft)


def _draw_cheek(
    colour: npt.NDArray[np.float32],
    x: Plane,
    y: Plane,
    person: Person,
    unit: dict[int, float],
    soft: np.float32,
) -> None:
    """Draw the folds below the eye and the wrinkles beside it, which cheeks make when they rise."""
    raised, tense = max(unit[6], 0.0), max(unit[7], 0.0)
    below = np.exp(-((x / 0.2) ** 2))
    fold = y - (0.17 - 0.05 * raised) - 0.35 * x * x
    _paint(colour, -(person.bags + 0.22 * raised) * below * _line(fold, 0.018, soft), None)
    _paint(colour, 0.10 * raised * np.exp(-((x / 0.26) ** 2)) * np.exp(-(((y - 0.25) / 0.08) ** 2)), 0.95)
    _paint(colour, -0.16 * tense * below * _line(y - 0.095 + 0.02 * tense + 0.3 * x * x, 0.012, soft), None)
    beside = _ramp(x - 0.24, np.float32(0.02)) * _ramp(0.46 - x, np.float32(0.03))
    for slope in (-0.45, 0.0, 0.45):
        line = _line(y - 0.02 - slope * (x - 0.21), 0.010, soft)
        _paint(colour, -(0.5 * person.wrinkles + 0.20 * raised) * beside * line, None)


def _draw_brow(
    colour: npt.NDArray[np.float32],
    x: Plane,
    y: Plane,
    person: Person,
    unit: dict[int, float],
    soft: np.float32,
) -> None:
    inner, outer = _ramp(-x - 0.02, np.float32(0.07)), _ramp(x - 0.06, np.float32(0.07))
    arch = person.brow_arch * (1.0 - (x / 0.3) ** 2)
    rise = 0.085 * unit[1] * inner + 0.085 * unit[2] * outer - 0.060 * unit[4] * (1.0 - 0.4 * outer)
    middle = -person.brow_height - arch - rise + 0.05 * outer
    begins, ends = -0.27 - 0.06 * unit[4], 0.33
    width = person.brow_width * (0.6 + 0.8 * _ramp(0.12 - x, np.float32(0.1)))
    there = _ramp(width - np.abs(y - middle), soft) * _ramp(x - begins, 2 * soft) * _ramp(ends - x, 2 * soft)
    _paint(colour, person.brow_dark * there, 0.13)


def _ramp(distance: Any, soft: np.float32) -> Any:
    """1 where a distance is positive, 0 where it is negative, and soft between."""
    return np.clip(0.5 + distance / (2.0 * soft), 0.0, 1.0)


def _line(distance: Any, width: float, soft: np.float32) -> Any:
    """A soft line where a distance is 0."""
    return np.exp(-((distance / max(width, float(soft))) ** 2))


def _paint(colour: npt.NDArray[np.float32], share: Any, level: float | None) -> None:
    """Mix a level of grey into the picture; None makes it lighter or darker by that share."""
    share = np.asarray(share, np.float32)[..., None]
    if level is None:
        colour *= 1.0 + share
    else:
        colour += share * (np.float32(level) - colour)
