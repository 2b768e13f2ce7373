"""Ask an estimator about an odd input, and judge what comes of it."""

from __future__ import annotations

import re
import warnings
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import has_fit_parameter
from tests.matrix.estimators import find_task, make_estimator
from tests.matrix.scenarios import SCENARIOS, Case, make_case

Answers = dict[str, np.ndarray[Any, Any]]

_METHODS = ("predict_proba", "predict", "decision_function", "transform", "apply")
# What a library says to those who wrote it, not to those who use it.
_BARE = re.compile(
    r"zero-size array|out of bounds|object at 0x|could not be broadcast|not supported between|NoneType|singular matrix"
    r"|unhashable|ufunc|cannot convert float|has no attribute|unsupported operand|did not converge|not aligned"
    r"|unpack|required positional|index can't contain|Maximum allowed size"
)
_MOST_WORDS = 100


class FaultError(Exception):
    """What is neither a right answer nor a sentence."""


def judge(name: str, scenario_name: str) -> str:
    """Say "answer", "refusal" with its sentence, or "skipped"; a `FaultError` is anything else."""
    scenario = SCENARIOS[scenario_name]
    task = find_task(name)
    if task not in scenario.tasks:
        return "skipped"
    case = scenario.change(make_case(task), task)
    if case.weights is not None and not has_fit_parameter(make_estimator(name), "sample_weight"):
        return "skipped"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with np.errstate(all="ignore"):
                answers = _answer(name, case)
    except (ValueError, TypeError) as refusal:
        _check_sentence(refusal)
        if scenario.verdict == "answer":
            raise FaultError(f"refused: {refusal}") from refusal
        return f"refusal: {type(refusal).__name__}: {refusal}"
    if scenario.verdict == "refusal" and not (scenario.late and _only_keeps(answers)):
        raise FaultError("accepted what has no right answer")
    if scenario.like:
        _compare(_answer_like(name, scenario.like), answers, f"with {scenario.like!r}", _tolerate(name))
    return "answer"


def _tolerate(name: str) -> float:
    """The default libraries hold linear models of scikit-learn, whose last bits depend on how rows lie and how many."""
    return 1e-12 if name.endswith("()") else 0.0


def _only_keeps(answers: Answers) -> bool:
    """Whether rows are not predicted: columns of them are kept as they are, or nothing is asked about them."""
    return not answers or "support" in answers


def _check_sentence(refusal: Exception) -> None:
    text = str(refusal)
    if not text.strip() or _BARE.search(text) or len(text.split()) > _MOST_WORDS:
        raise FaultError(f"bare message: {type(refusal).__name__}: {text[:300]}") from refusal


@cache
def _answer_like(name: str, scenario_name: str) -> Answers:
    task = find_task(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _answer(name, SCENARIOS[scenario_name].change(make_case(task), task))


def _answer(name: str, case: Case) -> Answers:
    before = [_fingerprint(part) for part in (case.X, case.y, case.weights, case.X_new)]
    model = make_estimator(name)
    model.fit(
        case.X,
        **({} if case.y is None else {"y": case.y}),
        **({} if case.weights is None else {"sample_weight": case.weights}),
    )
    answers = _ask(model, case.X_new)
    for method, answer in answers.items():
        _check_answer(model, method, answer, _count(case.X_new))
    _check_parts(model, case.X_new, answers, _tolerate(name))
    if [_fingerprint(part) for part in (case.X, case.y, case.weights, case.X_new)] != before:
        raise FaultError("changed what it was given")
    return answers


def _ask(model: Any, X: Any) -> Answers:
    answers = {method: np.asarray(getattr(model, method)(X)) for method in _METHODS if hasattr(model, method)}
    if hasattr(model, "get_support"):
        # What is kept is made of the rows as they are, whatever their numbers.
        answers = {"support": model.get_support(), "columns": np.array(answers["transform"].shape[1:])}
    return answers


def _check_answer(model: Any, method: str, answer: np.ndarray[Any, Any], n_rows: int) -> None:
    if method in ("support", "columns"):
        return
    if len(answer) != n_rows:
        raise FaultError(f"{method} answers {len(answer)} of {n_rows} rows")
    if answer.dtype.kind == "f" and not np.isfinite(answer).all() and method != "transform":
        raise FaultError(f"{method} answers {answer.ravel()[~np.isfinite(answer.ravel())][0]}")
    if method == "predict_proba":
        if answer.min() < 0 or answer.max() > 1 + 1e-9:
            raise FaultError(f"{method} answers {answer.min()} to {answer.max()}")
        labels = (
            np.ndim(getattr(model, "classes_", [])) != 1
            or len(getattr(model, "classes_", [])) != answer.shape[1]
        )
        if not labels and np.abs(answer.sum(axis=1) - 1).max() > 1e-9 and not hasattr(model, "label_names_"):
            raise FaultError(f"{method} sums to {answer.sum(axis=1).min()} to {answer.sum(axis=1).max()}")
    if (
        method == "predict"
        and answer.ndim == 1
        and hasattr(model, "classes_")
        and not np.isin(answer, model.classes_).all()
    ):
        raise FaultError("predict answers a class that is not there")


def _check_parts(model: Any, X: Any, answers: Answers, tolerance: float) -> None:
    """Rows are predicted alike alone and with others, and however they lie in memory."""
    if _only_keeps(answers) or _count(X) < 2:
        return
    if isinstance(X, pd.DataFrame):
        parts = [X.iloc[place : place + 1] for place in range(min(len(X), 3))] + [X.iloc[3:]]
    elif isinstance(X, np.ndarray) and not isinstance(X, np.ma.MaskedArray) and X.dtype.kind in "fiub":
        parts = [X[place : place + 1] for place in range(min(len(X), 3))] + [X[3:]]
        _compare(answers, _ask(model, np.asfortranarray(X)), "column by column in memory", tolerance)
    else:
        return
    said = [_ask(model, part) for part in parts if len(part)]
    joined = {method: np.concatenate([each[method] for each in said]) for method in answers}
    _compare(answers, joined, "row by row", tolerance)


def _compare(expected: Answers, found: Answers, how: str, tolerance: float) -> None:
    for method, answer in expected.items():
        other = found[method]
        if answer.shape == other.shape and np.array_equal(answer, other, equal_nan=answer.dtype.kind == "f"):
            continue
        if (
            tolerance
            and answer.shape == other.shape
            and np.allclose(answer, other, rtol=tolerance, atol=tolerance)
        ):
            continue
        apart = ""
        if answer.shape == other.shape and answer.dtype.kind == "f":
            apart = f" by {np.nanmax(np.abs(answer - other)):.1e}"
        raise FaultError(f"{method} differs{apart} {how}")


def _count(X: Any) -> int:
    return X.shape[0] if hasattr(X, "shape") else len(X)


def _fingerprint(part: Any) -> Any:
    if isinstance(part, pd.DataFrame | pd.Series):
        return part.to_json(date_format="iso", default_handler=str) if part.shape[0] else ""
    if isinstance(part, np.ndarray) and part.dtype.kind != "O":
        return part.tobytes()
    return repr(part) if not hasattr(part, "toarray") else part.toarray().tobytes()
