"""The model: how it was made, whether its members differ or what it makes use of, and how to cite it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.model_selection import train_test_split

from hedgerow.cards import METHODS, find_methods, read_cards
from hedgerow.cards.writing import write_plainly
from hedgerow.displays.diversity_error import DiversityErrorDisplay
from hedgerow.diversity import ensemble_curve
from hedgerow.diversity.report import diversity_report
from hedgerow.foundation.frames import take_fields
from hedgerow.foundation.wording import count
from hedgerow.outputs import Outputs
from hedgerow.report.values import make_record
from hedgerow.tables.table import Table
from hedgerow.trials.metrics import find_metric


def describe_training(summary: Mapping[str, Any] | None, n_rows: int) -> dict[str, Any] | None:
    """Describe how `hedgerow fit` chose a model.

    Parameters
    ----------
    summary : mapping or None
        The summary in the model file.
    n_rows : int
        Rows of the table that the report is about.

    Returns
    -------
    dict or None
        ``sentences``; ``methods`` that were tried, the best first, with ``name``, ``score``, ``low`` and ``high``;
        ``chosen``: what trying them all and keeping the best is worth, or None; ``metric``. None for a file that does
        not tell.

    Examples
    --------
    >>> trials = {
    ...     "metric": "accuracy",
    ...     "folds": {"sentence": "5 folds"},
    ...     "methods": [{"method": "forest", "score": 0.9, "low": 0.8, "high": 1.0}],
    ... }
    >>> summary = {"method": "forest", "table": {"n_rows": 150}, "trials": trials}
    >>> describe_training(summary, 150)["sentences"][0]
    'The model file says: forest, fitted to 150 rows, as many as this table has.'
    """
    trials = (summary or {}).get("trials")
    if summary is None or not isinstance(trials, Mapping):
        return None
    known = (summary.get("table") or {}).get("n_rows")
    rows = "" if known is None else f", fitted to {count(known, 'row')}"
    if known is not None:
        rows += ", as many as this table has" if known == n_rows else f"; this table has {n_rows:,}"
    methods = [
        {"name": each["method"], **{name: each.get(name) for name in ("score", "low", "high")}}
        for each in trials["methods"]
    ]
    chosen = trials.get("chosen")
    sentences = [f"The model file says: {summary.get('method')}{rows}."]
    if len(methods) > 1:
        sentences.append(
            f"{len(methods)} methods were tried on {trials['folds']['sentence']}; the best {trials['metric']} had "
            f"{methods[0]['name']}."
        )
    if chosen:
        sentences.append(f"The best of several scores flatters. {chosen['sentence']}")
    return make_record(sentences=sentences, methods=methods, chosen=chosen, metric=trials["metric"])


MAX_POINTS = 600
MAX_SIZES = 100


def describe_diversity(outputs: Outputs, *, n_jobs: int | None = None) -> dict[str, Any]:
    """Describe the members of an ensemble.

    Parameters
    ----------
    outputs : Outputs
        What at least two members predicted, with the truth.
    n_jobs : int or None, default=None
        Threads that count.

    Returns
    -------
    dict
        ``sentence``; ``n_members``; ``out_of_bag``; ``measures``, by name; ``points``, at most 600 pairs of members
        with their ``diversity`` and ``error``, ``centre`` of all ``n_pairs``; ``measure`` of the pairs; ``curve``,
        error and diversity at up to 100 sizes.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> said = [["a", "a", "b", "b"], ["a", "b", "b", "b"], ["b", "a", "a", "b"]]
    >>> found = describe_diversity(Outputs.from_predictions(said, truth=["a", "a", "b", "b"]))
    >>> found["centre"], [point["error"] for point in found["curve"]]
    ({'diversity': 0.0, 'error': 0.25}, [0.0, 0.0, 0.0])
    """
    report = diversity_report(outputs, n_jobs=n_jobs)
    display = DiversityErrorDisplay.from_outputs(outputs, n_jobs=n_jobs)
    pairs = display.frame()[["diversity", "error"]]
    drawn = pairs.sample(MAX_POINTS, random_state=0).sort_index() if len(pairs) > MAX_POINTS else pairs
    curve = ensemble_curve(outputs, n_jobs=n_jobs).frame()
    kept = np.unique(np.geomspace(1, len(curve), min(MAX_SIZES, len(curve))).round().astype(int)) - 1
    second = "kappa" if outputs.is_classification else "ambiguity"
    sizes = curve.iloc[kept].reset_index()[["size", "error", "member_error", second]]
    return make_record(
        sentence=report.sentence,
        n_members=outputs.n_members,
        out_of_bag=outputs.predicted is not None,
        measures=report.frame().reset_index(),
        measure=display.measure,
        points=drawn,
        n_pairs=len(pairs),
        centre=display.centres.iloc[0][["diversity", "error"]].to_dict(),
        curve=sizes.rename(columns={second: "diversity"}),
        curve_measure=second,
    )


MAX_FEATURES = 30
_MAX_ROWS = 1000
_N_SHUFFLES = 10


def describe_uses(
    model: Any, table: Table, features: Sequence[str], *, random_state: int = 0
) -> dict[str, Any]:
    """Describe by how much the score of a model falls when a column is shuffled.

    A clone is fitted to one half of the rows, and columns are shuffled in the other (Breiman 2001). What matters in the
    data may be missing here, because the model does not use it, or takes it from another column that says the same.

    Parameters
    ----------
    model : estimator
        A classifier or regressor.
    table : Table
        A table with a target.
    features : sequence of str
        Names of the columns to shuffle; the first 30 are.
    random_state : int, default=0
        Seed of the halves and of the shuffling.

    Returns
    -------
    dict
        ``metric`` in words; ``features``: for each its name, the mean ``fall`` over ten shufflings and the lowest and
        highest of them, the largest fall first; ``n_left_out``; ``n_rows`` that were predicted.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from hedgerow import datasets
    >>> iris = datasets.load("iris")
    >>> found = describe_uses(LogisticRegression(max_iter=500), iris, list(iris.features))
    >>> found["features"][0]["feature"]
    'petal length (cm)'
    """
    assert table.task is not None
    metric = find_metric(None, table.task)
    answers = np.asarray(table.target)
    generator = np.random.default_rng(random_state)
    stratify = answers if table.task == "classification" and _has_pairs(answers) else None
    train, test = train_test_split(
        np.arange(len(answers)), test_size=0.5, stratify=stratify, random_state=random_state
    )
    test = test[:_MAX_ROWS]
    fitted = clone(model).fit(table.features.iloc[train], answers[train])
    rows, truth = table.features.iloc[test], answers[test]
    usual = metric.score(fitted.predict(rows), truth)
    names = [str(name) for name in table.features]
    falls: list[dict[str, Any]] = []
    for name in features[:MAX_FEATURES]:
        place = names.index(name)
        # All shufflings of a column in one question: rows, and rows again, with the column in other orders.
        orders = [generator.permutation(len(test)) for _ in range(_N_SHUFFLES)]
        asked = rows.iloc[np.tile(np.arange(len(test)), _N_SHUFFLES)].reset_index(drop=True)
        asked.isetitem(place, rows.iloc[np.concatenate(orders), place].array)
        said = np.split(np.asarray(fitted.predict(asked)), _N_SHUFFLES)
        fall = [usual - metric.score(part, truth) for part in said]
        falls.append({"feature": name, "fall": np.mean(fall), "low": min(fall), "high": max(fall)})
    falls.sort(key=lambda each: -each["fall"])
    return make_record(
        metric=metric.title,
        features=falls,
        n_left_out=max(0, len(features) - MAX_FEATURES),
        n_rows=len(test),
    )


def _has_pairs(labels: NDArray[Any]) -> bool:
    """Whether every class has two rows or more, one for each half."""
    return bool(np.unique(labels, return_counts=True)[1].min() > 1)


# What every report uses, beside the model, and what it uses of members.
_ALWAYS = ("forest-relevance", "local-relevance", "selection-stability", "comparison-over-folds")
_OF_MEMBERS = ("diversity-report", "kappa-error-diagram", "ensemble-curve", "margins", "outlier-filter")


def describe_citations(
    models: Iterable[Any], task: str | None, *, has_members: bool = True
) -> list[dict[str, str]]:
    """List the methods of a report with their papers.

    Parameters
    ----------
    models : iterable of estimators
        The models that were fitted; those without a method card are left out.
    task : {"classification", "regression"} or None
        What was predicted: values have no margins.
    has_members : bool, default=True
        Whether members were looked at.

    Returns
    -------
    list of dict
        ``name``, ``title``, ``idea`` and ``paper`` of each method.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> describe_citations([RandomForestClassifier()], "classification")[0]["title"]
    'Random forest'
    """
    names = []
    for model in models:
        try:
            names.append(find_methods(type(model).__name__)[0].name)
        except LookupError:
            continue
    names += _ALWAYS
    if has_members:
        names += [name for name in _OF_MEMBERS if task == "classification" or name != "margins"]
    cards = read_cards(name for name in dict.fromkeys(names) if name in METHODS)
    return [
        take_fields(card, "name", "title")
        | {"idea": write_plainly(card.idea), "paper": " ".join(card.paper.split())}
        for card in cards
    ]
