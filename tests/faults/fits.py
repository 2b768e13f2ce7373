"""Fits that are interrupted: by a timer at random moments, and at places that are drawn of all that a fit passes."""

from __future__ import annotations

import signal
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from tests.faults.interrupts import count_places, interrupt
from tests.faults.outcomes import Outcome
from tests.matrix.asking import _ask
from tests.matrix.estimators import find_task, list_names, make_estimator
from tests.matrix.scenarios import Case, make_case

from hedgerow import ForestRelevance, RandomForestClassifier, RelevanceSelector
from hedgerow.boosting import LogitBoostClassifier

TIMED: dict[str, Callable[[int], Any]] = {
    "forest": lambda n_jobs: RandomForestClassifier(60, oob_score=True, n_jobs=n_jobs, random_state=0),
    "boosting": lambda n_jobs: LogitBoostClassifier(n_estimators=40, random_state=0),
    "relevance": lambda n_jobs: ForestRelevance(n_estimators=200, n_jobs=n_jobs, random_state=0),
    "selector": lambda n_jobs: RelevanceSelector(n_estimators=200, n_jobs=n_jobs, random_state=0),
}
_BEYOND = 1.05


def _fit(model: Any, case: Case) -> Any:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return model.fit(case.X) if case.y is None else model.fit(case.X, case.y)


def _answer(model: Any, case: Case) -> dict[str, np.ndarray[Any, Any]]:
    if isinstance(model, ForestRelevance):
        frame = model.relevance_.frame().select_dtypes("number")
        return {str(name): frame[name].to_numpy() for name in frame}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return _ask(model, case.X_new)


def _is_same(first: dict[str, Any], second: dict[str, Any]) -> bool:
    return first.keys() == second.keys() and all(
        np.array_equal(first[key], second[key], equal_nan=first[key].dtype.kind == "f") for key in first
    )


def judge(
    model: Any, before: dict[str, Any], case: Case, old: Case, expected: Any, old_answer: Any
) -> tuple[str, ...]:
    """What is wrong with an estimator whose fit was interrupted.

    Parameters
    ----------
    model : estimator
        What was fitted.
    before : dict
        Its attributes before; all that it may have now, unless the fit had come to its end.
    case, old : Case
        What it was fitted to, and what it had been fitted to before.
    expected, old_answer : dict
        What it says after a fit that nobody interrupts, and what it said before; None where it was not fitted.
    """
    faults, now = [], vars(model)
    if now.keys() == before.keys() and all(now[name] is before[name] for name in before):
        if old_answer is not None and not _is_same(_answer(model, old), old_answer):
            faults.append("has its attributes, but answers otherwise than before")
    else:
        try:
            whole = _is_same(_answer(model, case), expected)
        except Exception as error:
            faults.append(f"is neither as before nor fitted: {type(error).__name__}: {error}")
        else:
            if not whole:
                changed = sorted(name for name in now if now[name] is not before.get(name))
                faults.append(f"is neither as before nor fitted: {', '.join(changed)} changed")
    if not _is_same(_answer(_fit(model, case), case), expected):
        faults.append("answers otherwise after the next fit")
    return tuple(faults)


def interrupt_timed(name: str, n_jobs: int, n_trials: int, seed: int) -> Iterator[Outcome]:
    """Let a timer interrupt fits, every second one of an estimator that had been fitted."""
    row = f"fit of a {name}, n_jobs={n_jobs}"
    case, old = make_case("classes", 400, 8), make_case("classes", 60, 8)
    expected, old_answer = (_answer(_fit(TIMED[name](n_jobs), each), each) for each in (case, old))
    began = time.perf_counter()
    _fit(TIMED[name](n_jobs), case)
    usual = time.perf_counter() - began
    draw = np.random.default_rng([seed, *row.encode()])
    for number, share in enumerate(draw.random(n_trials)):
        model = TIMED[name](n_jobs)
        was_fitted = bool(number % 2)
        if was_fitted:
            _fit(model, old)
        before = dict(vars(model))
        ending, came = _run_for(lambda model=model: _fit(model, case), usual * share * _BEYOND)
        faults = judge(model, before, case, old, expected, old_answer if was_fitted else None)
        yield Outcome(row, ending, faults, came)


def _run_for(call: Callable[[], object], seconds: float) -> tuple[str, float]:
    """Interrupt a call after so many seconds; say whether it was, and how long it took to answer."""
    fired = []

    def fire(*_: object) -> None:
        fired.append(time.perf_counter())
        raise KeyboardInterrupt

    due = time.perf_counter() + seconds
    usual = signal.signal(signal.SIGALRM, fire)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
        call()
        ending = "finished"
    except KeyboardInterrupt:
        ending = "interrupted"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
    return ending, max(time.perf_counter() - due, 0.0) if fired else 0.0


@cache
def _learn(name: str) -> tuple[Case, Case, Any, Any, int]:
    task = find_task(name)
    case, old = make_case(task), make_case(task, 30)
    expected, old_answer = (_answer(_fit(make_estimator(name), each), each) for each in (case, old))
    return case, old, expected, old_answer, count_places(lambda: _fit(make_estimator(name), case))


def interrupt_placed(name: str, n_trials: int, seed: int) -> Iterator[Outcome]:
    """Interrupt the fit of a public estimator at places that are drawn, every second time when it had been fitted."""
    case, old, expected, old_answer, n_places = _learn(name)
    draw = np.random.default_rng([seed, *name.encode()])
    for number, place in enumerate(draw.integers(n_places, size=n_trials)):
        model = make_estimator(name)
        was_fitted = bool(number % 2)
        if was_fitted:
            _fit(model, old)
        before = dict(vars(model))
        where = interrupt(lambda model=model: _fit(model, case), int(place))
        faults = judge(model, before, case, old, expected, old_answer if was_fitted else None)
        told = tuple(f"{name}, interrupted at {where or 'its end'}: {each}" for each in faults)
        yield Outcome("fits of all estimators", "interrupted" if where else "finished", told)


def list_estimators() -> tuple[str, ...]:
    """Names of all public estimators, each once."""
    return tuple(name for name in list_names() if not name.endswith("()"))
