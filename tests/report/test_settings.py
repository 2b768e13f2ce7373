import numpy as np
import pytest

from hedgerow.report.settings import Settings


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_folds": 1}, "n_folds=1 must be a whole number of 2 or more"),
        ({"n_repeats": 2.5}, "n_repeats=2.5 must be a whole number of 2 or more"),
        ({"n_rows_explained": 0}, "n_rows_explained=0 must be a whole number of 1 or more"),
        ({"n_repeats": True}, "n_repeats=True must be"),
    ],
)
def test_what_cannot_be_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        Settings(**given)


def test_folds_may_be_left_open_and_counts_may_be_numpys():
    assert Settings(n_folds=None, n_repeats=np.int64(3)).n_repeats == 3
