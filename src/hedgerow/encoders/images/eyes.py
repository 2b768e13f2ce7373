"""Where the eyes are: centres by picture, from a file, a data frame or an array."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.wording import list_names, quote, suggest

COLUMNS = ("left_x", "left_y", "right_x", "right_y")
_NAMES = ("file", "image", "picture", "name")


@dataclass(frozen=True, eq=False)
class Eyes:
    """Centres of both eyes in each picture, in pixels from its upper left corner.

    Attributes
    ----------
    names : tuple of str or None
        File names of the pictures; None where centres come in the order of the pictures.
    centres : ndarray of shape (n_pictures, 2, 2)
        (x, y) of the eye on the left of the picture, and of the one on its right.
    """

    names: tuple[str, ...] | None
    centres: NDArray[np.float64]

    @classmethod
    def read(cls, source: str | Path | pd.DataFrame | ArrayLike) -> Self:
        """Read eye centres.

        Of a table, the columns `left_x`, `left_y`, `right_x` and `right_y` are read, and `file`. The eye that lies
        farther left in the picture is the left one, whatever the columns call it.

        Parameters
        ----------
        source : str, Path, DataFrame or array-like
            A CSV file, a data frame, or an array of shape (n_pictures, 4) or (n_pictures, 2, 2) in the order of the
            pictures.

        Returns
        -------
        Eyes

        Examples
        --------
        >>> table = pd.DataFrame({"file": ["a.png"], "left_x": [40], "left_y": [52], "right_x": [98], "right_y": [50]})
        >>> eyes = Eyes.read(table)
        >>> eyes.names, eyes.centres.tolist()
        (('a.png',), [[[40.0, 52.0], [98.0, 50.0]]])
        """
        if isinstance(source, str | Path):
            source = read_sheet(source, "eye centres")
        if isinstance(source, pd.DataFrame):
            return cls._of_table(source)
        centres = np.asarray(source, np.float64)
        if centres.ndim not in (2, 3) or centres[:1].size not in (0, 4):
            raise ValueError(
                f"eyes has shape {centres.shape}; pass x and y of the left and of the right eye for each picture: "
                "(n_pictures, 4)"
            )
        return cls(None, _put_left_first(centres.reshape(-1, 2, 2)))

    @classmethod
    def _of_table(cls, table: pd.DataFrame) -> Self:
        missing = [name for name in COLUMNS if name not in table]
        if missing:
            raise ValueError(
                f"The table of eyes has no column {quote(missing[0])}; it needs {', '.join(COLUMNS)}. "
                f"{suggest(missing[0], map(str, table.columns))}"
            )
        names = read_names(table, "eyes")
        numbers = table[list(COLUMNS)].apply(pd.to_numeric, errors="coerce").to_numpy(np.float64)
        unknown = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
        if unknown.size:
            row = int(unknown[0])
            which = f"picture {names[row]}" if names is not None else f"row {row + 1}"
            raise ValueError(
                f"The eyes of {which} are not told: {dict(zip(COLUMNS, table.iloc[row][list(COLUMNS)], strict=True))}. "
                "Give numbers, or leave the row out."
            )
        return cls(names, _put_left_first(numbers.reshape(-1, 2, 2)))

    def of(self, names: list[str]) -> NDArray[np.float64]:
        """Return the centres of some pictures, by name, or in their order where there are no names.

        Parameters
        ----------
        names : list of str
            Names of the pictures.

        Returns
        -------
        ndarray of shape (n_pictures, 2, 2)
        """
        if self.names is None:
            if len(self.centres) != len(names):
                raise ValueError(
                    f"There are {len(names)} pictures and the eyes of {len(self.centres)}; give one row for each."
                )
            return self.centres
        places: Mapping[str, int] = {name: place for place, name in enumerate(self.names)}
        absent = [name for name in names if name not in places]
        if absent:
            raise ValueError(f"The table of eyes has no row for {list_names(absent)}.")
        return self.centres[[places[name] for name in names]]


def read_sheet(path: str | Path, what: str) -> pd.DataFrame:
    """Read a table that goes with pictures, as it is written.

    Parameters
    ----------
    path : str or Path
        A CSV file.
    what : str
        What it holds, for the message of an error.

    Returns
    -------
    DataFrame
    """
    place = Path(path)
    if place.is_dir():
        raise IsADirectoryError(f"{place} is a folder. Name the file of {what} in it.")
    if not place.is_file():
        raise FileNotFoundError(f"There is no file {place} with {what}.")
    try:
        sheet = pd.read_csv(place, dtype=dict.fromkeys(_NAMES, str), skipinitialspace=True)
    except (ValueError, UnicodeDecodeError) as error:
        raise ValueError(f"{place} is no CSV file of {what}: {str(error).splitlines()[0]}") from None
    return sheet.rename(columns=lambda name: str(name).strip())


def read_names(table: pd.DataFrame, what: str) -> tuple[str, ...] | None:
    """File names in the first column that is called after them; None where there is no such column.

    Parameters
    ----------
    table : DataFrame
        A row for each picture.
    what : str
        What the rows tell, for the message of an error.

    Returns
    -------
    tuple of str or None
    """
    for name in _NAMES:
        if name in table:
            names = tuple(str(each).strip() for each in table[name])
            seen = pd.Index(names)
            if seen.has_duplicates:
                raise ValueError(
                    f"The table of {what} names {quote(seen[seen.duplicated()][0])} twice; keep one row for each "
                    "picture."
                )
            return names
    return None


def find_name_column(table: pd.DataFrame) -> str | None:
    """The column of file names, where there is one.

    Examples
    --------
    >>> find_name_column(pd.DataFrame({"file": ["a.png"], "smiles": [1]}))
    'file'
    """
    return next((name for name in _NAMES if name in table), None)


def _put_left_first(centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """The eye that lies farther left in the picture first."""
    swapped = centres[:, 0, 0] > centres[:, 1, 0]
    return np.where(swapped[:, None, None], centres[:, ::-1], centres)
