"""How a reader looked at each word: 22 features of fixations and regressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.encoders.fixations import PageReading, Recording
from hedgerow.encoders.text import plain_word
from hedgerow.encoders.visits import Visits
from hedgerow.foundation.constraints import Number, Word, check
from hedgerow.foundation.frames import TableError, is_frame, to_pandas
from hedgerow.foundation.target import to_labels
from hedgerow.foundation.wording import count
from hedgerow.tables.cells import read_cells
from hedgerow.tables.table import Kind, Table

RELEVANT = "relevant"

# By their numbers in Rogers 2007, section 9.2.1, from 1 on.
GAZE_FEATURES = (
    "n_fixations",
    "n_fixations_first_visit",
    "fixated_on_first_pass_of_line",
    "fixated_on_second_pass_of_line",
    "previous_fixation_duration",
    "first_fixation_duration",
    "first_visit_duration",
    "next_fixation_duration",
    "arriving_saccade_length",
    "leaving_saccade_length",
    "launch_distance",
    "landing_distance",
    "leaving_distance",
    "total_duration",
    "mean_duration",
    "n_regressions_from",
    "regressions_from_duration",
    "regression_from_next_word",
    "regressions_to_duration",
    "mean_pupil",
    "first_fixation_share",
    "n_words_skipped",
)
# Few values, so few cuts: such features look less relevant to a forest than they are.
DISCRETE_FEATURES = tuple(GAZE_FEATURES[number - 1] for number in (1, 2, 3, 4, 16, 18, 22))


_ABOUT = ("reader", "page", "position", "word")
_ABOUT_SEARCHES = (*_ABOUT, "topic", RELEVANT)


@dataclass(frozen=True, eq=False, repr=False)
class GazeTable:
    """One row for each word that a reader looked at. Made by `encode_gaze`.

    Parameters
    ----------
    about : DataFrame
        Who looked (reader, page: where the recording says), at which word of the page (position, from 0 on), and what
        stands there (word).
    features : DataFrame
        The 22 columns of ``GAZE_FEATURES``; NaN where there is nothing to measure.
    notes : tuple of str
        What was left out, and why.
    """

    about: pd.DataFrame
    features: pd.DataFrame
    notes: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.features)

    def __repr__(self) -> str:
        return f"GazeTable: {count(len(self), 'word')} looked at, {self.features.shape[1]} features"

    def frame(self) -> pd.DataFrame:
        """Return both parts side by side."""
        return pd.concat([self.about, self.features], axis=1)

    def table(self, labels: Any = None, *, name: str = "reading") -> Table:
        """Return the features as a table, with labels as its target where there are any.

        Parameters
        ----------
        labels : data frame or None, default=None
            A column ``relevant``, and of reader, page, position and word those that say which rows a label is for: the
            words of a page, all words of a page, or a word wherever it stands. Words are compared without capitals and
            punctuation.
        name : str, default="reading"
            What to call the table.

        Returns
        -------
        Table
            Without the rows that have no label, where labels are given.
        """
        kinds: dict[str, Kind] = dict.fromkeys(map(str, self.features), "number")
        if labels is None:
            return Table(name, self.features, None, kinds, None)
        target = self._join(_read_labels(labels, list(map(str, self.about))))
        known = target.notna().to_numpy()
        if not known.any():
            raise TableError("No label is for a word that was looked at. Do the names in both tables agree?")
        rows, target = self.features[known].reset_index(drop=True), target[known].reset_index(drop=True)
        return Table(name, rows, to_labels(target.rename(RELEVANT)), kinds, "classification")

    def _join(self, labels: pd.DataFrame) -> pd.Series[Any]:
        keys = [str(name) for name in labels if name != RELEVANT]
        own = self.about[keys].astype(str)
        if "word" in keys:
            own, labels = (each.assign(word=each["word"].map(plain_word)) for each in (own, labels))
        twice = labels[keys].duplicated()
        if twice.any():
            said = ", ".join(f"{key} {labels.loc[twice, key].iloc[0]}" for key in keys)
            raise TableError(f"The labels say twice what {said} is. Keep one row for each.")
        return own.merge(labels, on=keys, how="left")[RELEVANT]


def encode_gaze(
    fixations: Any,
    words: Any,
    *,
    reach: float = 0.0,
    page_size: tuple[float, float] | None = None,
    outside: Literal["refuse", "drop"] = "refuse",
) -> GazeTable:
    """Describe how each word that was looked at was looked at, by 22 features.

    Parameters
    ----------
    fixations : data frame
        One row for each fixation: ``time`` when it began, its place ``x`` and ``y``, its ``duration``, and where they
        are known the diameter of the ``pupil``, the ``reader`` and the ``page``.
    words : data frame
        One row for each word, in the order of the text: ``word``, its ``line``, and the edges of its box ``x0``,
        ``y0``, ``x1`` and ``y1``; and its ``page`` where there are several. y grows downwards.
    reach : float, default=0.0
        How far from its box a fixation may be and still be on a word, in the units of the places; it is on the nearest.
    page_size : tuple of float or None, default=None
        Width and height of a page, which begins at (0, 0); None for margins on the right and below that are those on
        the left and above.
    outside : {"refuse", "drop"}, default="refuse"
        What to do with fixations that are not on the page.

    Returns
    -------
    GazeTable

    Raises
    ------
    TableError
        If a column is missing, a number is none, a duration is negative, or a fixation is outside the page.

    See Also
    --------
    build_relevance_table

    Notes
    -----
    A *visit* of a word is a series of fixations on it with none on another word between them, and a
    *pass* of a line is the same for lines. A *regression* leads from one visit to the next where that is of an
    earlier word of the text; it takes as long as the visit that it leads to. Fixations on no word end neither visits
    nor passes; they count as the previous or next fixation. Distances are straight lines, and a word begins in the
    middle of the left edge of its box.

    ============================== === ======================================================================
    feature                        no. what it is
    ============================== === ======================================================================
    n_fixations                    1   fixations on the word
    n_fixations_first_visit        2   those of the first visit
    fixated_on_first_pass_of_line  3   1 if a fixation on it is in the first pass of its line, else 0
    fixated_on_second_pass_of_line 4   the same for the second pass
    previous_fixation_duration     5   of the fixation before the first one on the word
    first_fixation_duration        6   of the first fixation on the word
    first_visit_duration           7   all fixations of the first visit
    next_fixation_duration         8   of the fixation after the first one, on this word or elsewhere
    arriving_saccade_length        9   distance from the fixation before the first one to the first one
    leaving_saccade_length         10  distance from the last fixation on the word to the next one elsewhere
    launch_distance                11  distance of the fixation before the first one from the word's beginning
    landing_distance               12  distance of the first fixation from the word's beginning
    leaving_distance               13  distance of the last fixation from the word's beginning
    total_duration                 14  all fixations on the word
    mean_duration                  15  their mean
    n_regressions_from             16  regressions that leave the word
    regressions_from_duration      17  how long these take
    regression_from_next_word      18  1 if a regression leaves the next word of the text, else 0
    regressions_to_duration        19  how long the regressions to the word take
    mean_pupil                     20  mean diameter of the pupil on the word
    first_fixation_share           21  first_fixation_duration / total_duration
    n_words_skipped                22  words not looked at so far between the word looked at before and this one,
                                       when the first visit comes from an earlier word; before the first word that is
                                       looked at, all words above it
    ============================== === ======================================================================

    Of a first fixation on a page the features 5, 9 and 11 are missing, of a last one 8 and 10, and without pupils 20.
    The total is the product of count and mean, so one of 1, 14 and 15 says nothing that the others do not. The source
    leaves the number 18 to be inferred and does not say how fixations become features; the definitions here are
    choices within its words. The public data of the PASCAL challenge (2005) have the greatest diameter of the pupil
    instead of the mean, and as feature 8 the fixation after the first visit.

    Cost: One pass over the fixations of each page for each word of the page.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 9.2.1.

    J. Salojarvi, K. Puolamaki, J. Simola, L. Kovanen, I. Kojo and S. Kaski, Inferring relevance from eye movements:
    feature extraction, Helsinki University of Technology, 2005.

    Examples
    --------
    >>> words = pd.DataFrame({"word": ["Balls", "bounce."], "line": 1})
    >>> words = words.assign(x0=[10, 70], y0=10, x1=[60, 140], y1=30)
    >>> fixations = pd.DataFrame({"time": [0, 200, 500], "x": [20, 90, 40], "y": 20, "duration": [180, 250, 120]})
    >>> gaze = encode_gaze(fixations, words)
    >>> gaze
    GazeTable: 2 words looked at, 22 features
    >>> gaze.frame()[["word", "n_fixations", "total_duration", "n_regressions_from", "regressions_to_duration"]].T
                                 0        1
    word                     Balls  bounce.
    n_fixations                2.0      1.0
    total_duration           300.0    250.0
    n_regressions_from         0.0      1.0
    regressions_to_duration  120.0      0.0
    """
    check("reach", reach, Number(0))
    check("outside", outside, Word("refuse", "drop"))
    recording = Recording(fixations, words, page_size, outside)
    about: dict[str, list[Any]] = {name: [] for name in _ABOUT}
    rows, n_off, n_all = [], 0, 0
    for reading in recording.list_readings(reach):
        n_off, n_all = n_off + int((reading.word < 0).sum()), n_all + len(reading.word)
        seen, measured = measure_reading(reading)
        rows.append(measured)
        about["reader"] += [reading.reader] * len(seen)
        about["page"] += [reading.page] * len(seen)
        about["position"] += seen.tolist()
        about["word"] += reading.words.words[seen].tolist()
    if n_off == n_all:
        raise TableError(
            "No fixation is on a word. Are both tables in the same units? A reach (reach=, --reach) allows for some "
            "distance."
        )
    if n_off:
        recording.notes.append(f"{n_off:,} of {count(n_all, 'fixation')} are on no word.")
    known = pd.DataFrame(
        {name: told for name, told in about.items() if any(each is not None for each in told)}
    )
    return GazeTable(
        known, pd.DataFrame(np.vstack(rows), columns=list(GAZE_FEATURES)), tuple(recording.notes)
    )


def list_features(records: pd.DataFrame) -> list[str]:
    """The features among the columns of records: those of `encode_gaze`; where there are none, all but what tells who.

    Examples
    --------
    >>> list_features(pd.DataFrame(columns=["reader", "word", "speed"]))
    ['speed']
    >>> list_features(pd.DataFrame(columns=["word", "speed", "mean_pupil"]))
    ['mean_pupil']
    """
    names = [str(name) for name in records]
    known = [name for name in GAZE_FEATURES if name in names]
    return known or [name for name in names if name not in _ABOUT_SEARCHES]


def measure_reading(reading: PageReading) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Measure each word of a page that was looked at.

    Returns
    -------
    ndarray of int of shape (n_seen,)
        Their places in the text.
    ndarray of shape (n_seen, 22)
        Their features.
    """
    on = np.flatnonzero(reading.word >= 0)
    word = reading.word[on]
    seen, first = np.unique(word, return_index=True)
    measured = np.full((len(seen), len(GAZE_FEATURES)), np.nan)
    if not len(seen):
        return seen, measured
    last = len(word) - 1 - np.unique(word[::-1], return_index=True)[1]
    own = np.searchsorted(seen, word)  # the row of each fixation
    duration = reading.duration[on]
    n_fixations = np.bincount(own)
    total = np.bincount(own, duration)
    visits = Visits.of(own, duration)
    measured[:, [0, 13, 14]] = np.column_stack([n_fixations, total, total / n_fixations])
    measured[:, [1, 6]] = visits.describe_first()
    measured[:, [2, 3]] = _find_passes(reading.words.line[word], own, len(seen))
    measured[:, 5] = duration[first]
    measured[:, [4, 7]] = _take_around(reading.duration, on[first])
    measured[:, 8:13] = _measure_distances(reading, on[first], on[last], seen)
    measured[:, 15:19] = visits.describe_regressions(seen)
    measured[:, 19] = _mean_of_known(own, reading.pupil[on])
    np.divide(duration[first], total, out=measured[:, 20], where=total > 0)
    measured[:, 21] = visits.count_skipped(seen)
    return seen, measured


def _take_around(values: NDArray[np.float64], places: NDArray[np.intp]) -> NDArray[np.float64]:
    """The values before and after some places; NaN where there are none."""
    padded = np.r_[np.nan, values, np.nan]
    return np.column_stack([padded[places], padded[places + 2]])


def _find_passes(line: NDArray[Any], own: NDArray[np.intp], n_seen: int) -> NDArray[np.bool_]:
    """Whether each word was fixated in the first and in the second pass of its line."""
    code = np.unique(line, return_inverse=True)[1]
    starts = np.r_[True, code[1:] != code[:-1]]
    number = np.zeros(len(code), np.intp)
    for each in range(int(code.max()) + 1):
        is_here = code == each
        number[is_here] = np.cumsum(starts & is_here)[is_here]
    found = np.zeros((n_seen, 2), np.bool_)
    for column in (0, 1):
        found[own[number == column + 1], column] = True
    return found


def _measure_distances(
    reading: PageReading, first: NDArray[np.intp], last: NDArray[np.intp], seen: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Features 9 to 13."""
    place = np.column_stack([reading.x, reading.y])
    before = np.column_stack([_take_around(axis, first)[:, 0] for axis in place.T])
    after = np.column_stack([_take_around(axis, last)[:, 1] for axis in place.T])
    left, top, _, bottom = reading.words.boxes[seen].T
    start = np.column_stack([left, (top + bottom) / 2])
    pairs = (
        (place[first], before),
        (place[last], after),
        (before, start),
        (place[first], start),
        (place[last], start),
    )
    return np.column_stack([np.hypot(*(here - there).T) for here, there in pairs])


def _mean_of_known(own: NDArray[np.intp], values: NDArray[np.float64]) -> NDArray[np.float64]:
    known = ~np.isnan(values)
    n_rows = int(own.max()) + 1
    n_known = np.bincount(own[known], minlength=n_rows)
    sums = np.bincount(own[known], values[known], minlength=n_rows)
    return np.asarray(np.divide(sums, n_known, out=np.full(n_rows, np.nan), where=n_known > 0))


def _read_labels(labels: Any, about: list[str]) -> pd.DataFrame:
    if not is_frame(labels):
        raise TableError(f"The labels must be a data frame, not a {type(labels).__name__}.")
    frame = to_pandas(labels)
    names = [str(name) for name in frame.columns]
    frame = frame.set_axis(names, axis=1)
    if RELEVANT not in names:
        raise TableError(f"The labels lack the column {RELEVANT!r}; they have {', '.join(names)}.")
    keys = [name for name in about if name in names]
    if not keys:
        raise TableError(
            f"The labels do not say which words they are for: of the columns {', '.join(about)} they need at least one."
        )
    known = frame[[*keys, RELEVANT]].assign(**{RELEVANT: read_cells(frame[RELEVANT])}).dropna()
    return known.astype(dict.fromkeys(keys, str))
