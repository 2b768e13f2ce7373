"""How eyes go over a page: a model of fixations, with words that a reader lingers on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

CHARACTER, LINE_HEIGHT, WORD_HEIGHT = 10.0, 40.0, 24.0  # pixels
MARGIN, TEXT_WIDTH = 60.0, 800.0
_SACCADE = 30.0  # milliseconds


@dataclass(frozen=True, eq=False)
class Mechanisms:
    """How strongly a reader reacts to a word that is relevant and noticed; 0 for not at all.

    Parameters
    ----------
    dwell : float
        Fixations on the word take longer by this share.
    refixation : float
        Added to the probability of a second fixation in the same visit.
    regression : float
        Added to the probability of looking back at the word a few words later.
    pupil : float
        By how many millimetres the pupil is wider.
    """

    dwell: float = 0.0
    refixation: float = 0.0
    regression: float = 0.0
    pupil: float = 0.0


@dataclass(frozen=True, eq=False)
class SimulatedReader:
    """A person with habits.

    Parameters
    ----------
    pace : float
        Factor of all durations.
    pupil : float
        Usual diameter of the pupil, in millimetres.
    unrest : float
        Probability of a second fixation on a word, and half that of looking back.
    reactions : Mechanisms
        How the reader reacts to relevant words.
    """

    pace: float
    pupil: float
    unrest: float
    reactions: Mechanisms

    @classmethod
    def draw(cls, generator: np.random.RandomState, reactions: Mechanisms) -> Self:
        """Draw the habits of a person."""
        pace = float(np.exp(generator.normal(0.0, 0.15)))
        return cls(pace, float(generator.normal(3.5, 0.3)), float(generator.uniform(0.08, 0.2)), reactions)


def lay_out(words: list[str]) -> pd.DataFrame:
    """Set words in lines, and give each its box.

    Examples
    --------
    >>> lay_out(["ba", "lona"])[["word", "line", "x0", "x1", "y0"]]
       word  line    x0     x1    y0
    0    ba     1  60.0   80.0  60.0
    1  lona     1  90.0  130.0  60.0
    """
    widths = np.array([len(word) * CHARACTER for word in words])
    left, line = np.zeros(len(words)), np.zeros(len(words), np.int64)
    at, number = 0.0, 0
    for place, width in enumerate(widths):
        if at > 0 and at + width > TEXT_WIDTH:
            at, number = 0.0, number + 1
        left[place], line[place] = at, number
        at += width + CHARACTER
    x0, y0 = MARGIN + left, MARGIN + line * LINE_HEIGHT
    return pd.DataFrame(
        {"word": words, "line": line + 1, "x0": x0, "y0": y0, "x1": x0 + widths, "y1": y0 + WORD_HEIGHT}
    )


def read_page(
    reader: SimulatedReader,
    boxes: NDArray[np.float64],
    is_noticed: NDArray[np.bool_],
    generator: np.random.RandomState,
) -> dict[str, NDArray[Any]]:
    """Let a reader go over a page once, from the first word to the last.

    Words are skipped the more often the shorter they are. A word that is not skipped is fixated, perhaps twice; then
    the eye goes on, or back to one of the five words before and on from where it was.

    Parameters
    ----------
    reader : SimulatedReader
        Who reads.
    boxes : ndarray of shape (n_words, 4)
        Left, upper, right and lower edges of the words.
    is_noticed : ndarray of bool of shape (n_words,)
        Which words are relevant to the reader's search, and are noticed to be.
    generator : RandomState
        Where chance comes from.

    Returns
    -------
    dict of str to ndarray
        Columns time, x, y, duration and pupil.
    """
    path, firsts = _choose_path(reader, boxes, is_noticed, generator)
    noticed, n = is_noticed[path], len(path)
    left, top, right, bottom = boxes[path].T
    width = right - left
    # The eye lands a little before the middle of a word, and a second fixation is further on.
    part = np.clip(generator.normal(np.where(firsts, 0.4, 0.65), 0.18), 0.02, 0.98)
    x = left + part * width
    y = np.clip(generator.normal((top + bottom) / 2, 4.0), top, bottom)
    usual = reader.pace * np.where(firsts, 210.0, 170.0) * (0.85 + 0.025 * width / CHARACTER)
    duration = usual * np.exp(generator.normal(0.0, 0.32, n)) * (1.0 + reader.reactions.dwell * noticed)
    slow = np.cumsum(generator.normal(0.0, 0.01, n))
    pupil = reader.pupil + slow + generator.normal(0.0, 0.12, n) + reader.reactions.pupil * noticed
    time = np.cumsum(duration + _SACCADE) - duration
    return {"time": time, "x": x, "y": y, "duration": duration, "pupil": pupil}


def _choose_path(
    reader: SimulatedReader,
    boxes: NDArray[np.float64],
    is_noticed: NDArray[np.bool_],
    generator: np.random.RandomState,
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The word of each fixation, and whether it is the first of its visit."""
    n = len(boxes)
    length = (boxes[:, 2] - boxes[:, 0]) / CHARACTER
    is_skipped = generator.uniform(size=n) < np.clip(0.75 - 0.1 * length, 0.05, 0.6)
    again, back = generator.uniform(size=n), generator.uniform(size=n)
    p_again = reader.unrest + reader.reactions.refixation * is_noticed
    path: list[int] = []
    firsts: list[bool] = []
    for word in range(n):
        if is_skipped[word]:
            continue
        path.append(word)
        firsts.append(True)
        if again[word] < p_again[word]:
            path.append(word)
            firsts.append(False)
        before = np.arange(max(word - 5, 0), word)
        # Most words draw the eye back a little, noticed ones more.
        pull = reader.unrest / 10 + reader.reactions.regression / 5 * is_noticed[before]
        reached = np.searchsorted(np.cumsum(pull), back[word])
        if reached < len(before):
            path.append(int(before[reached]))
            firsts.append(True)
    if not path:
        path, firsts = [0], [True]
    return np.array(path), np.array(firsts)
