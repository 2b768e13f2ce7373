"""A model on a table with known answers: what ``hedgerow diagnose`` computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.analysis.outliers import find_outliers
from hedgerow.analysis.vote_margins import Margins, margins
from hedgerow.diversity import DiversityReport
from hedgerow.diversity.report import diversity_report
from hedgerow.findings.baseline import Advantage, compare_with_constant
from hedgerow.findings.finding import Finding
from hedgerow.findings.model_names import name_class
from hedgerow.findings.rules import find_all
from hedgerow.foundation.frames import take_fields
from hedgerow.outputs import Outputs
from hedgerow.outputs.member_predictions import has_members
from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.relevance.relevance import Relevance
from hedgerow.tables import TableError
from hedgerow.tables.table import Table

_MOST_CELLS = 1_000_000
_N_SUSPECTS = 20


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """What is right and wrong with a model. Made by `diagnose`.

    Parameters
    ----------
    model_name, table_name : str
        What was looked at.
    n_rows, n_members : int
        Rows of the table, and members of the model; a model that is not an ensemble has one.
    is_classification : bool
        Whether the answers are classes.
    answers : {"new", "out of bag", "seen"}
        Whether members answered about rows that are new to all of them, each about those new to it, or about rows that
        they have learned from, which flatters them.
    advantage : Advantage or None
        The model beside the best constant answer.
    diversity : DiversityReport or None
        What the members have in common; None where there are no members.
    margins : Margins or None
        By how much of the vote rows are right; None without members or classes.
    suspects : DataFrame
        The rows that most members contradict, the most contradicted first: ``row``, ``given``, ``suggested``,
        ``votes_against``, ``votes`` and ``share``.
    n_suspects : int
        How many such rows there are.
    findings : tuple of Finding
        All findings, the most severe first.
    """

    model_name: str
    table_name: str
    n_rows: int
    n_members: int
    is_classification: bool
    answers: str
    advantage: Advantage | None
    diversity: DiversityReport | None
    margins: Margins | None
    suspects: pd.DataFrame
    n_suspects: int
    findings: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings; None for what is not known."""
        score, diversity = None, None
        if self.advantage is not None:
            measure = "share of wrong answers" if self.is_classification else "mean squared error"
            score = {"measure": measure} | take_fields(self.advantage, "error", "baseline")
            score["standard_error"] = self.advantage.noise
        if self.diversity is not None:
            diversity = {
                "sentence": self.diversity.sentence,
                **{name: float(value) for name, value in self.diversity.first.items()},
                "gain": float(self.diversity.gain),
                "measures": self.diversity.frame()["value"].astype(float).to_dict(),
            }
        return {
            "model": self.model_name,
            "table": self.table_name,
            **take_fields(self, "n_rows", "n_members", "answers"),
            "score": score,
            "diversity": diversity,
            "margins": None if self.margins is None else summarise_margins(self.margins),
            "n_suspects": self.n_suspects,
            "suspects": self.suspects.to_dict("records"),
            "findings": [finding.to_dict() for finding in self.findings],
        }


def diagnose(
    model: Any,
    table: Table,
    *,
    seen: bool = False,
    relevance: ForestRelevance | Relevance | None = None,
    n_jobs: int | None = None,
    random_state: int = 0,
) -> Diagnosis:
    """Look at a fitted model on a table with known answers.

    Parameters
    ----------
    model : estimator
        A fitted classifier or regressor.
    table : Table
        Its features, in the order that the model has learned, and the target.
    seen : bool, default=False
        Whether these are exactly the rows that the model was fitted on, in their order. Each member then predicts only
        the rows it was not fitted on, where the model knows which.
    relevance : ForestRelevance, Relevance or None, default=None
        Which features matter; None to grow a forest and find out.
    n_jobs : int or None, default=None
        Threads; no result depends on it.
    random_state : int, default=0
        Seed of that forest.

    Returns
    -------
    Diagnosis

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> table = datasets.load("wbc")
    >>> forest = RandomForestClassifier(random_state=0).fit(table.features, table.target)
    >>> found = diagnose(forest, table, seen=True)
    >>> found.answers, [finding.code for finding in found.findings]
    ('out of bag', ['repeated-rows', 'label-errors'])
    """
    if table.target is None:
        raise TableError(f"{table.name} has no target. Name the column that holds the known answers.")
    outputs, answers = _ask(model, table, seen, n_jobs)
    if relevance is None:
        relevance = _grow_relevance(table, n_jobs, random_state)
    is_vote = outputs.n_members > 1 and outputs.is_classification
    suspects = find_outliers(outputs, index=table.features.index).frame() if outputs.n_members > 1 else None
    return Diagnosis(
        model_name=name_class(model),
        table_name=table.name,
        n_rows=len(table),
        n_members=outputs.n_members,
        is_classification=outputs.is_classification,
        answers=answers,
        advantage=compare_with_constant(outputs),
        diversity=diversity_report(outputs, n_jobs=n_jobs) if outputs.n_members > 1 else None,
        margins=margins(outputs) if is_vote else None,
        suspects=pd.DataFrame() if suspects is None else suspects.head(_N_SUSPECTS),
        n_suspects=0 if suspects is None else len(suspects),
        findings=tuple(find_all(table, model, outputs, relevance)),
    )


def summarise_margins(found: Margins) -> dict[str, float]:
    """Mean margin, shares of rows below and at zero, and the quartiles.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([["a", "b"], ["a", "a"]], ["a", "b"])
    >>> summarise_margins(margins(outputs))["mean"]
    0.5
    """
    quartiles = np.quantile(found.margin, [0.25, 0.5, 0.75])
    return {
        "mean": found.strength,
        "share_wrong": found.share_negative,
        "share_tied": found.share_zero,
        **dict(zip(("quarter", "median", "three_quarters"), map(float, quartiles), strict=True)),
    }


def _ask(model: Any, table: Table, seen: bool, n_jobs: int | None) -> tuple[Outputs, str]:
    truth = np.asarray(table.target)
    if not has_members(model):
        said = Outputs.from_predictions(
            np.asarray(model.predict(table.features))[None],
            truth,
            classes=getattr(model, "classes_", None),
            regression=table.task == "regression",
        )
        return said, "seen" if seen else "new"
    if seen:
        try:
            said = Outputs.from_estimator(
                model, table.features, truth, out_of_bag=True, probabilities=False, n_jobs=n_jobs
            )
        except ValueError:
            pass  # the members have all seen all rows, or nobody knows which
        else:
            if said.predicted is not None and said.predicted.any(axis=0).mean() > 0.5:
                return said, "out of bag"
    said = Outputs.from_estimator(model, table.features, truth, probabilities=False, n_jobs=n_jobs)
    return said, "seen" if seen else "new"


def _grow_relevance(table: Table, n_jobs: int | None, random_state: int) -> Relevance:
    """Relevance of the features, from a part of the rows where the table is large."""
    n_rows = min(len(table), max(1_000, _MOST_CELLS // table.features.shape[1]))
    rows = np.sort(np.random.default_rng(random_state).permutation(len(table))[:n_rows])
    study = ForestRelevance(local=None, task=table.task or "auto", n_jobs=n_jobs, random_state=random_state)
    return study.fit(table.features.iloc[rows], np.asarray(table.target)[rows]).relevance_
