"""A window around the eyes: grey, turned and scaled until the eyes lie at the same places, equalised."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.extras import find_extra

SHAPE = (75, 150)  # height and width, in pixels (Smith and Windeatt 2010)
EYE_ROW = 0.6  # where the eyes lie: this share of the height from above,
EYE_MARGIN = 0.25  # and this share of the width from each side
_LEVELS = 255


def to_grey(picture: ArrayLike) -> NDArray[np.float64]:
    """Brightness of a picture, 0 to 1: the mean of red, green and blue.

    Parameters
    ----------
    picture : array-like of shape (height, width), or with 3 or 4 channels
        Whole numbers fill the range of their type; floats lie in 0 to 1. The fourth channel, what is seen through, is
        left out.

    Returns
    -------
    ndarray of shape (height, width)

    Examples
    --------
    >>> to_grey(np.array([[[255, 0, 0], [255, 255, 255]]], np.uint8)).round(3)
    array([[0.333, 1.   ]])
    """
    array = np.asarray(picture)
    if array.ndim == 3 and array.shape[2] in (3, 4):
        array = array[:, :, :3]
    elif array.ndim == 3 and array.shape[2] in (1, 2):
        array = array[:, :, :1]
    elif array.ndim != 2:
        raise ValueError(
            f"A picture has shape {array.shape}; it needs a height and a width, and one to four channels."
        )
    if array.size == 0:
        raise ValueError("A picture has no pixels.")
    if array.dtype.kind in "iub":
        most = 1 if array.dtype.kind == "b" else np.iinfo(array.dtype).max
        grey = array.astype(np.float64) / most
    else:
        grey = array.astype(np.float64)
    if not np.isfinite(grey).all():
        raise ValueError("A picture holds numbers that are not finite.")
    return grey if grey.ndim == 2 else grey.mean(axis=2)


def align_eyes(
    picture: ArrayLike,
    eyes: ArrayLike,
    shape: tuple[int, int] = SHAPE,
    *,
    eye_row: float = EYE_ROW,
    eye_margin: float = EYE_MARGIN,
    equalise: bool = True,
) -> NDArray[np.uint8]:
    """Cut the window around the eyes out of a picture.

    The picture is turned and scaled, without distortion, until the eyes lie at the same places in every window. What
    would lie outside of the picture has the brightness of its edge. The histogram of the window is then equalised: each
    level of brightness is about as frequent as any other.

    Parameters
    ----------
    picture : array-like of shape (height, width), or with 3 or 4 channels
        The picture, as `to_grey` takes it.
    eyes : array-like of shape (2, 2) or (4,)
        x and y of the centre of the eye on the left of the picture, and of the one on its right.
    shape : (int, int), default=(75, 150)
        Height and width of the window.
    eye_row, eye_margin : float, default=0.6, 0.25
        Where the eyes lie in the window: this share of its height from above, and this share of its width from each
        side.
    equalise : bool, default=True
        Whether the histogram is equalised.

    Returns
    -------
    ndarray of shape (height, width), uint8

    Examples
    --------
    >>> picture = np.zeros((60, 80))
    >>> picture[28:33, 18:23] = picture[28:33, 58:63] = 1.0
    >>> window = align_eyes(picture, [[20, 30], [60, 30]], (30, 40), equalise=False)
    >>> int(window[18, 10]), int(window[18, 30]), int(window[18, 20])
    (255, 255, 0)
    """
    find_extra("skimage", "align_eyes", "images")
    from skimage import filters, transform

    blur: Any = filters.gaussian
    warp: Any = transform.warp

    grey = to_grey(picture)
    left, right = np.asarray(eyes, np.float64).reshape(2, 2)
    _check_eyes(left, right, grey.shape)
    height, width = shape
    apart, across = right - left, width * (1.0 - 2.0 * eye_margin)
    # The window's x axis is the picture's direction from eye to eye, and its y axis a quarter turn from it.
    (c, s), middle = apart / across, (left + right) / 2.0
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    turn[:2, 2] = middle - turn[:2, :2] @ [width / 2.0, height * eye_row]
    shrinks = float(np.hypot(c, s))
    if shrinks > 1.0:
        grey = blur(grey, (shrinks - 1.0) / 2.0, mode="nearest")
    window = warp(grey, turn, output_shape=shape, order=1, mode="edge", preserve_range=True)
    return _finish(window, equalise)


def fit_window(
    picture: ArrayLike, shape: tuple[int, int] = SHAPE, *, equalise: bool = True
) -> NDArray[np.uint8]:
    """Scale a picture that shows the window already, and nothing beside it, to the shape of the window.

    Parameters
    ----------
    picture : array-like of shape (height, width), or with 3 or 4 channels
        The picture.
    shape : (int, int), default=(75, 150)
        Height and width of the window.
    equalise : bool, default=True
        Whether the histogram is equalised.

    Returns
    -------
    ndarray of shape (height, width), uint8

    Examples
    --------
    >>> fit_window(np.eye(10), (5, 20)).shape
    (5, 20)
    """
    find_extra("skimage", "fit_window", "images")
    from skimage import transform

    resize: Any = transform.resize

    grey = to_grey(picture)
    window = grey if grey.shape == shape else resize(grey, shape, order=1, mode="edge", anti_aliasing=True)
    return _finish(window, equalise)


def _finish(window: NDArray[np.float64], equalise: bool) -> NDArray[np.uint8]:
    from skimage import exposure

    equalize: Any = exposure.equalize_hist

    # One brightness alone cannot be spread.
    spread = equalize(window) if equalise and np.ptp(window) > 0 else window
    return np.asarray(np.rint(np.clip(spread, 0.0, 1.0) * _LEVELS), np.uint8)


def _check_eyes(left: NDArray[np.float64], right: NDArray[np.float64], shape: tuple[int, ...]) -> None:
    height, width = shape
    for side, (x, y) in (("left", left), ("right", right)):
        if not (0 <= x <= width - 1 and 0 <= y <= height - 1):
            raise ValueError(
                f"the {side} eye, at x={x:g} and y={y:g}, lies outside of the picture, which is {width} pixels wide "
                f"and {height} high"
            )
    if np.hypot(*(right - left)) < 2.0:
        raise ValueError(f"both eyes lie at x={left[0]:g} and y={left[1]:g}")
