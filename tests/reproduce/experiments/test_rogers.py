from hedgerow.reproduce.experiments.rogers import PROTOCOLS, find_sample, read_cell, try_cell
from hedgerow.reproduce.tables import PublishedCell


def test_the_same_method_of_two_tables_is_one_cell():
    chapter_5 = PublishedCell("WBC", "Random Forest", "error", 0.0293)
    chapter_8 = PublishedCell("WBC", "RF", "error", 0.0293)
    assert read_cell(chapter_5) == read_cell(chapter_8)


def test_what_is_not_at_hand_is_not_read():
    assert read_cell(PublishedCell("Eye movement", "RF", "error", 0.3)) is None
    assert read_cell(PublishedCell("WBC", "a new method", "error", 0.3)) is None


def test_a_trial_is_repeatable():
    first, second = (try_cell("Votes / Bagging", 3, 0) for _ in range(2))
    assert first == second


def test_forests_and_ensembles_are_tried():
    assert set(try_cell("Votes / RF", 0, 0)) >= {"error", "base_error", "q_statistic", "n_features"}


def test_samples_follow_the_table():
    assert [find_sample(cell, 5) for cell in ("Votes / RF", "Simple / RF")] == [0, 1]


def test_all_tables_of_both_chapters_are_there():
    assert len(PROTOCOLS) == 7 + 9 + 2
