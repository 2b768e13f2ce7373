"""From a table and a model to the dict of a report: one section after the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.findings import find_all
from hedgerow.findings.contributions import measure_contributions
from hedgerow.findings.effects import tell_rows
from hedgerow.foundation.frames import take_fields
from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.report.sections.data import describe_data
from hedgerow.report.sections.features import describe_relevance, describe_stability, measure_stability
from hedgerow.report.sections.model import (
    describe_citations,
    describe_diversity,
    describe_training,
    describe_uses,
)
from hedgerow.report.sections.rows import describe_margins, describe_rows
from hedgerow.report.sections.scores import describe_scores, find_groups, list_rivals
from hedgerow.report.sections.summary import summarise
from hedgerow.report.subject import Subject
from hedgerow.report.values import make_plain
from hedgerow.trials import CrossValidation
from hedgerow.trials.cross_validation import Step, cross_validate
from hedgerow.trials.folds import plan_folds
from hedgerow.trials.metrics import Metric, find_metric


@dataclass(frozen=True)
class Settings:
    """What is the same for a report on a table and one on a model.

    Parameters
    ----------
    metric : str or None, default=None
        What scores are, by a name of `hedgerow.trials.metrics`; None for accuracy or R squared.
    n_folds : int or None, default=None
        Folds of the cross-validation, at least 2; None for five folds, which are repeated where rows are few.
    n_repeats : int, default=20
        Parts of the table on which the selection of features is repeated; at least 2.
    n_rows_explained : int, default=100
        Rows whose local relevance is kept; at least 1.
    n_jobs : int or None, default=None
        Threads; they never change a result.
    random_state : int, default=0
        Seed of everything that is drawn.
    step : callable, optional
        Called with a few words before each piece of work.

    Examples
    --------
    >>> Settings(n_folds=1)
    Traceback (most recent call last):
    ...
    ValueError: n_folds=1 must be a whole number of 2 or more
    """

    metric: str | None = None
    n_folds: int | None = None
    n_repeats: int = 20
    n_rows_explained: int = 100
    n_jobs: int | None = None
    random_state: int = 0
    step: Step = lambda _: None

    def __post_init__(self) -> None:
        for name, least in (("n_folds", 2), ("n_repeats", 2), ("n_rows_explained", 1)):
            number = getattr(self, name)
            if number is None and name == "n_folds":
                continue
            if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
                raise ValueError(f"{name}={number!r} must be a whole number of {least} or more")


FORMAT_VERSION = 2


def study(subject: Subject, settings: Settings) -> dict[str, Any]:
    """Compute the contents of a report.

    Parameters
    ----------
    subject : Subject
        What it is about.
    settings : Settings
        How it is made.

    Returns
    -------
    dict
        Dicts, lists, text, numbers and None.
    """
    table, outputs = subject.table, subject.outputs
    assert table.task is not None
    assert table.target is not None
    metric = find_metric(settings.metric, table.task)
    seeds: dict[str, Any] = {"n_jobs": settings.n_jobs, "random_state": settings.random_state}
    content: dict[str, Any] = {
        "format_version": FORMAT_VERSION,
        "data": describe_data(subject.read, unused=subject.unused),
        "model": subject.describe_model(),
        "training": describe_training(subject.training, len(table)),
    }
    settings.step("cross-validating")
    validation = _hold(subject, settings, metric)
    content["scores"] = describe_scores(validation)
    content["groups"] = find_groups(content["scores"])
    settings.step("measuring which features matter")
    # Trees that were not fitted on a row: those that memorised its label would find every feature relevant.
    asked = ForestRelevance(adjust="holm", local="out_of_bag", task=table.task, **seeds)
    asked.fit(table.features, table.target)
    content["relevance"] = describe_relevance(asked.relevance_)
    settings.step("looking at members and rows")
    content |= _look_at_model(subject, content["relevance"], settings)
    content["margins"] = describe_margins(outputs, table.features.index)
    suspicious = [row["position"] for row in content["margins"]["rows"]] if content["margins"] else []
    content["rows"] = describe_rows(
        tell_rows(asked),
        table.features,
        outputs,
        suspicious,
        contribute=partial(_find_contributions, subject, settings),
        max_rows=settings.n_rows_explained,
        random_state=settings.random_state,
    )
    settings.step("selecting features on parts of the table")
    stability = measure_stability(table, n_repeats=settings.n_repeats, **seeds)
    content["stability"] = describe_stability(stability, len(table))
    settings.step("writing it down")
    found = find_all(subject.read, subject.model, outputs, asked, validation, stability=stability)
    content["findings"] = [make_plain(finding.to_dict()) for finding in found]
    content["citations"] = describe_citations(
        [subject.model], table.task, has_members=content["diversity"] is not None
    )
    content["made"] = {"version": version("hedgerow")} | take_fields(
        settings, "random_state", "n_repeats", "n_folds"
    )
    content["summary"] = summarise(content)
    return content


def _find_contributions(subject: Subject, settings: Settings, rows: list[int]) -> NDArray[np.float64] | None:
    """What features contribute to what the model says of the given class of some rows, or of their value."""
    table = subject.table
    given = np.asarray(table.target)[rows]
    found = measure_contributions(subject.model, table.features.iloc[rows], given, n_jobs=settings.n_jobs)
    return None if found is None else found.values


def _hold(subject: Subject, settings: Settings, metric: Metric) -> CrossValidation:
    """Cross-validate the model and what it has to beat."""
    table = subject.table
    assert table.task is not None
    seed, folds = settings.random_state, settings.n_folds
    validation = cross_validate(
        table.features,
        table.target,
        list_rivals(subject.model, subject.name, table, guess=metric.guess, random_state=seed),
        task=table.task,
        plan=None if folds is None else plan_folds(table.target, table.task, n_folds=folds, n_repeats=1),
        metric=metric.name,
        random_state=seed,
    )
    if validation.results[0].failure is not None:
        raise ValueError(f"the model failed on a fold: {validation.results[0].failure}")
    return validation


def _look_at_model(subject: Subject, relevance: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The members of an ensemble, or what a single model makes use of."""
    if subject.outputs.n_members > 1:
        return {"diversity": describe_diversity(subject.outputs, n_jobs=settings.n_jobs), "uses": None}
    names = [row["feature"] for row in relevance["features"]]
    uses = describe_uses(subject.model, subject.table, names, random_state=settings.random_state)
    return {"diversity": None, "uses": uses}
