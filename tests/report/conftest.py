"""Reports that several tests look at, each made once."""

import numpy as np
import pandas as pd
import pytest

from hedgerow.datasets import load
from hedgerow.report import Report

QUICK = {"n_estimators": 40, "n_folds": 3, "n_repeats": 3, "n_jobs": 1, "random_state": 0}
HOSTILE = (
    "<script>alert(1)</script>",
    "\"quoted' & <b>bold",
    "x" * 500,
    "שלום \u202e עולם",
    "🌳🦔",
    "</script><img src=x onerror=alert(2)>",
    "{{ 7 * 7 }}",
)
HOSTILE_LABEL = '</title><script>alert("no")</script>'


def make_hostile_frame(n_rows=150):
    generator = np.random.default_rng(0)
    frame = pd.DataFrame({name: generator.normal(size=n_rows) for name in HOSTILE})
    frame["category"] = generator.choice(["<img src=x onerror=alert(3)>", "مرحبا", "y" * 300, "🦔"], n_rows)
    frame.iloc[::9, 1] = np.nan
    noise = generator.normal(size=n_rows)
    frame["<i>target</i>"] = np.where(frame[HOSTILE[0]] + 0.7 * noise > 0, HOSTILE_LABEL, "fine & 'dandy'")
    return frame


@pytest.fixture(scope="session")
def wbc_report():
    return Report.from_table(load("wbc"), **QUICK)


@pytest.fixture(scope="session")
def hostile_report():
    return Report.from_table(make_hostile_frame(), "<i>target</i>", **QUICK)


@pytest.fixture(scope="session")
def regression_report():
    generator = np.random.default_rng(1)
    frame = pd.DataFrame(generator.normal(size=(150, 4)), columns=list("abcd"))
    frame["value"] = 3 * frame["a"] + frame["b"] ** 2 + 0.3 * generator.normal(size=150)
    return Report.from_table(frame, "value", **QUICK)
