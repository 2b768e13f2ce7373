"""Irrelevant columns for any sample."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Sample, Seed


def append_noise(sample: Sample, n_columns: int, *, random_state: Seed = None) -> Sample:
    """Add columns that are uniform on [0, 1] and have nothing to do with the target.

    Parameters
    ----------
    sample : Sample
        Left as it is.
    n_columns : int
        How many columns to add, after the others.
    random_state : int, RandomState or None
        Seed.

    Returns
    -------
    Sample
        With the same target, relevant columns and Bayes error.

    Examples
    --------
    >>> from hedgerow.datasets import make_diagonal
    >>> append_noise(make_diagonal(random_state=0), 2, random_state=0).feature_names
    ('x1', 'x2', 'noise1', 'noise2')
    """
    noise = check_random_state(random_state).uniform(size=(len(sample.X), n_columns))
    n_earlier = sum(name.startswith("noise") for name in sample.feature_names)
    names = tuple(f"noise{n_earlier + column}" for column in range(1, n_columns + 1))
    return replace(sample, X=np.hstack([sample.X, noise]), feature_names=sample.feature_names + names)
