"""The data in the package."""

import pytest

from hedgerow.datasets.bundled import BUNDLED, load_bundled


@pytest.mark.parametrize(
    ("name", "shape", "kind", "n_missing", "counts"),
    [
        ("ionosphere", (351, 34), "number", 0, {"good": 225, "bad": 126}),
        ("pima", (768, 8), "number", 0, {"neg": 500, "pos": 268}),
        ("sonar", (208, 60), "number", 0, {"M": 111, "R": 97}),
        ("votes", (435, 16), "category", 392, {"democrat": 267, "republican": 168}),
        ("wbc", (699, 9), "number", 16, {"benign": 458, "malignant": 241}),
    ],
)
def test_the_sets_are_what_the_papers_describe(name, shape, kind, n_missing, counts):
    table = load_bundled(name)
    assert table.name == name
    assert table.features.shape == shape
    assert set(table.kinds.values()) == {kind}
    assert table.features.isna().to_numpy().sum() == n_missing
    assert table.target.value_counts().to_dict() == counts


def test_wbc_has_683_complete_rows_of_grades_from_1_to_10():
    features = load_bundled("wbc").features
    assert features.dropna().shape == (683, 9)
    assert (features.min().min(), features.max().max()) == (1, 10)


def test_votes_are_yes_or_no():
    assert all(
        list(column.cat.categories) == ["n", "y"] for _, column in load_bundled("votes").features.items()
    )


def test_options_go_to_read_table():
    assert "Id" in load_bundled("wbc", drop=(), categories="Id").kinds


def test_all_are_tested():
    assert len(BUNDLED) == 5
