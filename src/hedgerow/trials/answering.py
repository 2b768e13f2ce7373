"""Answers of a model as a table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd


def answer(model: Any, features: pd.DataFrame, *, probabilities: bool = False) -> pd.DataFrame:
    """Ask a fitted model about each row.

    Parameters
    ----------
    model : estimator
        A fitted classifier or regressor.
    features : DataFrame
        The rows, with the columns it has learned from.
    probabilities : bool, default=False
        Whether to add a column for each class.

    Returns
    -------
    DataFrame
        ``prediction``, and with `probabilities` one column ``probability of CLASS`` for each class.

    Raises
    ------
    ValueError
        If probabilities are asked for and the model has none.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> table = pd.DataFrame({"size": [1.0, 2.0, 8.0, 9.0]})
    >>> forest = RandomForestClassifier(random_state=0).fit(table, ["small", "small", "large", "large"])
    >>> answer(forest, table, probabilities=True).columns.tolist()
    ['prediction', 'probability of large', 'probability of small']
    """
    if probabilities and not hasattr(model, "predict_proba"):
        raise ValueError(f"{type(model).__name__} predicts no probabilities. Ask without --proba.")
    answers = {"prediction": np.asarray(model.predict(features))}
    if probabilities:
        shares = np.asarray(model.predict_proba(features))
        answers |= {f"probability of {label}": shares[:, place] for place, label in enumerate(model.classes_)}
    return pd.DataFrame(answers)
