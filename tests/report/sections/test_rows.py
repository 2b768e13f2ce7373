import numpy as np

from hedgerow import Outputs
from hedgerow.relevance.local import LocalRelevance
from hedgerow.report.sections.rows import MAX_FEATURES, describe_rows


def make(n_rows, n_features):
    values = np.random.default_rng(0).normal(size=(n_rows, n_features)).astype(np.float32)
    names = tuple(f"f{feature}" for feature in range(n_features))
    return LocalRelevance(
        values, np.ones(values.shape, np.int32), names, [f"r{row}" for row in range(n_rows)]
    )


def test_suspicious_rows_take_at_most_half_of_the_places():
    outputs = Outputs.from_predictions(np.zeros((2, 30)), np.ones(30))
    found = describe_rows(make(30, 3), outputs, [9, 4, 7, 1, 2, 3], max_rows=8)
    assert [row["row"] for row in found["rows"][:4]] == ["r9", "r4", "r7", "r1"]
    assert len(found["rows"]) == 8
    # Rows that are suspicious are marked, wherever they are.
    assert {row["row"] for row in found["rows"] if row["suspicious"]} >= {"r9", "r4", "r7", "r1"}


def test_features_are_cut_to_the_strongest():
    found = describe_rows(make(5, 60), Outputs.from_predictions([["a"] * 5], ["a"] * 5), [])
    assert len(found["features"]) == MAX_FEATURES
    assert all(len(row["values"]) == MAX_FEATURES for row in found["rows"])


def test_rows_that_nobody_judged_have_no_answer():
    outputs = Outputs.from_predictions([["a", "b"]], ["a", "b"], speaks=[[True, False]])
    assert [row["said"] for row in describe_rows(make(2, 2), outputs, [])["rows"]] == ["a", None]
