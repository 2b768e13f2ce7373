import numpy as np
import pytest

from hedgerow.encoders import GAZE_FEATURES
from hedgerow.reproduce.experiments import rogers_reading
from hedgerow.reproduce.experiments.rogers_reading import (
    PROTOCOLS,
    find_sample,
    read_cell,
    read_words,
    try_cell,
)
from hedgerow.reproduce.reproduction import find_status, list_cells
from hedgerow.reproduce.tables import PublishedCell, find_table

TABLE = find_table("rogers-9.1")


def test_every_cell_of_the_table_is_read():
    assert all(read_cell(cell) is not None for cell in TABLE.cells)
    assert len(list_cells(TABLE, PROTOCOLS["rogers-9.1"])) == 7
    assert find_status(TABLE) == "runs in part"  # the published data are not public
    assert read_cell(PublishedCell("WBC", "RF", "error", 0.03)) is None
    assert read_cell(PublishedCell("Eye movement", "a new method", "error", 0.3)) is None


@pytest.fixture
def few_words(monkeypatch):
    """A small table in the place of the readers."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 22))
    monkeypatch.setattr(
        rogers_reading, "read_words", lambda sample: (X, (X[:, 0] + rng.normal(size=200) > 0).astype(int))
    )


@pytest.mark.parametrize("column", ["RF LOCAL", "DivBoost"])
def test_a_method_is_tried(few_words, column):
    assert set(try_cell(f"Eye movement / {column}", 0, 0)) >= {"error", "base_error", "q_statistic"}


def test_no_value_of_generated_readers_is_expected_to_agree():
    assert PROTOCOLS["rogers-9.1"].stand_in


def test_every_trial_has_its_own_readers():
    assert [find_sample("Eye movement / RF", trial) for trial in (0, 4, 5)] == [0, 4, 5]


def test_the_words_are_about_as_many_as_published():
    X, y = read_words(0)
    assert X.shape[1] == len(GAZE_FEATURES) == 22
    assert len(y) == pytest.approx(3744, rel=0.1)
    assert y.mean() == pytest.approx(1594 / 3744, abs=0.04)
    assert np.isfinite(X).all()
