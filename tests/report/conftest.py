"""Reports that several tests look at, each made once."""

import numpy as np
import pandas as pd
import pytest

from hedgerow import Report
from hedgerow.datasets import load

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
    frame["value"] = 3 * frame["a"] + 2 * frame["b"] ** 2 + 0.3 * generator.normal(size=150)
    return Report.from_table(frame, "value", **QUICK)


@pytest.fixture(scope="session")
def wide_content(wbc_report):
    """What a report on 10,000 rows and 200 features is made of, without the work: long names, and every list full."""
    content = wbc_report.to_dict()
    names = [f'feature number {place:03d} <with> a long & "quoted" name' for place in range(200)]

    def repeat(records, number, **changes):
        copies = [dict(records[place % len(records)]) for place in range(number)]
        for key, values in changes.items():
            for copy, value in zip(copies, values, strict=True):
                copy[key] = value
        return copies

    content["data"] |= {"n_rows": 10_000, "n_features": 200}
    content["data"]["columns"] = repeat(content["data"]["columns"], 200, name=names)
    content["relevance"] |= {"n_features": 200, "n_selected": 200}
    content["relevance"]["features"] = repeat(content["relevance"]["features"], 200, feature=names)
    content["stability"]["features"] = repeat(content["stability"]["features"], 100, feature=names[:100])
    rows, places = content["rows"], np.arange(40) % len(content["rows"]["features"])
    for row in rows["rows"]:
        row["values"] = [row["values"][place] for place in places]
        row["cells"] = [row["cells"][place] for place in places]
        row["contributions"] = row["contributions"] and [row["contributions"][place] for place in places]
    rows["features"], rows["n_rows"] = names[:40], 10_000
    content["margins"]["rows"] = repeat(content["margins"]["rows"], 100)
    content["margins"]["n_suspicious"] = 2_000
    return content
