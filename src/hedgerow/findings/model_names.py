"""What a model is called."""

from __future__ import annotations

from typing import Any


def name_class(model: Any) -> str:
    """The class of a model; of a pipeline, that of its last step.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> name_class(make_pipeline(LogisticRegression()))
    'LogisticRegression'
    """
    while hasattr(model, "steps"):
        model = model.steps[-1][1]
    return type(model).__name__
