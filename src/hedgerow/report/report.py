"""The report: computed once into a plain dict, shown as a page."""

from __future__ import annotations

import json
import os
import warnings
from typing import TYPE_CHECKING, Any, Self

from sklearn.base import clone, is_classifier, is_regressor

from hedgerow.ensembles.forest import RandomForestClassifier, RandomForestRegressor
from hedgerow.foundation.atomic_file import replacing
from hedgerow.report.page import render_page
from hedgerow.report.study import FORMAT_VERSION, Settings, study
from hedgerow.report.subject import Subject, name_model, predict_fitted, predict_honestly
from hedgerow.tables import ColumnWarning, open_table
from hedgerow.tables.column_choice import choose_columns, match_model
from hedgerow.tables.table import Table
from hedgerow.trials.cross_validation import Step
from hedgerow.trials.inspection import is_training_table
from hedgerow.trials.metrics import find_metric

if TYPE_CHECKING:
    from hedgerow.foundation.frames import Frame

N_STEPS = 6


class Report:
    """What is known about a table, a model and the features, as a dict and as one page.

    Make one with `from_table` or `from_model`; a dict that `to_dict` gave makes the same report again.

    Parameters
    ----------
    content : dict
        The plain dict: ``summary`` (sentences), ``findings``, ``data``, ``model``, ``training`` (None without a
        model file), ``scores``, ``groups``, ``relevance``, ``rows``, ``diversity`` (None for a model without
        members, which has ``uses`` in its place), ``margins``, ``stability``, ``citations``, ``made`` and
        ``format_version``.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.report.report import Report
    >>> report = Report.from_table(datasets.load("wbc"), n_estimators=50, n_folds=3, n_repeats=3, random_state=0)
    >>> report
    <Report on 'wbc': 699 rows, 9 features, accuracy 0.97>
    >>> print(report.summary[0])
    The random forest predicts Class right for 96.6 % of the rows that it was not fitted on ...
    >>> page = report.to_html()
    """

    def __init__(self, content: dict[str, Any]) -> None:
        version = content.get("format_version") if isinstance(content, dict) else None
        if version != FORMAT_VERSION:
            raise ValueError(
                f"this is not the dict of a report (format_version={version!r}, expected {FORMAT_VERSION}); use "
                "Report.from_table or Report.from_model, or pass what to_dict() gave"
            )
        self._content = content

    @classmethod
    def from_table(
        cls,
        table: Table | Frame | str | os.PathLike[str],
        target: str | None = None,
        *,
        model: Any = None,
        metric: str | None = None,
        n_estimators: int = 200,
        n_folds: int | None = None,
        n_repeats: int = 20,
        n_rows_explained: int = 100,
        n_jobs: int | None = None,
        random_state: int = 0,
        step: Step = lambda _: None,
    ) -> Self:
        """Study a table: cross-validate, measure which features matter, look at members and rows.

        Parameters
        ----------
        table : Table, data frame or path-like
            The table, or what `hedgerow.tables.read_table` reads.
        target : str or None, default=None
            The column to predict; None where the table has one already.
        model : estimator or None, default=None
            The model to look at; it is cloned and fitted. None for a random forest.
        metric : str or None, default=None
            What scores are: "accuracy", "balanced_accuracy", "auc", "f1", "log_loss" or "brier" for classes; "r2",
            "rmse" or "mae" for values. None for accuracy or R squared.
        n_estimators : int, default=200
            Trees of that forest.
        n_folds : int or None, default=None
            Folds of the cross-validation, at least 2; None for five folds, which are repeated where rows are few.
        n_repeats : int, default=20
            Parts of the table on which the selection of features is repeated; at least 2.
        n_rows_explained : int, default=100
            Rows whose local relevance is kept.
        n_jobs : int or None, default=None
            Threads; they never change a result.
        random_state : int, default=0
            Seed of everything that is drawn.
        step : callable, optional
            Called with a few words before each piece of work; there are `N_STEPS` of them.

        Returns
        -------
        Report
        """
        settings = Settings(metric, n_folds, n_repeats, n_rows_explained, n_jobs, random_state, step)
        read = _open(table, target)
        studied = choose_columns(read).take(read)
        name = "random forest" if model is None else name_model(model)
        if model is None:
            kind = RandomForestClassifier if studied.task == "classification" else RandomForestRegressor
            model = kind(n_estimators, n_jobs=n_jobs, random_state=random_state)
        _check(model, studied, settings)
        step("fitting the model")
        model = clone(model).fit(studied.features, studied.target)
        outputs, asked = predict_honestly(model, studied, n_jobs=n_jobs, random_state=random_state)
        return cls(study(Subject(read, studied, model, name, outputs, asked), settings))

    @classmethod
    def from_model(
        cls,
        model: Any,
        table: Table | Frame | str | os.PathLike[str],
        target: str | None = None,
        *,
        metric: str | None = None,
        n_folds: int | None = None,
        n_repeats: int = 20,
        n_rows_explained: int = 100,
        n_jobs: int | None = None,
        random_state: int = 0,
        step: Step = lambda _: None,
    ) -> Self:
        """Look at a fitted model, on the rows that it was fitted on or on others.

        Members of a model with bags predict the rows of their own training table out of bag. Of other models whose file
        says that they were fitted to as many rows, clones are fitted on one half of the rows each and predict the
        other. For all others, and other tables, the members predict every row: take rows that the model was not fitted
        on. The cross-validation refits clones of the model, so it is honest in any case.

        Parameters
        ----------
        model : estimator or path-like
            A fitted model, or a model file.
        table : Table, data frame or path-like
            A table with the features of the model and the target.
        target : str or None, default=None
            The column to predict; None where the table has one already.
        metric : str or None, default=None
            As for `from_table`; None for the metric that the model was chosen by, where its file says so.
        n_folds, n_repeats, n_rows_explained, n_jobs, random_state, step
            As for `from_table`.

        Returns
        -------
        Report
        """
        from hedgerow.saving import read_manifest
        from hedgerow.saving.model_file import load_model

        fitted, manifest = model, None
        if isinstance(model, str | os.PathLike):
            fitted, manifest = load_model(model), read_manifest(model)
        training = (manifest or {}).get("summary") or {}
        read = _open(table, target)
        studied = match_model(read, fitted, manifest)
        metric = metric or (training.get("trials") or {}).get("metric")
        settings = Settings(metric, n_folds, n_repeats, n_rows_explained, n_jobs, random_state, step)
        _check(fitted, studied, settings)
        step("predicting with the model")
        seen = is_training_table(training, studied.features)
        outputs, asked = predict_fitted(fitted, studied, seen=seen, n_jobs=n_jobs, random_state=random_state)
        name = name_model(fitted, training)
        return cls(study(Subject(read, studied, fitted, name, outputs, asked, training), settings))

    @property
    def summary(self) -> list[str]:
        """The report in a few sentences."""
        return list(self._content["summary"])

    def to_dict(self) -> dict[str, Any]:
        """Everything that the report says, as dicts, lists, text, numbers and None; a copy."""
        copied: dict[str, Any] = json.loads(json.dumps(self._content))
        return copied

    def to_html(self) -> str:
        """The page: one HTML document that loads nothing."""
        return render_page(self._content)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, completely or not at all.

        Parameters
        ----------
        path : path-like
            Where it goes; ``.html`` is the usual ending.
        """
        with replacing(path) as file:
            file.write(self.to_html().encode())

    def __repr__(self) -> str:
        data, scores = self._content["data"], self._content["scores"]
        return (
            f"<Report on {data['name']!r}: {data['n_rows']} rows, {data['n_features']} features, "
            f"{scores['title']} {scores['candidates'][0]['score']:.2f}>"
        )


def _open(table: Table | Frame | str | os.PathLike[str], target: str | None) -> Table:
    """A table that has something to predict."""
    if isinstance(table, Table):
        if target is not None and (table.target is None or str(table.target.name) != target):
            raise ValueError(
                f"target={target!r} is not the target of {table!r}; read the table again with it"
            )
        read = table
    else:
        opened = open_table(table, target)
        for note in opened.notes:
            warnings.warn(note, ColumnWarning, stacklevel=3)
        read = opened.table
    if read.target is None:
        raise ValueError("a report needs a column to predict; name it with target=")
    return read


def _check(model: Any, table: Table, settings: Settings) -> None:
    assert table.task is not None
    find_metric(settings.metric, table.task)
    is_class = table.task == "classification"
    wanted, is_wanted = ("classifier", is_classifier) if is_class else ("regressor", is_regressor)
    if not is_wanted(model):
        raise ValueError(
            f"the target {str(table.target.name)!r} needs a {wanted}, and {type(model).__name__} is not one"  # type: ignore[union-attr]
        )
