"""Data that packages of R carry: read from an R library, or from the package itself; nothing of R is run."""

from __future__ import annotations

import io
import os
import tarfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from hedgerow.datasets.catalog import DatasetError
from hedgerow.foundation.extras import find_extra
from hedgerow.tables.table import Table
from hedgerow.tables.table_reader import read_table

LABEL_DEFINING = ("clv", "lora", "cs")
_SYSTEM_LIBRARIES = (
    "/usr/local/lib/R/site-library",
    "/usr/lib/R/site-library",
    "/usr/local/lib/R/library",
    "/usr/lib/R/library",
    "/opt/homebrew/lib/R/library",
)
_LIBRARY_VARIABLES = ("R_LIBS", "R_LIBS_USER", "R_LIBS_SITE")
_PLACE = "ipred/data/GlaucomaMVF.rda"
_HOW = (
    "Get it by `apt-get download r-cran-ipred` on Debian or Ubuntu, or take ipred_*.tar.gz from "
    "https://cran.r-project.org/package=ipred, and pass its path"
)


def load_glaucoma(path: str | Path | None = None, *, label_columns: bool = False, **options: Any) -> Table:
    """Load the eyes of the R package ipred: 85 with glaucoma and 85 without, by laser scans of their optic discs.

    The package is under the GNU General Public License, so its data are not part of this one.

    Parameters
    ----------
    path : str or Path, default=None
        ``GlaucomaMVF.rda``, a folder with R packages, or the package as Debian or CRAN give it (``.deb``,
        ``.tar.gz``); None to look in the libraries of R on this machine.
    label_columns : bool, default=False
        Whether to keep the visual field (``clv``), its contrast sensitivity (``cs``) and the rim as a doctor saw it
        (``lora``), from which the diagnosis was made. A model that sees them finds the rule by which the labels were
        made, and nothing about the disc.
    **options
        Passed on to `hedgerow.tables.read_table`.

    Returns
    -------
    Table
        62 features of the scan and the intraocular pressure, of which a few values are missing, and the target
        ``Class``. The last letter of a feature is its sector: temporal, superior, nasal, inferior, or g for all.

    Raises
    ------
    DatasetError
        When there is no such file, or it holds something else; the message says how to get it.

    References
    ----------
    A. Peters, B. Lausen, G. Michelson and O. Gefeller, Diagnosis of glaucoma by indirect classifiers, Methods of
    Information in Medicine 42, 2003, pp. 99-103.

    Examples
    --------
    >>> load_glaucoma("no/such/place")
    Traceback (most recent call last):
        ...
    hedgerow.datasets.catalog.DatasetError: There is nothing at no/such/place.
    """
    find_extra("rdata", "load_glaucoma", "rdata")
    frame = _read_frame(*_find_bytes(path))
    if not {*LABEL_DEFINING, "Class"} <= {*frame.columns}:
        raise DatasetError("GlaucomaMVF has other columns than those of ipred; pass the file of that package")
    if not label_columns:
        frame = frame.drop(columns=list(LABEL_DEFINING))
    chosen = {"target": "Class", "name": "GlaucomaMVF"} | options
    return read_table(frame.reset_index(drop=True), **chosen)


def find_glaucoma() -> Path | None:
    """Find the file of ipred in the libraries of R on this machine; None where it is not installed."""
    return next(
        (found for found in (library / _PLACE for library in _list_libraries()) if found.is_file()), None
    )


def _list_libraries() -> Iterator[Path]:
    for variable in _LIBRARY_VARIABLES:
        yield from map(Path, filter(None, os.environ.get(variable, "").split(os.pathsep)))
    yield from map(Path, _SYSTEM_LIBRARIES)


def _find_bytes(path: str | Path | None) -> tuple[bytes, str]:
    """The bytes of the file, and where they come from."""
    if path is None:
        found = find_glaucoma()
        if found is None:
            raise DatasetError(f"GlaucomaMVF is in the R package ipred, which no R library here has. {_HOW}.")
        return found.read_bytes(), str(found)
    place = Path(path)
    if place.is_dir():
        found = next((each for each in _list_places(place) if each.is_file()), None)
        if found is None:
            raise DatasetError(f"The folder {place} has no {_PLACE}. {_HOW}.")
        return found.read_bytes(), str(found)
    if not place.is_file():
        raise DatasetError(f"There is nothing at {place}.")
    content = place.read_bytes()
    if place.suffix == ".rda":
        return content, str(place)
    return _unpack(_take_data_of_deb(content, place) if place.suffix == ".deb" else content, place), str(
        place
    )


def _list_places(folder: Path) -> list[Path]:
    """Where the file is in a library, in the package, or in what `dpkg -x` makes."""
    file = Path(_PLACE)
    return [
        folder / file,
        folder / Path(*file.parts[1:]),
        folder / file.name,
        folder / "usr/lib/R/site-library" / file,
    ]


def _take_data_of_deb(content: bytes, place: Path) -> bytes:
    """The archive of files inside a Debian package: an `ar` file, whose members have headers of 60 bytes."""
    if not content.startswith(b"!<arch>\n"):
        raise DatasetError(f"{place} is not a Debian package.")
    start = 8
    while start + 60 <= len(content):
        name, size = (
            content[start : start + 16].decode("ascii", "replace").strip(),
            content[start + 48 : start + 58],
        )
        if not size.strip().isdigit():
            break
        end = start + 60 + int(size)
        if name.startswith("data.tar"):
            return content[start + 60 : end]
        start = end + end % 2
    raise DatasetError(f"{place} is not a Debian package: it has no data.")


def _unpack(content: bytes, place: Path) -> bytes:
    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            for member in archive:
                if member.isfile() and member.name.endswith(_PLACE):
                    file = archive.extractfile(member)
                    return b"" if file is None else file.read()
    except (tarfile.TarError, OSError, EOFError) as error:
        raise DatasetError(f"{place} cannot be unpacked ({error}). {_HOW}.") from error
    raise DatasetError(f"{place} has no {_PLACE}; it is another package. {_HOW}.")


def _read_frame(content: bytes, place: str) -> pd.DataFrame:
    import rdata

    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # about encodings, which old files do not name, and kinds of files
            objects = rdata.read_rda(io.BytesIO(content), default_encoding="utf-8")
    except Exception as error:  # whatever a reader of a foreign format meets in a file that is none
        raise DatasetError(f"{place} cannot be read as data of R ({error}). {_HOW}.") from error
    frame = objects.get("GlaucomaMVF") if isinstance(objects, dict) else None
    if not isinstance(frame, pd.DataFrame):
        raise DatasetError(f"{place} holds no table GlaucomaMVF. {_HOW}.")
    return frame
