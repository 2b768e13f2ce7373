"""From a table and a model to the dict of a report: one section after the other."""

from __future__ import annotations

from typing import Any

from hedgerow.findings import find_all
from hedgerow.findings.effects import tell_rows
from hedgerow.foundation.records import take_fields
from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.report.candidates import list_rivals
from hedgerow.report.plain import make_plain
from hedgerow.report.sections.citations import describe_citations
from hedgerow.report.sections.data import describe_data
from hedgerow.report.sections.diversity import describe_diversity
from hedgerow.report.sections.groups import find_groups
from hedgerow.report.sections.margins import describe_margins
from hedgerow.report.sections.relevance import describe_relevance
from hedgerow.report.sections.rows import describe_rows
from hedgerow.report.sections.scores import describe_scores
from hedgerow.report.sections.stability import describe_stability, measure_stability
from hedgerow.report.sections.summary import summarise
from hedgerow.report.sections.training import describe_training
from hedgerow.report.sections.uses import describe_uses
from hedgerow.report.settings import Settings
from hedgerow.report.subject import Subject
from hedgerow.trials import CrossValidation
from hedgerow.trials.cross_validation import cross_validate
from hedgerow.trials.folds import plan_folds
from hedgerow.trials.metrics import Metric, find_metric

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
    content["made"] = _tell_making(settings)
    content["summary"] = summarise(content)
    return content


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


def _tell_making(settings: Settings) -> dict[str, Any]:
    """What it takes to make the same report again."""
    from importlib.metadata import version

    return {"version": version("hedgerow")} | take_fields(settings, "random_state", "n_repeats", "n_folds")
