"""The report: computed once into a plain dict, shown as a page."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import clone, is_classifier, is_regressor

from hedgerow.ensembles.forest import RandomForestClassifier, RandomForestRegressor
from hedgerow.findings import find_all
from hedgerow.outputs import Outputs
from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.report.asking import Asked, ask_fitted, ask_honestly
from hedgerow.report.candidates import list_rivals
from hedgerow.report.columns import choose_columns, match_model, read_for_report
from hedgerow.report.page import render_page
from hedgerow.report.plain import make_plain
from hedgerow.report.sections.citations import describe_citations
from hedgerow.report.sections.data import describe_data
from hedgerow.report.sections.diversity import describe_diversity
from hedgerow.report.sections.margins import describe_margins
from hedgerow.report.sections.relevance import describe_relevance
from hedgerow.report.sections.rows import describe_rows
from hedgerow.report.sections.scores import describe_scores
from hedgerow.report.sections.stability import describe_stability, measure_stability
from hedgerow.report.sections.summary import summarise
from hedgerow.tables import Table
from hedgerow.tables.replacing import replacing
from hedgerow.trials import hold_tournament, plan_folds

if TYPE_CHECKING:
    from hedgerow.tables.frames import Frame

Step = Callable[[str], None]
FORMAT_VERSION = 1
N_STEPS = 6


class Report:
    """What is known about a table, a model and the features, as a dict and as one page.

    Make one with `from_table` or `from_model`; a dict that `to_dict` gave makes the same report again.

    Parameters
    ----------
    content : dict
        The plain dict: ``summary`` (sentences), ``findings``, ``data``, ``model``, ``scores``, ``relevance``, ``rows``,
        ``diversity`` (None for a model without members), ``margins``, ``stability``, ``citations`` and
        ``format_version``.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.report import Report
    >>> report = Report.from_table(datasets.load("wbc"), n_estimators=50, n_folds=3, n_repeats=3, random_state=0)
    >>> report
    <Report on 'wbc': 699 rows, 9 features, accuracy 0.97>
    >>> print(report.summary[0])
    The random forest predicts Class right for 96.7 % of the rows that it has not seen ...
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
        n_estimators: int = 200,
        n_folds: int | None = None,
        n_repeats: int = 20,
        n_rows_explained: int = 100,
        n_jobs: int | None = None,
        random_state: int = 0,
        step: Step = lambda _: None,
    ) -> Self:
        """Study a table: cross-validate, ask which features matter, look at members and rows.

        Parameters
        ----------
        table : Table, data frame or path-like
            The table, or what `hedgerow.tables.read_table` reads.
        target : str or None, default=None
            The column to predict; None where the table has one already.
        model : estimator or None, default=None
            The model to look at; it is cloned and fitted. None for a random forest.
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
        read = read_for_report(table, target)
        studied = choose_columns(read)
        _check_counts(n_folds=2 if n_folds is None else n_folds, n_repeats=n_repeats)
        if model is None:
            kind = RandomForestClassifier if studied.task == "classification" else RandomForestRegressor
            model = kind(n_estimators, n_jobs=n_jobs, random_state=random_state)
            name = "random forest"
        else:
            name = type(model).__name__
        _check_model(model, studied)
        step("fitting the model")
        model = clone(model).fit(studied.features, studied.target)
        outputs, asked = ask_honestly(model, studied, n_jobs=n_jobs, random_state=random_state)
        return cls._study(
            read,
            studied,
            model,
            name,
            outputs,
            asked,
            n_folds,
            n_repeats,
            n_rows_explained,
            n_jobs,
            random_state,
            step,
        )

    @classmethod
    def from_model(
        cls,
        model: Any,
        table: Table | Frame | str | os.PathLike[str],
        target: str | None = None,
        *,
        n_folds: int | None = None,
        n_repeats: int = 20,
        n_rows_explained: int = 100,
        n_jobs: int | None = None,
        random_state: int = 0,
        step: Step = lambda _: None,
    ) -> Self:
        """Look at a fitted model, on the rows that it was fitted on or on others.

        Members of a model with bags are asked about the rows of their own training table out of bag. For all other
        models, and other tables, the members are asked about every row: take rows that the model has not seen. The
        cross-validation refits clones of the model, so it is honest in any case.

        Parameters
        ----------
        model : estimator or path-like
            A fitted model, or a model file.
        table : Table, data frame or path-like
            A table with the features of the model and the target.
        target : str or None, default=None
            The column to predict; None where the table has one already.
        n_folds, n_repeats, n_rows_explained, n_jobs, random_state, step
            As for `from_table`.

        Returns
        -------
        Report
        """
        from hedgerow.saving import load_model, read_manifest

        fitted, manifest = model, None
        if isinstance(model, str | os.PathLike):
            fitted, manifest = load_model(model), read_manifest(model)
        read = read_for_report(table, target)
        studied = match_model(read, fitted, manifest)
        _check_counts(n_folds=2 if n_folds is None else n_folds, n_repeats=n_repeats)
        _check_model(fitted, studied)
        step("asking the model")
        outputs, asked = ask_fitted(fitted, studied, n_jobs=n_jobs)
        name = type(fitted).__name__
        return cls._study(
            read,
            studied,
            fitted,
            name,
            outputs,
            asked,
            n_folds,
            n_repeats,
            n_rows_explained,
            n_jobs,
            random_state,
            step,
        )

    @classmethod
    def _study(
        cls,
        read: Table,
        table: Table,
        model: Any,
        name: str,
        outputs: Outputs,
        asked: Asked,
        n_folds: int | None,
        n_repeats: int,
        n_rows_explained: int,
        n_jobs: int | None,
        random_state: int,
        step: Step,
    ) -> Self:
        assert table.task is not None
        assert table.target is not None
        content: dict[str, Any] = {
            "format_version": FORMAT_VERSION,
            "data": describe_data(read, unused=_find_unused(read, table)),
        }
        content["model"] = {
            "name": name,
            "class": type(model).__name__,
            "settings": _list_settings(model),
            "asked": asked,
        }
        step("cross-validating")
        plan = plan_folds(table.target, table.task, n_folds=n_folds, n_repeats=None if n_folds is None else 1)
        tournament = hold_tournament(
            table.features,
            table.target,
            list_rivals(model, name, table, random_state=random_state),
            task=table.task,
            plan=plan,
            random_state=random_state,
        )
        if tournament.trials[0].failure is not None:
            raise ValueError(f"the model failed on a fold: {tournament.trials[0].failure}")
        content["scores"] = describe_scores(tournament)
        step("asking which features matter")
        study = ForestRelevance(adjust="holm", task=table.task, n_jobs=n_jobs, random_state=random_state)
        study.fit(table.features, table.target)
        content["relevance"] = describe_relevance(study.relevance_)
        step("looking at members and rows")
        has_members = outputs.n_members > 1
        content["diversity"] = describe_diversity(outputs, n_jobs=n_jobs) if has_members else None
        content["margins"] = describe_margins(outputs, table.features.index)
        suspicious = [row["position"] for row in content["margins"]["rows"]]
        assert study.local_ is not None
        content["rows"] = describe_rows(
            study.local_, outputs, suspicious, max_rows=n_rows_explained, random_state=random_state
        )
        step("selecting features on parts of the table")
        stability = measure_stability(table, n_repeats=n_repeats, n_jobs=n_jobs, random_state=random_state)
        content["stability"] = describe_stability(stability, len(table))
        step("writing it down")
        found = find_all(read, model, outputs, study, tournament, stability=stability)
        content["findings"] = [make_plain(finding.to_dict()) for finding in found]
        content["citations"] = describe_citations([model], table.task)
        content["summary"] = summarise(content)
        return cls(content)

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
            f"{scores['metric']} {scores['candidates'][0]['score']:.2f}>"
        )


def _check_counts(**counts: int) -> None:
    for name, number in counts.items():
        if not isinstance(number, int | np.integer) or number < 2:
            raise ValueError(f"{name}={number!r} must be a whole number of 2 or more")


def _check_model(model: Any, table: Table) -> None:
    fits = is_classifier(model) if table.task == "classification" else is_regressor(model)
    if not fits:
        wanted = "classifier" if table.task == "classification" else "regressor"
        raise ValueError(
            f"the target {str(table.target.name)!r} asks for a {wanted}, and {type(model).__name__} is none"  # type: ignore[union-attr]
        )


def _find_unused(read: Table, table: Table) -> list[str]:
    """Columns that were read and not learned from."""
    used = {str(name) for name in table.features}
    return [str(name) for name in read.features if str(name) not in used]


def _list_settings(model: Any) -> dict[str, Any]:
    """The parameters that differ from their defaults, in words."""
    own = model.get_params(deep=False)
    try:
        usual = type(model)().get_params(deep=False)
    except TypeError:
        usual = {}
    return {name: str(value) for name, value in own.items() if str(value) != str(usual.get(name, ""))}
