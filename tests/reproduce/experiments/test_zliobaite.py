import pytest

from hedgerow.reproduce.experiments.zliobaite import read_cell, try_cell
from hedgerow.reproduce.tables import PublishedCell


@pytest.mark.parametrize(
    ("cell", "expected"),
    [  # means of other simulations of the same readings
        (
            "A",
            {"CLU": 10.30, "CL2": 13.55, "FEA": 16.90, "MMM": 10.21, "RSS": 49.75, "ALL": 49.75, "NAY": 50.0},
        ),
        ("B", {"CL2": 14.21, "FEA": 14.16, "MMM": 10.52, "RSS": 49.75, "ALL": 49.75, "NAY": 50.0}),
    ],
)
def test_errors_of_the_toy(cell, expected):
    measured = try_cell(cell, 0, 0)
    for strategy, error in expected.items():
        assert measured[strategy] == pytest.approx(error, abs=0.6), strategy


def test_columns_are_experiments():
    assert read_cell(PublishedCell("CLU", "B_error", "", 12.1, 0.2)) == (("B",), "CLU")
