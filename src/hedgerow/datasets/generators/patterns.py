"""Eight two-dimensional patterns on a grid, from easy lines to parity."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import train_test_split

from hedgerow.datasets.sample import Sample, Seed, number_names
from hedgerow.foundation.constraints import Word, check

Grid = npt.NDArray[np.int_]
Mask = npt.NDArray[np.bool_]

N_STEPS = 81
_SCALE = 20  # grid steps a unit, so points are (i/20, j/20) in [0, 4] x [0, 4]


def make_pattern(
    pattern: str = "sine",
    n_samples: int | None = 1000,
    *,
    random_state: Seed = None,
) -> Sample:
    """Draw points of an 81 x 81 grid, stratified by class, and ask on which side of a pattern they lie.

    Parameters
    ----------
    pattern : str, default="sine"
        One of sine, linear, parabolic, polynomial, annulus, checkerboard, parity and disjunctive.
    n_samples : int or None, default=1000
        How many points to draw without replacement; None for all 6561, in order, to test on.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        Class +1 where the pattern holds, else -1.

    Notes
    -----
    Printed formulas that do not describe two comparable classes are completed: the sine has an offset of 2,
    the line passes through the centre, and the annulus, the nine circles of parity and the four chevrons have
    sizes chosen here. All but the sine are decided in integers, so the classes are exact.

    References
    ----------
    P. Casale, O. Pujol and P. Radeva, "Embedding random projections in regularized gradient boosting
    machines", SUEMA workshop, Barcelona, 2010. The patterns are those of T. Fawcett's gallery.

    Examples
    --------
    >>> grid = make_pattern("checkerboard", n_samples=None)
    >>> grid.X.shape, int((grid.y > 0).sum())
    ((6561, 2), 3645)
    """
    check("pattern", pattern, Word(*PATTERNS))
    i, j = np.divmod(np.arange(N_STEPS**2), N_STEPS)
    X = np.column_stack([i, j]) / _SCALE
    y = np.where(PATTERNS[pattern](i, j), 1, -1)
    if n_samples is not None:
        X, _, y, _ = train_test_split(X, y, train_size=n_samples, stratify=y, random_state=random_state)
    return Sample(f"pattern_{pattern}", X, y, number_names(2), (0, 1), 0.0)


def _sine(i: Grid, j: Grid) -> Mask:
    return np.asarray(j / _SCALE > 0.84 * np.sin(1.78 * i / _SCALE) + 2)


def _linear(i: Grid, j: Grid) -> Mask:
    return 100 * j > 187 * i - 3480  # y > 1.87 x - 1.74


def _parabolic(i: Grid, j: Grid) -> Mask:
    return 20 * j > (i - 40) ** 2 + 400  # y > (x - 2)^2 + 1


def _polynomial(i: Grid, j: Grid) -> Mask:
    return 800 * j > (i - 40) ** 3 + 20 * (i - 44) ** 2 + 32000


def _annulus(i: Grid, j: Grid) -> Mask:
    squared_distance = (i - 40) ** 2 + (j - 40) ** 2
    return (squared_distance >= 14**2) & (squared_distance <= 30**2)


def _checkerboard(i: Grid, j: Grid) -> Mask:
    n_squares: Grid = np.minimum(3 * i // 80, 2) + np.minimum(3 * j // 80, 2)
    return np.equal(n_squares % 2, 0)


def _parity(i: Grid, j: Grid) -> Mask:
    # Nine circles of radius 0.9 around {2/3, 2, 10/3}^2, in units of 1/60.
    centres = (40, 120, 200)
    circles = [(3 * i - a) ** 2 + (3 * j - b) ** 2 <= 54**2 for a in centres for b in centres]
    n_circles: Grid = np.sum(circles, axis=0)
    return np.equal(n_circles % 2, 1)


def _disjunctive(i: Grid, j: Grid) -> Mask:
    # Four chevrons: (0.3, 0.3), (1, 0.7), (1.7, 0.3), (1, 1.7), shifted by {0, 2}^2, with their edges.
    height = j % 40 - 6
    inset = 14 - np.abs(i % 40 - 20)
    return (4 * inset <= 7 * height) & (height <= 2 * inset)


PATTERNS: dict[str, Callable[[Grid, Grid], Mask]] = {
    "sine": _sine,
    "linear": _linear,
    "parabolic": _parabolic,
    "polynomial": _polynomial,
    "annulus": _annulus,
    "checkerboard": _checkerboard,
    "parity": _parity,
    "disjunctive": _disjunctive,
}
