import os

import pytest

from hedgerow.reproduce import worker
from hedgerow.reproduce.store import TrialStore


def test_a_worker_finishes_what_is_missing(tmp_path):
    path = tmp_path / "trials.sqlite"
    worker.work([str(path), "evans-scalars", "3", "0"])
    with TrialStore(path) as store:
        assert list(store.measurements("evans formulas 1, seed 0", 3)["formulas"]) == [0, 1, 2]


def test_a_worker_ends_when_its_parent_is_gone(tmp_path, monkeypatch):
    parents = iter([1000, 1000, 1000, 1])
    monkeypatch.setattr(os, "getppid", lambda: next(parents))
    worker.work([str(tmp_path / "trials.sqlite"), "evans-scalars", "3", "0"])
    with TrialStore(tmp_path / "trials.sqlite") as store:
        assert len(store.finished("evans formulas 1, seed 0", 3)) == 1


def test_an_unknown_table_fails(tmp_path):
    with pytest.raises(LookupError, match="no-such-table"):
        worker.work([str(tmp_path / "trials.sqlite"), "no-such-table", "1", "0"])
