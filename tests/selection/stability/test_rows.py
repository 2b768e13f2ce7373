from collections import Counter

import numpy as np
import pytest

from hedgerow.selection.stability.rows import draw_rows

LABELS = np.array(["a"] * 30 + ["b"] * 10 + ["c"])


def draw(scheme, labels=LABELS, n_repeats=4, share=0.5, entropy=0):
    return draw_rows(scheme, 41, labels, n_repeats=n_repeats, share=share, entropy=entropy)


def test_subsamples_keep_the_classes_and_repeat_no_row():
    for rows in draw("subsample"):
        assert Counter(LABELS[rows]) == {"a": 15, "b": 5, "c": 1}
        assert len(set(rows)) == len(rows)
    assert {len(rows) for rows in draw("subsample", labels=None, share=0.8)} == {33}


def test_bootstraps_keep_the_classes_and_repeat_rows():
    drawn = draw("bootstrap", n_repeats=20)
    for rows in drawn:
        assert Counter(LABELS[rows]) == {"a": 30, "b": 10, "c": 1}
    assert 0.5 < np.mean([len(set(rows)) for rows in drawn]) / 41 < 0.75


def test_folds_leave_each_row_out_once():
    labels = LABELS[:40]
    drawn = draw_rows("cv", 40, labels, n_repeats=None, share=0.5, entropy=0)
    assert len(drawn) == 10
    assert sorted(np.concatenate([np.setdiff1d(np.arange(40), rows) for rows in drawn])) == list(range(40))
    assert all(Counter(labels[rows]) == {"a": 27, "b": 9} for rows in drawn)
    assert len(draw_rows("cv", 40, None, n_repeats=5, share=0.5, entropy=0)) == 5


@pytest.mark.parametrize("scheme", ["subsample", "bootstrap"])
def test_seeds(scheme):
    ours, again, others = draw(scheme), draw(scheme), draw(scheme, entropy=1)
    assert all(map(np.array_equal, ours, again))
    assert not any(map(np.array_equal, ours, others))
    assert all(map(np.array_equal, ours, draw(scheme, n_repeats=9)[:4]))
    assert len(draw(scheme, n_repeats=None)) == 50


def test_given_rows_and_masks():
    drawn = draw([[0, 2], np.arange(41) < 3])
    assert [rows.tolist() for rows in drawn] == [[0, 2], [0, 1, 2]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scheme": "jackknife"}, "scheme='jackknife'"),
        ({"scheme": "subsample", "share": 1.0}, "share=1.0"),
        ({"scheme": "bootstrap", "n_repeats": 1}, "n_repeats=1"),
        ({"scheme": [[0, 50]]}, "names row 50, but the table has 41"),
        ({"scheme": [[0.5]]}, "row numbers, or a mask"),
        ({"scheme": [[]]}, "row numbers, or a mask"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        draw(**options)
