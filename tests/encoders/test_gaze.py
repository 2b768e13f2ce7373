import numpy as np
import pandas as pd
import pytest
from tests.encoders.reading_path import BY_HAND, FIXATIONS, WORDS

from hedgerow.encoders import GAZE_FEATURES, encode_gaze
from hedgerow.encoders.gaze import DISCRETE_FEATURES
from hedgerow.tables import TableError


@pytest.mark.parametrize("number", range(1, 23))
def test_a_feature_of_the_drawn_path_is_as_counted_by_hand(number):
    gaze = encode_gaze(FIXATIONS, WORDS)
    assert gaze.about["word"].tolist() == list("ABCDEF")
    np.testing.assert_allclose(gaze.features[GAZE_FEATURES[number - 1]], BY_HAND[number])


def test_there_are_22_features_and_seven_are_discrete():
    assert len(set(GAZE_FEATURES)) == 22
    assert set(DISCRETE_FEATURES) == {
        "n_fixations", "n_fixations_first_visit", "fixated_on_first_pass_of_line", "fixated_on_second_pass_of_line",
        "n_regressions_from", "regression_from_next_word", "n_words_skipped",
    }  # fmt: skip


def draw(seed, n_fixations=60, n_words=30):
    """A reader who jumps about, so everything happens somewhere."""
    rng = np.random.default_rng(seed)
    place = np.arange(n_words)
    words = pd.DataFrame({"word": [f"w{each}" for each in place], "line": place // 6})
    words = words.assign(x0=place % 6 * 50 + 10, y0=place // 6 * 30 + 10)
    words = words.assign(x1=words["x0"] + 40, y1=words["y0"] + 20)
    fixations = pd.DataFrame({"time": np.arange(n_fixations), "duration": rng.uniform(50, 500, n_fixations)})
    fixations = fixations.assign(x=rng.uniform(0, 310, n_fixations), y=rng.uniform(0, 160, n_fixations))
    return fixations.assign(pupil=rng.normal(3, 0.3, n_fixations)), words


@pytest.mark.parametrize("seed", range(5))
def test_what_holds_on_every_path(seed):
    fixations, words = draw(seed)
    gaze = encode_gaze(fixations, words, reach=3.0).features
    np.testing.assert_allclose(gaze["total_duration"], gaze["n_fixations"] * gaze["mean_duration"])
    np.testing.assert_allclose(
        gaze["first_fixation_share"], gaze["first_fixation_duration"] / gaze["total_duration"]
    )
    # Each regression leaves one word and reaches one.
    assert gaze["regressions_from_duration"].sum() == pytest.approx(gaze["regressions_to_duration"].sum())
    assert (gaze["n_fixations_first_visit"] <= gaze["n_fixations"]).all()
    assert (gaze["first_visit_duration"] <= gaze["total_duration"] + 1e-9).all()
    assert set(gaze["regression_from_next_word"]) <= {0.0, 1.0}
    shares = gaze["n_fixations"].sum() / len(fixations)
    assert 0.2 < shares <= 1.0


def test_units_and_the_order_of_rows_do_not_matter():
    fixations, words = draw(7)
    gaze = encode_gaze(fixations, words).features
    shuffled = encode_gaze(fixations.sample(frac=1.0, random_state=0), words).features
    pd.testing.assert_frame_equal(gaze, shuffled)
    later = encode_gaze(fixations.assign(time=fixations["time"] * 3 + 100), words).features
    pd.testing.assert_frame_equal(gaze, later)
    places = ["x0", "y0", "x1", "y1"]
    moved = encode_gaze(
        fixations.assign(x=fixations["x"] + 50, y=fixations["y"] + 7),
        words.assign(**{name: words[name] + (50 if name[0] == "x" else 7) for name in places}),
    ).features
    pd.testing.assert_frame_equal(gaze, moved)


def test_readers_and_pages_are_measured_apart():
    fixations, words = draw(1)
    other, _ = draw(2)
    both = pd.concat([fixations.assign(reader="Ann", page="p"), other.assign(reader="Bob", page="p")])
    both = both.sample(frac=1.0, random_state=0)
    gaze = encode_gaze(both, words.assign(page="p")).frame()
    for name, alone in (("Ann", fixations), ("Bob", other)):
        expected = encode_gaze(alone, words).features
        own = gaze[gaze["reader"] == name].reset_index(drop=True)
        pd.testing.assert_frame_equal(own[list(GAZE_FEATURES)], expected)
        assert set(own["page"]) == {"p"}


def test_a_reach_takes_fixations_beside_a_word():
    far, near = (encode_gaze(FIXATIONS, WORDS, reach=reach) for reach in (4.9, 5.0))
    assert far.features["n_fixations"].sum() == 9
    assert near.features["n_fixations"].tolist()[1] == 4  # of two words as near the first
    assert far.notes == ("1 of 10 fixations are on no word.",)
    assert near.notes == ()


def test_without_pupils_their_mean_is_missing():
    gaze = encode_gaze(FIXATIONS.drop(columns="pupil"), WORDS)
    assert gaze.features["mean_pupil"].isna().all()


def test_labels_find_their_words():
    gaze = encode_gaze(FIXATIONS, WORDS.assign(word=["Ball,", "b", "c", "d", "e", "f"]))
    labels = pd.DataFrame({"word": ["ball", "D", "nowhere"], "relevant": ["yes", "no", "no"]})
    table = gaze.table(labels)
    assert table.target.tolist() == ["yes", "no"]
    assert table.features["total_duration"].tolist() == [200.0, 180.0]
    assert gaze.table().target is None
    by_place = gaze.table(pd.DataFrame({"position": [1, 5], "relevant": [1, 0]}))
    assert by_place.target.tolist() == [1, 0]


def test_labels_of_pages_are_for_all_their_words():
    fixations, words = draw(0)
    pages = [(fixations.assign(page=page), words.assign(page=page)) for page in ("p", "q")]
    fixed, boxes = (pd.concat(parts, ignore_index=True) for parts in zip(*pages, strict=True))
    gaze = encode_gaze(fixed, boxes)
    table = gaze.table(pd.DataFrame({"page": ["p", "q"], "relevant": [True, False]}))
    assert len(table) == len(gaze)
    assert table.target.astype(str).value_counts().to_dict() == {
        "True": len(gaze) // 2,
        "False": len(gaze) // 2,
    }


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({"word": ["A"]}, "lack the column 'relevant'"),
        ({"relevant": [1]}, "do not say which words they are for"),
        ({"word": ["A", "a"], "relevant": [1, 0]}, "say twice what word a is"),
        ({"word": ["Z"], "relevant": [1]}, "No label is for a word that was looked at"),
    ],
)
def test_labels_that_do_not_fit_are_refused(labels, message):
    with pytest.raises(TableError, match=message):
        encode_gaze(FIXATIONS, WORDS).table(pd.DataFrame(labels))
