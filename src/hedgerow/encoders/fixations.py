"""What an eye tracker recorded, checked: fixations, the boxes of words on a page, and which fixation is on which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.frames import TableError, is_frame, to_pandas
from hedgerow.foundation.wording import count, quote, suggest
from hedgerow.tables.cells import read_cells

FIXATION_COLUMNS = ("time", "x", "y", "duration")
WORD_COLUMNS = ("word", "line", "x0", "y0", "x1", "y1")
_READER, _PAGE, _PUPIL = "reader", "page", "pupil"
_MOST_DISTANCES = 2**21  # of fixations from words that are measured at a time, 16 MiB


class PageReading(NamedTuple):
    """One reader on one page, in the order of time and of the text.

    Parameters
    ----------
    reader, page : object
        Who read what; None where the recording does not say.
    x, y, duration, pupil : ndarray of shape (n_fixations,)
        The fixations.
    word : ndarray of int of shape (n_fixations,)
        The word that each fixation is on; -1 where it is on none.
    words : Page
        The words.
    """

    reader: Any
    page: Any
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    duration: NDArray[np.float64]
    pupil: NDArray[np.float64]
    word: NDArray[np.intp]
    words: Page


@dataclass(frozen=True, eq=False)
class Page:
    """The words of a page, in the order of the text.

    Parameters
    ----------
    words : ndarray of shape (n_words,)
        What stands there.
    line : ndarray of shape (n_words,)
        The line of each.
    boxes : ndarray of shape (n_words, 4)
        Their left, upper, right and lower edges.
    """

    words: NDArray[Any]
    line: NDArray[Any]
    boxes: NDArray[np.float64]

    def size(self) -> tuple[float, float]:
        """Width and height, where the margin on the right is as wide as that on the left, and so on."""
        left, top = np.maximum(self.boxes[:, :2].min(axis=0), 0.0)
        right, bottom = self.boxes[:, 2:].max(axis=0)
        return float(left + right), float(top + bottom)

    def find_words(self, x: NDArray[Any], y: NDArray[Any], reach: float) -> NDArray[np.intp]:
        """Find the word nearest to each place, no further from its box than `reach`; -1 where there is none."""
        most = max(_MOST_DISTANCES // len(self.boxes), 1)
        parts = [slice(start, start + most) for start in range(0, max(len(x), 1), most)]
        return np.concatenate([self._find_words(x[part], y[part], reach) for part in parts])

    def _find_words(self, x: NDArray[Any], y: NDArray[Any], reach: float) -> NDArray[np.intp]:
        left, top, right, bottom = self.boxes.T
        across = np.maximum(np.maximum(left - x[:, None], x[:, None] - right), 0.0)
        down = np.maximum(np.maximum(top - y[:, None], y[:, None] - bottom), 0.0)
        distance = np.hypot(across, down)
        nearest = distance.argmin(axis=1)
        is_near = distance[np.arange(len(x)), nearest] <= reach
        return np.where(is_near, nearest, -1)


class Recording:
    """Fixations and word boxes that fit together.

    Parameters
    ----------
    fixations : DataFrame
        Columns time, x, y and duration, and where there are any reader, page and pupil.
    words : DataFrame
        Columns word, line, x0, y0, x1 and y1, and where there are several page, in the order of the text.
    page_size : tuple of float or None
        Width and height of the pages; None for margins on the right and below that are those on the left and above.
    outside : {"refuse", "drop"}
        What to do with fixations that are not on the page.
    """

    def __init__(
        self, fixations: Any, words: Any, page_size: tuple[float, float] | None, outside: str
    ) -> None:
        self.notes: list[str] = []
        self.fixations = _read_fixations(fixations)
        self.words = _read_words(words)
        self.has_pages = _PAGE in self.fixations
        if self.has_pages != (_PAGE in self.words):
            has, lacks = ("fixations", "words") if self.has_pages else ("words", "fixations")
            raise TableError(f"The {has} have a column 'page', but the {lacks} have none. Give it to both.")
        if self.has_pages and self.fixations[_PAGE].dtype != self.words[_PAGE].dtype:
            for frame in (self.fixations, self.words):  # a number in one file, a word in the other
                frame[_PAGE] = frame[_PAGE].astype(str)
        self.pages = self._read_pages()
        self._check_places(page_size, outside)

    def _read_pages(self) -> dict[Any, Page]:
        key = _PAGE if self.has_pages else np.zeros(len(self.words), np.intp)
        pages = {}
        for name, rows in self.words.groupby(key, sort=False):
            boxes = rows[["x0", "y0", "x1", "y1"]].to_numpy(np.float64)
            pages[name] = Page(rows["word"].to_numpy(object), rows["line"].to_numpy(), boxes)
        if self.has_pages:
            unknown = [name for name in self.fixations[_PAGE].unique() if name not in pages]
            if unknown:
                raise TableError(
                    f"There are fixations on the page {quote(unknown[0])}, of which no words are known. "
                    f"{suggest(str(unknown[0]), map(str, pages))}"
                )
        return pages

    def _check_places(self, page_size: tuple[float, float] | None, outside: str) -> None:
        on_page = self.fixations[_PAGE] if self.has_pages else [0] * len(self.fixations)
        sizes = {name: page.size() if page_size is None else page_size for name, page in self.pages.items()}
        width, height = np.array([sizes[name] for name in on_page]).T
        x, y = self.fixations["x"].to_numpy(), self.fixations["y"].to_numpy()
        is_off = (x < 0) | (y < 0) | (x > width) | (y > height)
        if not is_off.any():
            return
        n_off, first = int(is_off.sum()), int(is_off.argmax())
        many = f"{n_off:,} of {count(len(x), 'fixation')}"
        where = f"the first in row {self.fixations.index[first] + 1} at ({x[first]:g}, {y[first]:g})"
        if outside == "refuse":
            raise TableError(
                f"{many} {'is' if n_off == 1 else 'are'} outside the page of {width[first]:g} x {height[first]:g}, "
                f"{where}. "
                "Say how large the page is (page_size=, or --page 1024x768), or leave them out (outside='drop', or "
                "--outside drop)."
            )
        if is_off.all():
            raise TableError("All fixations are outside the page. Are both tables in the same units?")
        self.fixations = self.fixations[~is_off]
        self.notes.append(f"Left out {many} outside the page, {where}.")

    def list_readings(self, reach: float) -> Iterator[PageReading]:
        """Go through the pages that were read, in the order in which they begin in the table."""
        keys = [name for name in (_READER, _PAGE) if name in self.fixations]
        groups: Any = self.fixations.groupby(keys, sort=False) if keys else [((), self.fixations)]
        for told, rows in groups:
            who = dict(zip(keys, told, strict=True))
            ordered = rows.sort_values("time", kind="stable")
            x, y, duration = (ordered[name].to_numpy(np.float64) for name in ("x", "y", "duration"))
            pupil = ordered[_PUPIL].to_numpy(np.float64) if _PUPIL in ordered else np.full(len(x), np.nan)
            page = self.pages[who.get(_PAGE, 0)]
            on = page.find_words(x, y, reach)
            yield PageReading(who.get(_READER), who.get(_PAGE), x, y, duration, pupil, on, page)


def _read_fixations(fixations: Any) -> pd.DataFrame:
    frame = _read_frame(fixations, FIXATION_COLUMNS, "fixations")
    if not len(frame):
        raise TableError("There are no fixations: the table has no rows.")
    _refuse_missing(frame, (_READER, _PAGE), "fixations")
    for name in (*FIXATION_COLUMNS, *([_PUPIL] if _PUPIL in frame else [])):
        frame[name] = _to_numbers(frame[name], "fixations", may_be_missing=name == _PUPIL)
    negative = (frame["duration"] < 0).to_numpy()
    if negative.any():
        first = int(negative.argmax())
        raise TableError(
            f"A fixation cannot take less than no time, but the duration in row {frame.index[first] + 1} is "
            f"{frame['duration'].iloc[first]:g} ({count(int(negative.sum()), 'such row')}). Correct or remove it."
        )
    return frame


def _read_words(words: Any) -> pd.DataFrame:
    frame = _read_frame(words, WORD_COLUMNS, "words")
    if not len(frame):
        raise TableError("There are no words: the table has no rows.")
    _refuse_missing(frame, ("word", "line", _PAGE), "words")
    frame["word"] = frame["word"].astype(str)
    for name in WORD_COLUMNS[2:]:
        frame[name] = _to_numbers(frame[name], "words", may_be_missing=False)
    is_flat = ((frame["x1"] <= frame["x0"]) | (frame["y1"] <= frame["y0"])).to_numpy()
    if is_flat.any():
        first = frame.iloc[int(is_flat.argmax())]
        raise TableError(
            f"The box of the word {quote(first['word'])} has no area: x1 must be greater than x0, and y1 than y0, "
            f"but it reaches from ({first['x0']:g}, {first['y0']:g}) to ({first['x1']:g}, {first['y1']:g})."
        )
    return frame


def _read_frame(source: Any, needed: Sequence[str], what: str) -> pd.DataFrame:
    if not is_frame(source):
        raise TableError(f"The {what} must be a data frame, not a {type(source).__name__}.")
    frame = to_pandas(source).reset_index(drop=True)
    frame.columns = [str(name) for name in frame.columns]
    missing = [name for name in needed if name not in frame]
    if missing:
        raise TableError(
            f"The {what} lack the column {quote(missing[0])}: they need {', '.join(needed)}, and have "
            f"{', '.join(frame.columns)}."
        )
    return frame.copy()


def _refuse_missing(frame: pd.DataFrame, names: Sequence[str], what: str) -> None:
    for name in names:
        if name in frame:
            is_missing = (frame[name].isna() | (frame[name].astype(str).str.strip() == "")).to_numpy(bool)
            if is_missing.any():
                raise TableError(
                    f"The {name} in row {int(is_missing.argmax()) + 1} of the {what} is missing. Fill it in, or "
                    "remove the row."
                )


def _to_numbers(column: pd.Series[Any], what: str, *, may_be_missing: bool) -> pd.Series[Any]:
    column = read_cells(column)
    numbers: pd.Series[Any] = pd.to_numeric(column, errors="coerce").astype(np.float64)
    wrong = ~np.isfinite(numbers.to_numpy())
    if may_be_missing:
        wrong &= column.notna().to_numpy()
    if wrong.any():
        row = int(wrong.argmax())
        said = "missing" if pd.isna(column.iloc[row]) else f"{column.iloc[row]!r}, which is not a number"
        raise TableError(
            f"The {column.name} in row {row + 1} of the {what} is {said}. Correct or remove the row."
        )
    return numbers
