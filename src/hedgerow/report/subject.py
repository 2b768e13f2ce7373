"""What a report is about: a table, a model, and what the model predicts for rows."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hedgerow.findings.model_names import name_class
from hedgerow.outputs import Outputs
from hedgerow.report.held_out_predictions import Asked
from hedgerow.tables.table import Table

# What the methods of `hedgerow fit` are called in a sentence.
_TITLES = {"forest": "random forest", "hedgerow": "hedgerow ensemble", "linear": "linear model"}
_NEVER_TOLD = {"n_jobs", "verbose", "memory"}  # no result depends on them


@dataclass(frozen=True, eq=False)
class Subject:
    """A model beside the table that it is looked at with.

    Parameters
    ----------
    read : Table
        The table as it was read.
    table : Table
        The columns of it that the model learns from.
    model : estimator
        The fitted model.
    name : str
        What it is called.
    outputs : Outputs
        What its members, or it alone, predicted for the rows.
    asked : {"out_of_bag", "other_half", "all_rows"}
        Who was asked about which rows.
    training : mapping or None, default=None
        What the model file records of its making.
    """

    read: Table
    table: Table
    model: Any
    name: str
    outputs: Outputs
    asked: Asked
    training: Mapping[str, Any] | None = None

    @property
    def unused(self) -> list[str]:
        """Columns that were read and not learned from."""
        used = {str(name) for name in self.table.features}
        return [str(name) for name in self.read.features if str(name) not in used]

    def describe_model(self) -> dict[str, Any]:
        """The model in words: ``name``, ``class``, ``settings`` that are not the usual ones, ``asked``."""
        return {
            "name": self.name,
            "class": type(self.model).__name__,
            "settings": list_settings(self.model),
            "asked": self.asked,
        }


def name_model(model: Any, training: Mapping[str, Any] | None = None) -> str:
    """What to call a model: as the command line did, or by its class; a pipeline by its last step.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> name_model(make_pipeline(LogisticRegression())), name_model(LogisticRegression(), {"method": "linear"})
    ('LogisticRegression', 'linear model')
    """
    method = (training or {}).get("method")
    if isinstance(method, str):
        return _TITLES.get(method, method)
    return name_class(model)


def list_settings(model: Any) -> dict[str, str]:
    """The parameters that are not at their defaults, as text.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> list_settings(RandomForestClassifier(50, n_jobs=2))
    {'n_estimators': '50'}
    """
    usual = {name: parameter.default for name, parameter in inspect.signature(type(model)).parameters.items()}
    return {
        name: str(value)
        for name, value in model.get_params(deep=False).items()
        if name not in _NEVER_TOLD and repr(value) != repr(usual.get(name))
    }
