"""Local binary patterns as a transformer: how often each pattern occurs in each tile of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from hedgerow.encoders.images.uniform_patterns import N_BINS, number_patterns, place_neighbours, spell_bins
from hedgerow.foundation.constraints import Count, Instance, Many, Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet, read_rows

RADII = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
TILES = ((6, 12), (5, 10), (4, 8), (3, 6), (2, 4), (1, 1))
_PICTURES_AT_ONCE = 16
_PAIR = Many(Count(), "a pair of whole numbers")


@configurable
class LocalBinaryPatterns(TransformerMixin, BaseEstimator):
    r"""How often each local pattern occurs in each tile of a picture.

    A pixel has eight neighbours on a circle. Which of them are no darker than itself, once around, is its pattern,

    .. math:: \sum_{p=0}^{7} [g_p \ge g_c] \, 2^p,

    which no brightening or darkening of the picture changes. Patterns that turn from dark to bright at most once
    (edges, corners, spots, lines' ends) have a bin each, 58 of them; all others share one. The picture is divided into
    tiles, large ones and small ones, and the shares of the 59 bins in each tile, for each radius of the circle, are the
    features. Most of them tell nothing: a filter such as `FCBFSelector` keeps the few that do.

    Parameters
    ----------
    radii : list of float, default=RADII
        Radii of the circle, in pixels. A neighbour between pixels is interpolated; one outside of the picture is 0.
    tiles : list of (int, int), default=((6, 12), (5, 10), (4, 8), (3, 6), (2, 4), (1, 1))
        Into how many rows and columns of tiles the picture is divided, one tiling after the other. The tiles of a
        tiling cover the picture, and their sides differ by a pixel at most.
    shape : (int, int) or None, default=None
        Height and width of the pictures, where each is a row of a table. None for an array of pictures, which have
        a shape of their own; a row of a table is then a picture of one line.
    n_jobs : int or None, default=None
        Number of threads. The answer is the same for any.

    Attributes
    ----------
    shape_ : tuple of int
        Height and width of the pictures.
    tile_sizes_ : ndarray of shape (n_tiles,)
        Number of pixels of each tile.

    See Also
    --------
    encode_images, FCBFSelector, LabelSetECOCClassifier

    Notes
    -----
    A picture of 75 x 150 pixels has 181 tiles, from 12 x 12 pixels to the whole; ten radii make 106,790 columns. Smith
    and Windeatt count about 107,000 and name the smallest tile, the largest and the radii: the tilings between are a
    choice. Shares in a tile sum to 1.

    Patterns are numbered in the order of their codes, where scikit-image's ``"nri_uniform"`` numbers them by the bright
    neighbours and by where these begin; the patterns are the same for every pixel, to the last rounding.

    Formula::

        share(radius, tile, bin) = pixels of the tile with a pattern of the bin / pixels of the tile

    Cost: O(pixels x (8 radii + radii x tilings)) a picture; 4 bytes a column.

    References
    ----------
    T. Ojala, M. Pietikainen and T. Maenpaa, Multiresolution gray-scale and rotation invariant texture classification
    with local binary patterns, IEEE Transactions on Pattern Analysis and Machine Intelligence 24, 2002, pp. 971-987.

    R. Smith and T. Windeatt, Facial action unit recognition using filtered local binary pattern features with
    bootstrapped and weighted ECOC classifiers, SUEMA, 2010.

    Examples
    --------
    >>> pictures = np.random.default_rng(0).integers(0, 256, (5, 24, 30))
    >>> patterns = LocalBinaryPatterns(radii=[1, 2], tiles=[(2, 3), (1, 1)]).fit(pictures)
    >>> patterns.transform(pictures).shape  # 2 radii, 7 tiles, 59 bins
    (5, 826)
    >>> patterns.get_feature_names_out()[51]
    'r1_2x3_row1_col1_00011111'
    """

    radii: Any = parameter(Many(Number(0, 10_000, "right")), default=RADII, kw_only=False)
    tiles: Any = parameter(Many(_PAIR, "pairs of whole numbers, such as (6, 12)"), default=TILES)
    shape: Any = parameter(_PAIR | Instance("None", kind=type(None)), default=None)
    n_jobs: int | None = None

    shape_: tuple[int, int] = fitted()
    tile_sizes_: NDArray[np.int64] = fitted()
    n_features_in_: int = fitted()
    _encoding: None = fitted()

    def fit(self, X: Any, y: Any = None) -> Self:
        """Note the shape of the pictures, and divide it into tiles.

        Parameters
        ----------
        X : array-like of shape (n_pictures, height, width) or (n_pictures, height * width)
            Grey pictures: larger is brighter.
        y : None
            Not used.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            table, found = _flatten(X)
            TrainingSet.read(self, table, None, None, task=None, numbers_only=True)
            self._encoding = None
            self.shape_ = self._settle_shape(found, self.n_features_in_)
            self.tile_sizes_ = self._divide().sizes
        return self

    def transform(self, X: Any) -> NDArray[np.float32]:
        """Count the patterns of pictures, which must have the shape of those that were fitted.

        Parameters
        ----------
        X : array-like of shape (n_pictures, height, width) or (n_pictures, height * width)
            Grey pictures.

        Returns
        -------
        ndarray of shape (n_pictures, n_radii * n_tiles * 59), float32
        """
        from hedgerow._kernels.local_patterns import count_patterns

        check_is_fitted(self, "shape_")
        table, found = _flatten(X)
        if found is not None and found != self.shape_:
            raise ValueError(
                f"the pictures have {_say(found)} pixels; those that were fitted have {_say(self.shape_)}"
            )
        pixels = read_rows(self, table, "shape_")
        tiling, offsets = self._divide(), np.stack([place_neighbours(radius) for radius in self.radii])
        shares = np.empty((len(pixels), len(self.radii) * tiling.sizes.size * N_BINS), np.float32)

        def count(start: int) -> None:
            part = slice(start, start + _PICTURES_AT_ONCE)
            pictures = np.ascontiguousarray(pixels[part], np.float64).reshape(-1, *self.shape_)
            count_patterns(
                pictures, offsets, int(max(self.radii)) + 2, number_patterns(), tiling.rows, tiling.columns,
                tiling.sizes, N_BINS, shares[part],
            )  # fmt: skip

        for _ in map_in_threads(
            count, [(each,) for each in range(0, len(pixels), _PICTURES_AT_ONCE)], self.n_jobs
        ):
            pass
        return shares

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Name the columns: radius, tiling, row and column of the tile, and pattern.

        Parameters
        ----------
        input_features : None
            Not used; pixels have no say in the names.

        Returns
        -------
        ndarray of str
        """
        check_is_fitted(self, "shape_")
        tiles = [
            f"{rows}x{columns}_row{row + 1}_col{column + 1}"
            for rows, columns in self.tiles
            for row in range(rows)
            for column in range(columns)
        ]
        bins = spell_bins()
        names = [
            f"r{radius:g}_{tile}_{spelled}" for radius in self.radii for tile in tiles for spelled in bins
        ]
        return np.array(names, dtype=object)

    def _settle_shape(self, found: tuple[int, int] | None, n_pixels: int) -> tuple[int, int]:
        given = None if self.shape is None else _read_pair("shape", self.shape)
        if found is not None and given is not None and found != given:
            raise ValueError(
                f"shape={self.shape!r}, but the pictures have {_say(found)} pixels; leave shape=None"
            )
        if given is not None and given[0] * given[1] != n_pixels:
            raise ValueError(
                f"shape={self.shape!r} has {given[0] * given[1]} pixels, and the rows have {n_pixels}"
            )
        return given or found or (1, n_pixels)

    def _divide(self) -> _Tiling:
        return divide(self.shape_, [_read_pair("tiles", each) for each in self.tiles])

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "shape_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.three_d_array = True
        tags.transformer_tags.preserves_dtype = []
        return tags


@dataclass(frozen=True, eq=False)
class _Tiling:
    """The tiles of all tilings: `rows` plus `columns` is the tile of a pixel, and `sizes` their pixels."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    sizes: NDArray[np.int64]


def divide(shape: tuple[int, int], tiles: list[tuple[int, int]]) -> _Tiling:
    """Divide a picture into tiles whose sides differ by a pixel at most.

    Examples
    --------
    >>> divide((4, 6), [(2, 3), (1, 1)]).sizes
    array([ 4,  4,  4,  4,  4,  4, 24])
    """
    height, width = shape
    by_row = np.empty((len(tiles), height), np.int64)
    by_column = np.empty((len(tiles), width), np.int64)
    sizes: list[NDArray[np.int64]] = []
    first = 0
    for place, (n_rows, n_columns) in enumerate(tiles):
        if n_rows > height or n_columns > width:
            hint = "; pass shape=(height, width), or an array of pictures" if height == 1 else ""
            raise ValueError(
                f"tiles=({n_rows}, {n_columns}) are too many for pictures of {_say(shape)} pixels{hint}"
            )
        rows, columns = np.arange(height) * n_rows // height, np.arange(width) * n_columns // width
        by_row[place], by_column[place] = first + rows * n_columns, columns
        sizes.append(np.outer(np.bincount(rows), np.bincount(columns)).ravel())
        first += n_rows * n_columns
    return _Tiling(by_row, by_column, np.concatenate(sizes))


def _flatten(X: Any) -> tuple[Any, tuple[int, int] | None]:
    """A row for each picture, and the shape of the pictures where they have one."""
    array = X if hasattr(X, "columns") else np.asarray(X) if isinstance(X, list | tuple) else X
    if getattr(array, "ndim", 0) != 3:
        return X, None
    return np.asarray(array).reshape(len(array), -1), (int(array.shape[1]), int(array.shape[2]))


def _read_pair(name: str, value: Any) -> tuple[int, int]:
    if len(value) != 2:
        raise ValueError(f"{name}={value!r} must be pairs: rows and columns")
    return int(value[0]), int(value[1])


def _say(shape: tuple[int, int]) -> str:
    return f"{shape[0]} x {shape[1]}"
