"""How many features should a member of attribute bagging see? Try, and score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn import get_config
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

if TYPE_CHECKING:
    import pandas as pd


def list_sizes(n_features: int) -> NDArray[np.intp]:
    """List the subset sizes to try: all of them up to 20, else 15 evenly spread ones.

    Examples
    --------
    >>> list_sizes(4)
    array([1, 2, 3, 4])
    >>> list_sizes(85)
    array([ 1,  7, 13, 19, 25, 31, 37, 43, 49, 55, 61, 67, 73, 79, 85])
    """
    if n_features <= 20:
        return np.arange(1, n_features + 1)
    return np.linspace(1, n_features, 15).round().astype(np.intp)


def score_sizes(
    ensemble: Any,
    X: Any,
    y: ArrayLike,
    sample_weight: ArrayLike | None,
    sizes: NDArray[np.intp],
    n_trial_estimators: int,
) -> pd.DataFrame:
    """Score small ensembles of each subset size, out of bag if they bootstrap, else by cross-validation.

    Parameters
    ----------
    ensemble : RandomSubspaceClassifier or RandomSubspaceRegressor
        The ensemble whose size is sought; it is not changed.
    X, y, sample_weight
        The training data.
    sizes : ndarray
        The sizes to try.
    n_trial_estimators : int
        Number of members of each small ensemble.

    Returns
    -------
    DataFrame
        Columns `size`, `score` and `chosen`; the best score is chosen, the smaller size where scores are
        equal.
    """
    trial = clone(ensemble).set_params(n_estimators=n_trial_estimators, warm_start=False, verbose=0)
    scores = []
    for size in sizes:
        trial.set_params(max_features=int(size))
        scores.append(_score(trial, X, y, sample_weight))
    import pandas as pd

    table = pd.DataFrame({"size": sizes, "score": scores})
    return table.assign(chosen=table.index == int(np.argmax(scores)))


def _score(trial: Any, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> float:
    if trial.bootstrap:
        return float(trial.set_params(oob_score=True).fit(X, y, sample_weight).oob_score_)
    trial.set_params(oob_score=False)
    if sample_weight is not None and get_config()["enable_metadata_routing"]:
        trial.set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
    parameters = {} if sample_weight is None else {"sample_weight": sample_weight}
    return float(cross_val_score(trial, X, y, params=parameters).mean())
