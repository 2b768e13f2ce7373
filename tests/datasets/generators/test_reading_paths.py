import numpy as np
import pytest

from hedgerow.datasets.generators.reading_paths import Mechanisms, SimulatedReader, lay_out, read_page

WORDS = ["ba", "lona", "mivazu", "kotubi", "su"] * 40
BOXES = lay_out(WORDS)[["x0", "y0", "x1", "y1"]].to_numpy()


def read(seed=0, *, noticed=None, **reactions):
    is_noticed = np.zeros(len(WORDS), bool) if noticed is None else noticed
    reader = SimulatedReader(1.0, 3.5, 0.1, Mechanisms(**reactions))
    path = read_page(reader, BOXES, is_noticed, np.random.RandomState(seed))
    inside = (
        (path["x"][:, None] >= BOXES[:, 0])
        & (path["x"][:, None] <= BOXES[:, 2])
        & (path["y"][:, None] >= BOXES[:, 1])
        & (path["y"][:, None] <= BOXES[:, 3])
    )
    assert inside.any(axis=1).all()  # every fixation is on a word
    return path, inside.argmax(axis=1)


def test_words_are_set_in_lines_that_do_not_overlap():
    page = lay_out(WORDS)
    assert (page["x1"] <= 60 + 800).all()
    for _, line in page.groupby("line"):
        assert (line["x0"].to_numpy()[1:] > line["x1"].to_numpy()[:-1]).all()
    assert (
        page.groupby("line")["y1"].max().to_numpy()[:-1] < page.groupby("line")["y0"].min().to_numpy()[1:]
    ).all()
    assert page["line"].is_monotonic_increasing


def test_a_page_is_read_from_the_first_word_to_the_last():
    path, on = read()
    assert (np.diff(path["time"]) > 0).all()
    steps = np.diff(on)
    assert 0.7 < (steps > 0).mean() < 0.98  # and now and then the eye stays or goes back
    assert on[0] <= 3
    assert on[-1] >= len(WORDS) - 9


def test_short_words_are_skipped_most():
    fixated = np.zeros(len(WORDS))
    for seed in range(20):
        fixated[np.unique(read(seed)[1])] += 1
    length = np.array([len(word) for word in WORDS])
    assert fixated[length == 2].mean() < fixated[length == 4].mean() < fixated[length == 6].mean()


@pytest.mark.parametrize(
    "reactions", [{"dwell": 1.0}, {"refixation": 0.8}, {"regression": 1.0}, {"pupil": 1.0}]
)
def test_a_reaction_shows_at_noticed_words_only(reactions):
    noticed = np.zeros(len(WORDS), bool)
    noticed[2::10] = True
    measured = {True: [], False: []}
    for seed in range(10):
        path, on = read(seed, noticed=noticed, **reactions)
        for word in np.unique(on):
            here = on == word
            if len(WORDS[word]) == 6:
                seen = {"dwell": path["duration"][here][0], "pupil": path["pupil"][here].mean()}
                runs = 1 + (np.diff(np.flatnonzero(here)) > 1).sum()
                seen |= {"refixation": here.sum() - runs, "regression": runs - 1}
                measured[bool(noticed[word])].append(seen[next(iter(reactions))])
    difference = np.mean(measured[True]) - np.mean(measured[False])
    error = np.hypot(*(np.std(each) / np.sqrt(len(each)) for each in measured.values()))
    assert difference > 5 * error


def test_habits_differ():
    generator = np.random.RandomState(0)
    readers = [SimulatedReader.draw(generator, Mechanisms()) for _ in range(200)]
    assert np.std([reader.pace for reader in readers]) == pytest.approx(0.15, abs=0.03)
    assert np.std([reader.pupil for reader in readers]) == pytest.approx(0.3, abs=0.05)
