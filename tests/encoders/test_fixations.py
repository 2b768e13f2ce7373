import numpy as np
import pandas as pd
import pytest
from tests.encoders.reading_path import FIXATIONS, WORDS

from hedgerow.encoders import encode_gaze
from hedgerow.encoders.fixations import Page
from hedgerow.tables import TableError


def change(frame, **cells):
    frame = frame.astype(object)
    for name, value in cells.items():
        frame.loc[1, name] = value
    return frame


@pytest.mark.parametrize(
    ("fixations", "words", "message"),
    [
        (
            FIXATIONS.drop(columns="duration"),
            WORDS,
            "The fixations lack the column 'duration': they need time, x",
        ),
        (FIXATIONS, WORDS.drop(columns="line"), "The words lack the column 'line'"),
        (FIXATIONS.iloc[:0], WORDS, "There are no fixations"),
        (FIXATIONS, WORDS.iloc[:0], "There are no words"),
        (change(FIXATIONS, duration=-5), WORDS, r"duration in row 2 is -5 \(1 such row\)"),
        (
            change(FIXATIONS, x="left"),
            WORDS,
            "The x in row 2 of the fixations is 'left', which is not a number",
        ),
        (change(FIXATIONS, time=None), WORDS, "The time in row 2 of the fixations is missing"),
        (change(FIXATIONS, pupil="wide"), WORDS, "The pupil in row 2 of the fixations is 'wide'"),
        (
            change(FIXATIONS, x=999),
            WORDS,
            r"1 of 10 fixations is outside the page of 140 x 50, the first in row 2 at \(999, 10\)",
        ),
        (change(FIXATIONS, y=-1), WORDS, r"outside the page.*--page 1024x768"),
        (FIXATIONS, change(WORDS, x1=0), "The box of the word 'B' has no area"),
        (FIXATIONS, change(WORDS, word=None), "The word in row 2 of the words is missing"),
        (FIXATIONS, change(WORDS, word=" "), "The word in row 2 of the words is missing"),
        (FIXATIONS, change(WORDS, line=None), "The line in row 2 of the words is missing"),
        (
            change(FIXATIONS.assign(reader="Ann"), reader=None),
            WORDS,
            "The reader in row 2 of the fixations is missing",
        ),
        (FIXATIONS.assign(page="p"), WORDS, "The fixations have a column 'page', but the words have none"),
        (FIXATIONS.assign(page="p"), WORDS.assign(page="q"), "fixations on the page 'p', of which no words"),
        (FIXATIONS.to_dict(), WORDS, "The fixations must be a data frame, not a dict"),
        (FIXATIONS.assign(x=45, y=25), WORDS, "No fixation is on a word"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(fixations, words, message):
    with pytest.raises(TableError, match=message):
        encode_gaze(fixations, words)


def test_fixations_outside_the_page_may_be_left_out():
    gaze = encode_gaze(change(FIXATIONS, x=999), WORDS, outside="drop")
    assert gaze.notes[0].startswith("Left out 1 of 10 fixations outside the page")
    assert gaze.features["n_fixations"].sum() == 8
    with pytest.raises(TableError, match="All fixations are outside the page"):
        encode_gaze(FIXATIONS.assign(x=999), WORDS, outside="drop")


def test_a_page_may_be_larger_than_its_text():
    moved = change(FIXATIONS, x=200)
    assert encode_gaze(moved, WORDS, page_size=(1024, 768)).features["n_fixations"].sum() == 8


def test_a_page_may_be_a_number_in_one_table_and_a_word_in_the_other():
    gaze = encode_gaze(FIXATIONS.assign(page=7), WORDS.assign(page="7"))
    assert gaze.about["page"].unique().tolist() == ["7"]
    assert encode_gaze(FIXATIONS.assign(page=7), WORDS.assign(page=7)).about["page"].unique().tolist() == [7]


def test_a_long_recording_is_measured_part_by_part(monkeypatch):
    whole = encode_gaze(FIXATIONS, WORDS, reach=3.0).features
    monkeypatch.setattr("hedgerow.encoders.fixations._MOST_DISTANCES", 13)
    pd.testing.assert_frame_equal(encode_gaze(FIXATIONS, WORDS, reach=3.0).features, whole)


def test_input_is_left_alone():
    fixations, words = FIXATIONS.copy(), WORDS.copy()
    encode_gaze(fixations, words)
    pd.testing.assert_frame_equal(fixations, FIXATIONS)
    pd.testing.assert_frame_equal(words, WORDS)


def test_the_nearest_word_within_reach():
    page = Page(np.array(["a", "b"]), np.array([1, 1]), np.array([[0, 0, 10, 10], [20, 0, 30, 10]], float))
    places = np.array([[5, 5], [14, 5], [17, 5], [14, 14], [99, 5]], float)
    assert page.find_words(*places.T, 0.0).tolist() == [0, -1, -1, -1, -1]
    assert page.find_words(*places.T, 5.0).tolist() == [0, 0, 1, -1, -1]  # (14, 14) is sqrt(32) away
    assert page.size() == (30.0, 10.0)
