"""Readers who search for documents about a topic: what their eyes do, and which of it tells what they find relevant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from hedgerow.datasets.generators.reading_paths import Mechanisms, SimulatedReader, lay_out, read_page
from hedgerow.datasets.generators.topic_texts import TopicTexts, make_topic_texts
from hedgerow.datasets.sample import Seed
from hedgerow.foundation.constraints import Count, Many, Number, Word, check

# What each mechanism acts on, by the names that `encode_gaze` gives to features.
_ACTS_ON = {
    "dwell": ("first_fixation_duration", "first_visit_duration", "total_duration", "mean_duration"),
    "refixation": (
        "n_fixations",
        "n_fixations_first_visit",
        "first_visit_duration",
        "total_duration",
        "first_fixation_share",
    ),
    "regression": ("n_fixations", "total_duration", "first_fixation_share", "regressions_to_duration"),
    "pupil": ("mean_pupil",),
}
MECHANISMS = tuple(_ACTS_ON)
_FULL = {"dwell": 0.2, "refixation": 0.25, "regression": 0.3, "pupil": 0.15}


@dataclass(frozen=True, eq=False)
class ReadingSample:
    """What readers looked at, what they searched for, and the truth. Made by `make_readers`.

    Parameters
    ----------
    texts : TopicTexts
        All documents; readers saw some of them.
    fixations : DataFrame
        Columns reader, page, time, x, y, duration and pupil, as `encode_gaze` reads them.
    words : DataFrame
        The words on the pages that were read, with their boxes: page, word, line, x0, y0, x1 and y1.
    searches : DataFrame
        One row for each page that a reader read: reader, page, the ``topic`` searched for, and whether the document was
        marked ``relevant``.
    informative : tuple of str
        The features of `encode_gaze` that relevance acts on.
    """

    texts: TopicTexts
    fixations: pd.DataFrame
    words: pd.DataFrame
    searches: pd.DataFrame
    informative: tuple[str, ...]


def make_readers(
    n_readers: int = 13,
    *,
    n_searches: int = 2,
    n_pages: int = 12,
    relevant_share: float = 0.42,
    mechanisms: Iterable[str] = MECHANISMS,
    effect: float = 1.0,
    noticed: float = 0.7,
    texts: TopicTexts | None = None,
    random_state: Seed = None,
) -> ReadingSample:
    """Let readers search for documents about topics, and record where they look.

    A reader searches for one topic at a time and reads some documents, of which some are about it and are marked so.
    Eyes skip short words, fixate others once or twice, and now and then go back. At a word of the topic that is
    searched for a reader lingers, looks twice, looks back later, or has wider pupils; and fails to notice some of
    these words.

    Parameters
    ----------
    n_readers : int, default=13
        Readers; each has a pace, pupils and unrest of their own.
    n_searches : int, default=2
        Topics that each of them searches for.
    n_pages : int, default=12
        Documents that are read in each search.
    relevant_share : float, default=0.42
        How many of these are about the topic.
    mechanisms : iterable of {"dwell", "refixation", "regression", "pupil"}, default=all four
        How readers react to words that are relevant and noticed. One reader reacts in half of these ways, so what tells
        depends on who reads.
    effect : float, default=1.0
        How strongly; 0 for not at all.
    noticed : float, default=0.7
        Probability that a relevant word is noticed.
    texts : TopicTexts or None, default=None
        The documents; None for those of `make_topic_texts`.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    ReadingSample

    See Also
    --------
    make_topic_texts, encode_gaze

    Notes
    -----
    By default the table of looked-at words that `build_relevance_table` makes of it has about the size
    and the shares of classes that Rogers (2007, section 9.2.3) reports: 3744 rows, 1594 of them positive. The model
    is far simpler than models of reading are; what it shares with them is that skipping goes by length, that first
    fixations land before the middle of words, and that durations are skewed.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 9.2.

    K. Rayner, Eye movements in reading and information processing: 20 years of research, Psychological Bulletin 124,
    1998.

    Examples
    --------
    >>> sample = make_readers(2, n_searches=1, n_pages=4, random_state=0)
    >>> len(sample.searches), len(sample.words.groupby("page"))
    (8, 8)
    >>> sample.informative[:2]
    ('first_fixation_duration', 'first_visit_duration')
    """
    for name, number in (("n_readers", n_readers), ("n_searches", n_searches), ("n_pages", n_pages)):
        check(name, number, Count())
    for name, share in (("relevant_share", relevant_share), ("noticed", noticed)):
        check(name, share, Number(0, 1))
    check("effect", effect, Number(0))
    ways = tuple(mechanisms)
    check("mechanisms", ways, Many(Word(*MECHANISMS)))
    generator = check_random_state(random_state)
    texts = make_topic_texts(random_state=generator) if texts is None else texts
    pages = _Pages(dict(zip(texts.documents["document"], texts.documents["text"], strict=True)), {})
    searches, fixations = [], []
    for number in range(1, n_readers + 1):
        reader = SimulatedReader.draw(generator, _draw_reactions(ways, effect, generator))
        chosen = _choose_pages(texts, n_searches, n_pages, relevant_share, generator)
        searches.append(chosen.assign(reader=f"reader {number}"))
        for page, topic in zip(chosen["page"], chosen["topic"], strict=True):
            path = pages.read(reader, page, set(texts.topic_words[topic]), noticed, generator)
            told = {"reader": f"reader {number}", "page": page}
            fixations.append({name: np.repeat(said, len(path["x"])) for name, said in told.items()} | path)
    words = pd.concat([layout.assign(page=page) for page, layout in pages.layouts.items()], ignore_index=True)
    acted = [feature for way in ways if effect > 0 for feature in _ACTS_ON[way]]
    return ReadingSample(
        texts,
        pd.DataFrame({name: np.concatenate([each[name] for each in fixations]) for name in fixations[0]}),
        words[["page", "word", "line", "x0", "y0", "x1", "y1"]],
        pd.concat(searches, ignore_index=True)[["reader", "page", "topic", "relevant"]],
        tuple(dict.fromkeys(acted)),
    )


@dataclass(frozen=True, eq=False)
class _Pages:
    """The pages that readers have seen so far."""

    texts: dict[str, str]
    layouts: dict[str, pd.DataFrame]

    def read(
        self,
        reader: SimulatedReader,
        page: str,
        relevant: set[str],
        noticed: float,
        generator: np.random.RandomState,
    ) -> dict[str, NDArray[Any]]:
        """Let a reader read a page on which some words are relevant."""
        if page not in self.layouts:
            self.layouts[page] = lay_out(self.texts[page].split())
        layout = self.layouts[page]
        is_relevant = np.array([word in relevant for word in layout["word"]])
        is_noticed = is_relevant & (generator.uniform(size=len(layout)) < noticed)
        return read_page(reader, layout[["x0", "y0", "x1", "y1"]].to_numpy(), is_noticed, generator)


def _draw_reactions(ways: tuple[str, ...], effect: float, generator: np.random.RandomState) -> Mechanisms:
    """Half of the ways, and at least one."""
    n_own = (len(ways) + 1) // 2
    own = [ways[place] for place in generator.permutation(len(ways))[:n_own]]
    return Mechanisms(**{way: effect * _FULL[way] for way in own})


def _choose_pages(
    texts: TopicTexts, n_searches: int, n_pages: int, relevant_share: float, generator: np.random.RandomState
) -> pd.DataFrame:
    """The pages of one reader, none of them twice: for each search some about its topic, and others, in any order."""
    names, about = (texts.documents[column].to_numpy() for column in ("document", "topic"))
    topics = np.array(list(texts.topic_words), object)
    if n_searches > len(topics):
        raise ValueError(
            f"n_searches={n_searches} is more than there are topics, which is {len(topics)}; ask for fewer"
        )
    is_free = np.ones(len(names), np.bool_)
    n_relevant, parts = round(relevant_share * n_pages), []
    for topic in topics[generator.permutation(len(topics))[:n_searches]]:
        chosen = []
        for is_own, wanted in ((True, n_relevant), (False, n_pages - n_relevant)):
            candidates = np.flatnonzero(is_free & ((about == topic) == is_own))
            if len(candidates) < wanted:
                raise ValueError(
                    f"a search needs {wanted} documents that a reader has not read, but there are {len(candidates)}; "
                    "ask for fewer pages, or pass more texts"
                )
            chosen.append(generator.permutation(candidates)[:wanted])
        places = generator.permutation(np.concatenate(chosen))
        is_free[places] = False
        parts.append(
            pd.DataFrame({"page": names[places], "topic": topic, "relevant": about[places] == topic})
        )
    return pd.concat(parts, ignore_index=True)
