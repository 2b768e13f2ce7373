"""Texts about topics, in an invented language: frequent words that all share, and words that a topic has for itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Seed
from hedgerow.foundation.constraints import Count, Number, check

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


@dataclass(frozen=True, eq=False)
class TopicTexts:
    """Texts, and which words are truly about which topic. Made by `make_topic_texts`.

    Parameters
    ----------
    documents : DataFrame
        Columns ``document`` (a name), ``topic`` and ``text``.
    topic_words : mapping of str to tuple of str
        The words of each topic, the most frequent first. Other topics use them seldom.

    Examples
    --------
    >>> sample = make_topic_texts(6, n_topics=3, random_state=0)
    >>> sample.documents["topic"].tolist()
    ['topic 1', 'topic 2', 'topic 3', 'topic 1', 'topic 2', 'topic 3']
    """

    documents: pd.DataFrame
    topic_words: Mapping[str, tuple[str, ...]]


def make_topic_texts(
    n_documents: int = 1000,
    *,
    n_topics: int = 25,
    n_words: int = 100,
    n_common: int = 3000,
    n_topical: int = 30,
    topical_share: float = 0.15,
    stray_share: float = 0.03,
    random_state: Seed = None,
) -> TopicTexts:
    r"""Draw texts whose words follow Zipf's law, with a vocabulary of its own for each topic.

    Every word of a text is drawn by itself: with the probability `topical_share` from the words of its topic, with
    `stray_share` from those of any topic, and else from the common words. Within each of these vocabularies the word of
    rank :math:`r` has a probability that is proportional to :math:`1 / r`.

    Parameters
    ----------
    n_documents : int, default=1000
        Texts; topics take turns.
    n_topics : int, default=25
        Topics.
    n_words : int, default=100
        Words of a text, on average; each has half as many at least, and one and a half times as many at most.
    n_common : int, default=3000
        Words that all topics share.
    n_topical : int, default=30
        Words of each topic.
    topical_share : float, default=0.15
        How many of the words of a text are those of its topic.
    stray_share : float, default=0.03
        How many are those of any topic.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    TopicTexts

    Examples
    --------
    >>> sample = make_topic_texts(50, n_topics=2, random_state=0)
    >>> own = set(sample.topic_words["topic 1"])
    >>> share = [np.mean([word in own for word in text.split()]) for text in sample.documents["text"]]
    >>> bool(np.mean(share[0::2]) > 5 * np.mean(share[1::2]))
    True
    """
    for name, value in (("n_documents", n_documents), ("n_words", n_words), ("n_common", n_common)):
        check(name, value, Count())
    check("n_topics", n_topics, Count(2))
    check("n_topical", n_topical, Count())
    check("topical_share", topical_share, Number(0, 1))
    check("stray_share", stray_share, Number(0, 1 - topical_share))
    generator = check_random_state(random_state)
    vocabulary = invent_words(n_common + n_topics * n_topical)
    common, rest = vocabulary[:n_common], vocabulary[n_common:]
    topical = rest[generator.permutation(len(rest))].reshape(n_topics, n_topical)
    topics = np.arange(n_documents) % n_topics
    lengths = generator.randint(max(n_words // 2, 1), n_words + n_words // 2 + 1, n_documents)
    source = generator.uniform(size=lengths.sum())
    owner = np.repeat(topics, lengths)
    is_stray = (source >= topical_share) & (source < topical_share + stray_share)
    owner[is_stray] = generator.randint(n_topics, size=is_stray.sum())
    drawn = common[_draw_ranks(generator, n_common, len(owner))]
    is_topical = source < topical_share + stray_share
    ranks = _draw_ranks(generator, n_topical, int(is_topical.sum()))
    drawn[is_topical] = topical[owner[is_topical], ranks]
    texts = [" ".join(words) for words in np.split(drawn, np.cumsum(lengths)[:-1])]
    return _name(texts, topics, topical)


def _name(texts: list[str], topics: NDArray[np.intp], topical: NDArray[Any]) -> TopicTexts:
    documents = pd.DataFrame(
        {
            "document": [f"document {number}" for number in range(1, len(texts) + 1)],
            "topic": [f"topic {topic + 1}" for topic in topics],
            "text": texts,
        }
    )
    return TopicTexts(documents, {f"topic {number}": tuple(words) for number, words in enumerate(topical, 1)})


def invent_words(n_words: int) -> NDArray[Any]:
    """Make different words of syllables, always the same; the first, which are the most frequent, are the shortest.

    Examples
    --------
    >>> words = invent_words(5000)
    >>> words[:3].tolist(), words[-1], len(set(words))
    (['vut', 'dukes', 'fis'], 'fobibit', 5000)
    """
    generator = np.random.RandomState(0)
    syllables = np.array([consonant + vowel for consonant in _CONSONANTS for vowel in _VOWELS], object)
    endings = np.array(["", "", *_CONSONANTS[-4:]], object)
    words: dict[str, None] = {}
    while len(words) < n_words:
        longest = min(len(words) / 400.0, 1.0)
        n_syllables = 1 + generator.binomial(3, 0.1 + 0.4 * longest)
        word = "".join(syllables[generator.randint(len(syllables), size=n_syllables)])
        words[word + endings[generator.randint(len(endings))]] = None
    return np.array(list(words), object)


def _draw_ranks(generator: np.random.RandomState, n: int, size: int) -> NDArray[np.intp]:
    """Draw places 0, 1, ... by Zipf's law."""
    weights = 1.0 / np.arange(1, n + 1)
    return np.searchsorted(np.cumsum(weights / weights.sum()), generator.uniform(size=size)).clip(0, n - 1)
