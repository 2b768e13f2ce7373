import numpy as np
import pytest

from hedgerow.reproduce.experiments.splits import DATA, draw_split, read_data, sample_of


@pytest.mark.parametrize(
    ("data", "shape"),
    [
        ("WBC", (683, 9)),
        ("Pima", (768, 8)),
        ("Sonar", (208, 60)),
        ("Ionosphere", (351, 34)),
        ("Votes", (435, 16)),
        ("Friedman", (200, 10)),
        ("Simple", (300, 9)),
    ],
)
def test_sizes_are_as_published(data, shape):
    X, y = read_data(data, 0)
    assert X.shape == shape
    assert set(y) == {0, 1}
    assert not np.isnan(X).any()


def test_a_split_tests_a_tenth_of_the_rows():
    split, _ = draw_split("Sonar", 0, 0)
    train, test = split.rows
    assert (len(train), len(test)) == (187, 21)
    assert sorted([*train, *test]) == list(range(208))


def test_a_trial_is_its_own_and_repeatable():
    rows = {trial: draw_split("Sonar", trial, 0)[0].rows[1].tolist() for trial in range(2)}
    assert rows[0] != rows[1]
    assert rows[0] == draw_split("Sonar", 0, 0)[0].rows[1].tolist()
    assert rows[0] != draw_split("Sonar", 0, 1)[0].rows[1].tolist()


def test_generated_samples_change_every_five_trials():
    assert [sample_of("Simple", trial) for trial in (0, 4, 5)] == [0, 0, 1]
    assert {sample_of(data, 99) for data in DATA[:5]} == {0}


def test_columns_are_added_and_taken_away_in_both_parts():
    split, _ = draw_split("Pima", 0, 0)
    numbers = np.arange(768.0)[:, None]
    wide = split.widen(numbers)
    np.testing.assert_array_equal(wide.X[:, -1], split.rows[0])
    np.testing.assert_array_equal(wide.X_test[:, -1], split.rows[1])
    kept = np.arange(9) < 8
    np.testing.assert_array_equal(wide.narrow(kept).X, split.X)
