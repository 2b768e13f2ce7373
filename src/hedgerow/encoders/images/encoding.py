"""From pictures and eye centres to windows, and from windows to a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hedgerow.encoders.images.eyes import Eyes, find_name_column, read_names, read_sheet
from hedgerow.encoders.images.local_patterns import RADII, TILES, LocalBinaryPatterns
from hedgerow.encoders.images.windows import SHAPE, align_eyes, fit_window
from hedgerow.foundation.constraints import Flag, Word, check
from hedgerow.foundation.extras import find_extra
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.wording import count, list_names
from hedgerow.tables.table import Kind, Table
from hedgerow.tables.table_reader import OpenedTable

ENDINGS = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif", ".webp", ".pgm", ".ppm", ".pnm")
SET = "units"  # the column that holds a row's labels together
NONE = "none"
Features = Literal["patterns", "pixels"]


@dataclass(frozen=True, eq=False)
class Windows:
    """Windows around the eyes of some pictures.

    Attributes
    ----------
    names : tuple of str
        Names of the pictures.
    pixels : ndarray of shape (n_pictures, height, width), uint8
        The windows.
    notes : tuple of str
        What was left out, and why.
    """

    names: tuple[str, ...]
    pixels: NDArray[np.uint8]
    notes: tuple[str, ...] = ()


def read_windows(
    source: str | Path | ArrayLike | Sequence[ArrayLike],
    eyes: str | Path | pd.DataFrame | ArrayLike | None,
    *,
    shape: tuple[int, int] = SHAPE,
    equalise: bool = True,
    names: Sequence[str] | None = None,
    unreadable: Literal["refuse", "leave_out"] = "refuse",
    n_jobs: int | None = None,
) -> Windows:
    """Read pictures, and cut out the windows around the eyes.

    Parameters
    ----------
    source : str, Path, array-like or list of array-like
        A folder of pictures, an array of pictures of one size, or a list of pictures of any size.
    eyes : str, Path, DataFrame, array-like or None
        Where the eyes are; see the notes. None where the pictures show the windows already.
    shape : (int, int), default=(75, 150)
        Height and width of the windows.
    equalise : bool, default=True
        Whether histograms are equalised.
    names : sequence of str or None, default=None
        Names of the pictures of an array or a list; None for those in the table of eyes, or numbers.
    unreadable : {"refuse", "leave_out"}, default="refuse"
        What happens with a picture that cannot be read, is not there, or does not show an eye where it should be: the
        first one is named in an error, or they are left out, and named in a note.
    n_jobs : int or None, default=None
        Number of threads.

    Returns
    -------
    Windows

    Notes
    -----
    Of a folder, the pictures that the table of eyes names are read, in the order of their names; others are left out
    with a note. A table of eyes has the columns `file`, `left_x`, `left_y`, `right_x` and `right_y`, in pixels from the
    upper left corner.
    """
    find_extra("skimage", "read_windows", "images")
    check("unreadable", unreadable, Word("refuse", "leave_out"))
    check("equalise", equalise, Flag())
    centres = None if eyes is None else Eyes.read(eyes)
    notes: list[str] = []
    if isinstance(source, str | Path):
        called, pictures = _list_folder(Path(source), centres, notes)
    else:
        pictures = list(source)  # type: ignore[arg-type]
        called = _name(len(pictures), centres, names)
    if not pictures:
        raise ValueError("There are no pictures to encode.")
    places: Iterable[Any] = [None] * len(called) if centres is None else centres.of(called)
    calls = [
        (name, picture, place, shape, equalise)
        for name, picture, place in zip(called, pictures, places, strict=True)
    ]
    cut = list(map_in_threads(_cut, calls, n_jobs))
    failed = [(name, each) for name, each in zip(called, cut, strict=True) if isinstance(each, str)]
    if failed and unreadable == "refuse":
        more = f" So it is with {count(len(failed) - 1, 'other')}." if len(failed) > 1 else ""
        raise ValueError(f"{failed[0][1]}{more} Mend that, or leave such pictures out.")
    kept = [(name, each) for name, each in zip(called, cut, strict=True) if not isinstance(each, str)]
    if not kept:
        raise ValueError(f"None of the {len(called)} pictures can be encoded. {failed[0][1]}")
    if failed:
        notes.append(f"Left out {count(len(failed), 'picture')}: {' '.join(text for _, text in failed[:5])}")
    return Windows(tuple(name for name, _ in kept), np.stack([each for _, each in kept]), tuple(notes))


def encode_images(
    source: Any,
    eyes: Any = None,
    labels: str | Path | pd.DataFrame | None = None,
    *,
    features: Features = "patterns",
    radii: Sequence[float] = RADII,
    tiles: Sequence[tuple[int, int]] = TILES,
    shape: tuple[int, int] = SHAPE,
    equalise: bool = True,
    unreadable: Literal["refuse", "leave_out"] = "refuse",
    each_label: bool = False,
    n_jobs: int | None = None,
) -> OpenedTable:
    """Make a table of pictures of faces: a row for each, with the patterns or the pixels around the eyes.

    Parameters
    ----------
    source : str, Path, array-like or list of array-like
        A folder of pictures, an array of pictures of one size, or a list of pictures of any size.
    eyes : str, Path, DataFrame, array-like or None, default=None
        Where the eyes are: columns `file`, `left_x`, `left_y`, `right_x` and `right_y`, or an array of shape
        (n_pictures, 4). None where the pictures show the windows already.
    labels : str, Path, DataFrame or None, default=None
        What the pictures show: a column `file`, and one for each label. Columns of 0 and 1 become one target, `units`,
        which holds the names of the labels that are on ("none" where no one is); other columns go along as they are.
    features : {"patterns", "pixels"}, default="patterns"
        Shares of local binary patterns, or the brightness of each pixel.
    radii, tiles : list, default=(1, ..., 10) and six tilings
        As for `LocalBinaryPatterns`.
    shape, equalise, unreadable, n_jobs
        As for `read_windows`.
    each_label : bool, default=False
        Whether columns of 0 and 1 stay columns, for classifiers of many labels, instead of one target.

    Returns
    -------
    OpenedTable
        The `table`, with the names of the pictures in its first column, `file`; and `notes`: what was left out, and
        why.

    See Also
    --------
    LocalBinaryPatterns, LabelSetECOCClassifier, FCBFSelector

    Notes
    -----
    A picture becomes grey (the mean of its channels), is turned and scaled so that the eyes lie at the same places of a
    window of 150 x 75 pixels, and its histogram is equalised. Eye centres are given, not found.

    Formula::

        window(x, y) = picture(M (x, y)), where M is the turn, scale and shift that puts both eyes at their places.

    Cost: a few milliseconds a picture, and 4 bytes a column: 430 KB a picture for the default of 106,790 columns.

    References
    ----------
    R. Smith and T. Windeatt, Facial action unit recognition using filtered local binary pattern features with
    bootstrapped and weighted ECOC classifiers, SUEMA, 2010.

    Examples
    --------
    >>> from hedgerow.datasets import make_eye_regions
    >>> sample = make_eye_regions(counts={(): 4, (1, 2): 3}, random_state=0)
    >>> encode_images(sample.images, sample.eyes, sample.labels(), radii=[1, 3], tiles=[(2, 4)]).table
    Table 'images': 7 rows, 945 features (1 text, 944 number), target 'units' (AU1+AU2 3, none 4)
    """
    check("features", features, Word("patterns", "pixels"))
    sheet = read_sheet(labels, "labels") if isinstance(labels, str | Path) else labels
    named = None if sheet is None or isinstance(source, str | Path) else read_names(sheet, "labels")
    windows = read_windows(
        source, eyes, shape=shape, equalise=equalise, names=named, unreadable=unreadable, n_jobs=n_jobs
    )
    if features == "pixels":
        values: NDArray[Any] = windows.pixels.reshape(len(windows.pixels), -1)
        names = [
            f"pixel_row{row + 1}_col{column + 1}" for row in range(shape[0]) for column in range(shape[1])
        ]
    else:
        patterns = LocalBinaryPatterns(radii, tiles=tiles, n_jobs=n_jobs).fit(windows.pixels[:1])
        values, names = patterns.transform(windows.pixels), list(patterns.get_feature_names_out())
    frame = pd.DataFrame(values, columns=names)
    others, target = _match_labels(sheet, windows.names, each_label)
    frame = pd.concat(
        [pd.DataFrame({"file": windows.names}), *([] if others is None else [others]), frame], axis=1
    )
    kinds: dict[str, Kind] = dict.fromkeys(frame.columns, "number")
    kinds["file"] = "text"
    for name in () if others is None else others.columns:
        kinds[name] = "number" if pd.api.types.is_numeric_dtype(others[name]) else "category"  # type: ignore[index]
    name = Path(source).resolve().name if isinstance(source, str | Path) else "images"
    task: Any = None if target is None else "classification"
    return OpenedTable(Table(name, frame, target, kinds, task), windows.notes)


def name_sets(on: NDArray[np.bool_], names: Sequence[str]) -> list[str]:
    """Write the labels of each row as one word.

    Examples
    --------
    >>> name_sets(np.array([[True, False, True], [False, False, False]]), ["AU1", "AU2", "AU4"])
    ['AU1+AU4', 'none']
    """
    return ["+".join(name for name, here in zip(names, row, strict=True) if here) or NONE for row in on]


def _match_labels(
    sheet: pd.DataFrame | None, names: tuple[str, ...], each_label: bool
) -> tuple[pd.DataFrame | None, pd.Series[Any] | None]:
    """Bring labels into the order of the pictures: columns that go along, and the target of label sets."""
    if sheet is None:
        return None, None
    column = find_name_column(sheet)
    files = read_names(sheet, "labels")
    if column is None or files is None:
        if len(sheet) != len(names):
            raise ValueError(
                f"The table of labels has {len(sheet)} rows and no column of file names, and there are {len(names)} "
                "pictures; name the pictures in a column `file`."
            )
        told = sheet.reset_index(drop=True)
    else:
        rows = pd.Index(files).get_indexer(pd.Index(names))
        absent = [name for name, row in zip(names, rows, strict=True) if row < 0]
        if absent:
            raise ValueError(f"The table of labels has no row for {list_names(absent)}.")
        told = sheet.drop(columns=column).iloc[rows].reset_index(drop=True)
    switches = [name for name in told if told[name].isin([0, 1]).all()]
    if each_label or not switches:
        return told, None
    units = pd.Series(name_sets(told[switches].to_numpy() == 1, [str(name) for name in switches]), name=SET)
    others = told.drop(columns=switches)
    return (others if others.shape[1] else None), units


def _name(n_pictures: int, eyes: Eyes | None, names: Sequence[str] | None) -> list[str]:
    """Names of the pictures of an array: those in the table of eyes, those that are given, or numbers."""
    found = eyes.names if eyes is not None and eyes.names is not None else names
    if found is not None:
        if len(found) != n_pictures:
            raise ValueError(
                f"There are {n_pictures} pictures and the names of {len(found)}; give a row for each."
            )
        return list(found)
    width = len(str(max(n_pictures, 1)))
    return [f"picture{place + 1:0{width}d}" for place in range(n_pictures)]


def _list_folder(folder: Path, eyes: Eyes | None, notes: list[str]) -> tuple[list[str], list[Any]]:
    """Pictures of a folder by name: those that have eyes, or all of them."""
    if folder.is_file():
        raise NotADirectoryError(f"{folder} is a file. Name the folder of pictures.")
    if not folder.is_dir():
        raise FileNotFoundError(f"There is no folder {folder}.")
    found = sorted(path.name for path in folder.iterdir() if path.suffix.lower() in ENDINGS)
    if not found:
        raise ValueError(f"The folder {folder} holds no pictures; they end in {', '.join(ENDINGS)}.")
    if eyes is None:
        return found, [folder / name for name in found]
    if eyes.names is None:
        return found, [folder / name for name in found]
    unnamed = sorted(set(found) - set(eyes.names))
    if unnamed and len(unnamed) == len(found):
        raise ValueError(
            f"The table of eyes names none of the {count(len(found), 'picture')} in {folder}: it begins with "
            f"{list_names(list(eyes.names), 2)}, and the folder with {list_names(found, 2)}."
        )
    if unnamed:
        notes.append(
            f"Left out {count(len(unnamed), 'picture')} whose eyes are not told: {list_names(unnamed)}."
        )
    named = sorted(eyes.names)
    return named, [folder / name for name in named]


def _cut(
    name: str, picture: Any, eyes: NDArray[np.float64] | None, shape: tuple[int, int], equalise: bool
) -> NDArray[np.uint8] | str:
    """The window of a picture, or a sentence that says why there is none."""
    try:
        pixels = _read_picture(picture) if isinstance(picture, Path) else picture
        if eyes is None:
            return fit_window(pixels, shape, equalise=equalise)
        return align_eyes(pixels, eyes, shape, equalise=equalise)
    except (ValueError, OSError) as error:
        return f"{name} cannot be encoded: {str(error).splitlines()[0].rstrip('.')}."


def _read_picture(path: Path) -> NDArray[Any]:
    from skimage.io import imread

    if not path.is_file():
        raise FileNotFoundError("there is no such file")
    try:
        array = np.asarray(
            imread(BytesIO(path.read_bytes()))
        )  # of a path that is no picture the file would stay open
    except Exception as error:  # readers of pictures raise what they like
        raise ValueError("the file is not a picture that can be read") from error
    # Of a picture that moves, or has pages, the first one.
    return array[0] if array.ndim == 4 else array
