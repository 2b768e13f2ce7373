"""How much each feature contributes to single rows: local relevance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.relevance.relevance import LocalRelevance


def read_local(study: ForestRelevance) -> LocalRelevance:
    """What a study kept about single rows: out of bag where it asked there."""
    local = study.local_ if study.local_oob_ is None else study.local_oob_
    if local is None:
        raise ValueError("nothing was kept about single rows; fit with local='out_of_bag' or 'in_bag'")
    return local


def tell_rows(study: ForestRelevance) -> NDArray[np.float64]:
    """What a tree learns about each row from each feature, on average.

    Local relevance is an average over the splits on a feature that a row meets (Rogers 2007, eq. 7.23). A feature that
    is hardly ever split on has an average of a few splits, which may be anything. Its sum over the splits of a tree is
    small all the same, and the sums of all features add up to what the tree learns about the row.

    Parameters
    ----------
    study : ForestRelevance
        Fitted, with local relevance of one kind, out of bag or in bag; the former counts if there are both.

    Returns
    -------
    ndarray of shape (n_samples, n_features)
        Bits about the class of the row, or squared error of its value, for each tree that predicted the row; negative
        where splits on the feature contradict what is given. Zero for a row that no tree predicted.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> sample = datasets.make_simple(random_state=1)
    >>> study = ForestRelevance(local="out_of_bag", random_state=0).fit(sample.X, sample.y)
    >>> told = tell_rows(study).mean(axis=0)
    >>> sorted(told.argsort()[-2:].tolist())
    [0, 1]
    """
    local = read_local(study)
    n_rows = local.shape[0]
    n_seen, n_trees = np.zeros(n_rows, dtype=np.int64), 0
    for block in study.evaluation_.blocks:
        n_seen += np.unpackbits(block.in_bag, axis=1, count=n_rows).sum(axis=0, dtype=np.int64)
        n_trees += len(block.in_bag)
    asked = n_seen if local.is_seen else n_trees - n_seen
    sums = local.values.astype(np.float64) * local.counts
    return np.asarray(sums / np.maximum(asked, 1)[:, None])
