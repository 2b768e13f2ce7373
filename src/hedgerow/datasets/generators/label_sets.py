"""Rows with label sets: what a row is about decides all its labels at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Seed, number_names
from hedgerow.foundation.constraints import Count, Number, check


@dataclass(frozen=True, eq=False)
class LabelSetSample:
    """Rows that carry several labels, and the truth behind them.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features)
        The features.
    Y : ndarray of shape (n_samples, n_labels)
        The labels, 0 and 1.
    topics : ndarray of shape (n_samples,)
        What each row is about.
    label_sets : ndarray of shape (n_topics, n_labels)
        The labels of each topic.
    """

    X: npt.NDArray[np.float64]
    Y: npt.NDArray[np.int64]
    topics: npt.NDArray[np.intp]
    label_sets: npt.NDArray[np.int64]

    def frames(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """The features x1, x2, ... and the labels y1, y2, ... as data frames."""
        names = [f"y{label + 1}" for label in range(self.Y.shape[1])]
        return (
            pd.DataFrame(self.X, columns=list(number_names(self.X.shape[1]))),
            pd.DataFrame(self.Y, columns=names),
        )


def make_label_sets(
    n_samples: int = 500,
    n_features: int = 10,
    n_labels: int = 6,
    *,
    n_topics: int = 8,
    n_noise_features: int = 0,
    distance: float = 1.0,
    flip: float = 0.02,
    random_state: Seed = None,
) -> LabelSetSample:
    """Draw rows about topics, each with its own set of labels.

    Topics are overlapping clouds of rows, and a topic has one set of labels. Between two clouds the labels of both are
    equally likely, but only together: asked one by one, labels of different topics get mixed. Labels are thus dependent
    even when the features are known, which is what methods for many labels are for.

    Parameters
    ----------
    n_samples : int, default=500
        Number of rows.
    n_features : int, default=10
        Number of features in which the clouds differ.
    n_labels : int, default=6
        Number of labels.
    n_topics : int, default=8
        Number of clouds; their label sets differ, none is empty.
    n_noise_features : int, default=0
        Features that are not related to the labels.
    distance : float, default=1.0
        Standard deviation of the middles of the clouds, in standard deviations of a cloud.
    flip : float, default=0.02
        Share of labels that are turned round, each by itself.
    random_state : int, RandomState or None, default=None
        Seed.

    Returns
    -------
    LabelSetSample

    Examples
    --------
    >>> sample = make_label_sets(100, n_labels=4, n_topics=5, flip=0.0, random_state=0)
    >>> sample.X.shape, len(np.unique(sample.Y, axis=0))
    ((100, 10), 5)
    """
    check("n_samples", n_samples, Count())
    check("n_features", n_features, Count())
    check("n_labels", n_labels, Count())
    if n_labels < 30 and not 1 <= n_topics < 2**n_labels:
        raise ValueError(
            f"n_topics={n_topics!r} is not possible: {n_labels} labels have {2**n_labels - 1} sets that are not empty"
        )
    check("flip", flip, Number(0, 1))
    generator = check_random_state(random_state)
    label_sets = _draw_sets(generator, n_topics, n_labels)
    middles = generator.normal(scale=distance, size=(n_topics, n_features))
    topics = generator.randint(n_topics, size=n_samples)
    informative = middles[topics] + generator.normal(size=(n_samples, n_features))
    noise = generator.normal(size=(n_samples, n_noise_features))
    turned = generator.uniform(size=(n_samples, n_labels)) < flip
    return LabelSetSample(
        np.hstack([informative, noise]),
        (label_sets[topics] ^ turned).astype(np.int64),
        topics,
        label_sets.astype(np.int64),
    )


def _draw_sets(generator: np.random.RandomState, n_topics: int, n_labels: int) -> npt.NDArray[np.int64]:
    """Different sets of labels, none of them empty: whole numbers whose bits are the labels where those are few."""
    if n_labels <= 16:
        numbers = 1 + generator.permutation(2**n_labels - 1)[:n_topics]
        return (numbers[:, None] >> np.arange(n_labels)) & 1
    chosen: dict[bytes, npt.NDArray[np.int64]] = {}
    while len(chosen) < n_topics:  # of so many sets a repeat is hardly ever drawn
        drawn = generator.randint(2, size=n_labels)
        if drawn.any():
            chosen.setdefault(drawn.tobytes(), drawn)
    return np.stack(list(chosen.values()))
