"""A plugin of pytest: test modules that import scikit-learn's tree ensembles get hedgerow's.

Names are exchanged while a test module is imported and at no other time, so that scikit-learn itself keeps its classes.
What a test came to, and whether it made one of our estimators, goes to the file that `HEDGEROW_PARITY` names.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import sklearn.ensemble
import sklearn.tree

import hedgerow
from hedgerow import boosting

OURS: dict[str, type] = {
    "AdaBoostClassifier": hedgerow.AdaBoostClassifier,
    "AdaBoostRegressor": boosting.AdaBoostR2Regressor,
    "BaggingClassifier": hedgerow.BaggingClassifier,
    "BaggingRegressor": hedgerow.BaggingRegressor,
    "DecisionTreeClassifier": hedgerow.DecisionTreeClassifier,
    "DecisionTreeRegressor": hedgerow.DecisionTreeRegressor,
    "ExtraTreesClassifier": hedgerow.ExtraTreesClassifier,
    "ExtraTreesRegressor": hedgerow.ExtraTreesRegressor,
    "RandomForestClassifier": hedgerow.RandomForestClassifier,
    "RandomForestRegressor": hedgerow.RandomForestRegressor,
}

_made: set[str] = set()  # tests that made one of our estimators
_running = ""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[Any]:
    """Import a test module twice: once for what it imports in turn, and once with our classes."""
    if not isinstance(collector, pytest.Module):
        return (yield)
    name = ".".join(["sklearn", *collector.path.with_suffix("").parts[-3:]])
    importlib.import_module(name)
    del sys.modules[name]
    with exchanged():
        return (yield)


@contextlib.contextmanager
def exchanged() -> Iterator[None]:
    """Let `sklearn.ensemble` and `sklearn.tree` offer our classes."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (sklearn.ensemble, sklearn.tree):
            for name, ours in OURS.items():
                if hasattr(module, name):
                    patch.setattr(module, name, ours)
        yield


def pytest_configure() -> None:
    """Note who makes our estimators."""
    for ours in set(OURS.values()):
        ours.__new__ = _make_and_note  # type: ignore[method-assign, assignment]


def _make_and_note(cls: type, *_: Any, **__: Any) -> Any:
    _made.add(_running)
    return object.__new__(cls)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Function) -> Iterator[Any]:
    """Keep the name of the test that runs, and note whether it was handed an estimator of ours."""
    global _running  # noqa: PLW0603  # hooks of a plugin share nothing else
    _running = item.nodeid
    handed = item.callspec.params.values() if hasattr(item, "callspec") else ()
    if any(isinstance(each, tuple(OURS.values())) for each in handed):
        _made.add(_running)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write a line for each test: its name, what it came to, and the first line of its error."""
    if report.when != "call" and report.passed:
        return
    crash = getattr(report.longrepr, "reprcrash", None)
    line = {
        "test": report.nodeid.split("::", 1)[1],
        "outcome": report.outcome,
        "ours": report.nodeid in _made,
        "error": "" if crash is None else crash.message.strip().split("\n")[0],
    }
    with open(os.environ["HEDGEROW_PARITY"], "a", encoding="utf-8") as lines:
        lines.write(json.dumps(line) + "\n")
