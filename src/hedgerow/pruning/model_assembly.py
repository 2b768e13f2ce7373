"""From the predictions of members, which should be honest, to a model that predicts with those that are kept."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from hedgerow.combination.averaging import average
from hedgerow.combination.decision import pick_class
from hedgerow.foundation.constraints import check_parameters
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.outputs import Outputs
from hedgerow.pruning.committee import Committee, Part, open_estimator
from hedgerow.pruning.committee_errors import Evaluator, make_evaluator
from hedgerow.pruning.instance import InstanceSelection
from hedgerow.pruning.search import METHODS, Search, count_members

_SURE = 5.0  # standard errors between the errors on the rows of the bags and on the others
_MUCH = 0.8  # what the smaller may be of the larger


def warn_if_seen(ensemble: Any, outputs: Outputs) -> None:
    """Warn where members seem to have been trained on the rows that they predict.

    Which rows a member was trained on is often known by number. If these were the training rows, members would err
    less on the rows of those numbers than on the others; on new rows the numbers mean nothing. Where nothing is known,
    members that make no error at all are suspicious.

    Parameters
    ----------
    ensemble : estimator or sequence of estimators
        The fitted ensemble.
    outputs : Outputs
        What its members said, with the truth.
    """
    if not looks_seen(outputs, find_bags(ensemble, outputs.n_samples)):
        return
    warnings.warn(
        "the members err much less here than on rows that are new to them, so these seem to be the rows that they were "
        "trained on; choosing members by them keeps the members that remember best. Pass rows that were held out, or "
        "the training rows with out_of_bag=True",
        UserWarning,
        stacklevel=4,
    )


def find_bags(ensemble: Any, n_samples: int) -> NDArray[np.bool_] | None:
    """Whether each member saw the row of each number; None where it is not known or the numbers do not fit."""
    ensemble = open_estimator(ensemble)
    if isinstance(ensemble, Pipeline):
        return find_bags(ensemble[-1], n_samples)
    try:
        samples = ensemble.estimators_samples_
    except (AttributeError, TypeError):  # TypeError: a bag that scikit-learn cannot draw again
        return None
    last = max((int(np.max(rows)) for rows in samples if len(rows)), default=-1)
    if last != n_samples - 1:
        return None
    seen = np.zeros((len(samples), n_samples), dtype=bool)
    for member, rows in enumerate(samples):
        seen[member, rows] = True
    return seen


def looks_seen(outputs: Outputs, bags: NDArray[np.bool_] | None) -> bool:
    """Whether the members seem to have memorised the rows.

    Parameters
    ----------
    outputs : Outputs
        What the members said, with the truth.
    bags : ndarray of bool of shape (n_members, n_samples) or None
        Which rows each member was trained on, if these are the training rows.

    Examples
    --------
    >>> looks_seen(Outputs.from_predictions([[0, 1, 1], [0, 1, 1]], truth=[0, 1, 1]), bags=None)
    True
    """
    truth = outputs.known_truth()
    losses = outputs.answers != truth if outputs.is_classification else (outputs.answers - truth) ** 2
    if bags is None or bags.all() or len(bags) < 3:
        return bool(outputs.n_members > 1 and not losses.any())
    inside = np.einsum("tn,tn->t", losses, bags, dtype=np.float64) / np.maximum(bags.sum(axis=1), 1)
    outside = np.einsum("tn,tn->t", losses, ~bags, dtype=np.float64) / np.maximum((~bags).sum(axis=1), 1)
    gap = outside - inside
    error = gap.std(ddof=1) / np.sqrt(len(gap))
    return bool(gap.mean() > _SURE * error and inside.mean() < _MUCH * outside.mean())


def leaves_rows_out(ensemble: Any, n_samples: int) -> bool:
    """Whether each member of a fitted ensemble is known to have missed some of the training rows."""
    bags = find_bags(ensemble, n_samples)
    return bags is not None and not bags.all()


def keep_of_fitted(
    model: Any,
    ensemble: Any,
    X: Any,
    y: NDArray[Any],
    weights: Any = None,
    *,
    out_of_bag: bool = False,
    training: tuple[Any, ArrayLike] | None = None,
    table: Any = None,
) -> None:
    """Let a pruned ensemble keep members of a fitted one; the parameters are those of `prune`."""
    check_parameters(model)
    said = Outputs.from_estimator(
        ensemble, X, y, out_of_bag=out_of_bag, sample_weight=weights, n_jobs=model.n_jobs
    )
    if out_of_bag:
        evaluated = {"out_of_bag_error": said}
    else:
        warn_if_seen(ensemble, said)
        evaluated = {"validation_error": said}
        if training is not None:
            evaluated["out_of_bag_error"] = Outputs.from_estimator(
                ensemble, *training, out_of_bag=True, n_jobs=model.n_jobs
            )
    if said.classes is not None:
        model.classes_, model.n_classes_ = said.classes, len(said.classes)
    for name in ("n_features_in_", "feature_names_in_"):
        if hasattr(ensemble, name):
            setattr(model, name, getattr(ensemble, name))
    if table is None and isinstance(METHODS.resolve(model.method), InstanceSelection):
        table = TrainingSet.read(model, X, task=None).X
    keep(model, ensemble, evaluated, table)


def keep(model: Any, ensemble: Any, evaluated: dict[str, Outputs], table: Any) -> None:
    """Choose by the first outputs, and follow the choice on the others.

    Parameters
    ----------
    model : PrunedEnsembleClassifier or PrunedEnsembleRegressor
        Whose parameters are followed, and whose fitted attributes are set.
    ensemble : estimator or sequence of estimators
        The fitted ensemble.
    evaluated : mapping of str to Outputs
        What its members said, by the names of the columns of `path_`.
    table : ndarray or None
        The rows of the first outputs, which only `InstanceSelection` needs.
    """
    method = METHODS.resolve(model.method)
    outputs = next(iter(evaluated.values()))
    model.n_members_before_ = outputs.n_members
    if isinstance(method, InstanceSelection):
        _choose_by_row(model, method, ensemble, evaluated, table)
        return
    evaluator = make_evaluator(outputs, soft=model._soft)
    seed = int(model._draw_seeds(3)[2])
    search = method.search(evaluator, count_members(model.n_members, outputs.n_members), seed)
    combination_weights = search.combination_weights * outputs.member_weights()[search.kept]
    if not combination_weights.any():  # members of no weight, as boosting makes them, have equal weights
        combination_weights = search.combination_weights
    # The model may know a class that the members have never met.
    classes = getattr(model, "classes_", None)
    model.committee_ = Committee(
        (Part.keep(ensemble, search.kept, combination_weights),), classes, not model._soft
    )
    model.kept_, model.search_, model._chooser = search.kept, search, None
    others = {name: make_evaluator(each, soft=model._soft) for name, each in list(evaluated.items())[1:]}
    model.path_ = describe_path(search, next(iter(evaluated)), others)


def _choose_by_row(
    model: Any, method: InstanceSelection, ensemble: Any, evaluated: dict[str, Outputs], table: Any
) -> None:
    outputs = next(iter(evaluated.values()))
    if outputs.classes is None:
        raise ValueError("method='instance' is for classes; for values use 'fitselect', 'forward' or 'best'")
    if model.n_members is not None:
        raise ValueError(
            f"n_members={model.n_members!r}, but method='instance' keeps all members and combines those that suit a "
            "row; leave n_members out"
        )
    encoding = model._encoding
    model._chooser = method.learn(outputs, table, None if encoding is None else encoding.is_categorical)
    everybody = np.arange(outputs.n_members)
    parts = (Part.keep(ensemble, everybody, np.ones(len(everybody))),)
    model.committee_ = Committee(parts, model.classes_, not model._soft)
    model.kept_, model.search_ = everybody, None
    error = _find_error_by_row(outputs, model._chooser.choose(None), model._soft)
    model.path_ = pd.DataFrame({"n_members": len(everybody), next(iter(evaluated)): [error], "chosen": True})


def _find_error_by_row(outputs: Outputs, combination_weights: NDArray[np.float64], soft: bool) -> float:
    """Error where each row has combination weights of its own; of the rows that some member predicts."""
    said: Any = outputs.probabilities if soft else np.eye(outputs.n_classes)[outputs.answers]
    scores = average(said, combination_weights * outputs.covered())
    predicted = ~np.isnan(scores[:, 0])
    wrong = pick_class(scores[predicted]) != outputs.known_truth()[predicted]
    return float(np.average(wrong, weights=outputs.row_weights()[predicted])) if predicted.any() else np.nan


def describe_path(search: Search, name: str, others: dict[str, Evaluator]) -> pd.DataFrame:
    """Errors of the committees that were considered, on the rows that chose and on others.

    Parameters
    ----------
    search : Search
        What was considered.
    name : str
        Name of the column of errors on the rows that chose.
    others : mapping of str to Evaluator
        Other rows, by the names of their columns.
    """
    path = search.frame().rename(columns={"error": name})
    for position, (column, evaluator) in enumerate(others.items()):
        path.insert(2 + position, column, _follow(search, evaluator))
    return path


def _follow(search: Search, evaluator: Evaluator) -> NDArray[np.float64]:
    """Errors of all committees; in one pass where each is the beginning of the last."""
    if search.nested:
        return evaluator.along(search.committees[-1])
    n_all = evaluator.outputs.n_members
    counts = [np.bincount(committee, minlength=n_all) for committee in search.committees]
    return evaluator.of(np.array(counts))
