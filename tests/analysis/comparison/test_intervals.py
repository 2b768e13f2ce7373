import numpy as np
import pytest
from scipy import stats

from hedgerow.analysis.comparison import binomial_standard_error, interval_half_width, standard_error

FOLDS = np.array([0.81, 0.84, 0.79, 0.88, 0.83])


def test_plain_values_are_those_of_scipy():
    assert standard_error(FOLDS) == pytest.approx(stats.sem(FOLDS))
    low, high = stats.t.interval(0.9, 4, loc=FOLDS.mean(), scale=stats.sem(FOLDS))
    assert interval_half_width(FOLDS, confidence=0.9) == pytest.approx((high - low) / 2)


def test_a_hundred_trials_of_a_fresh_split():
    """Rogers 2007: the standard error of a table entry is sqrt(variance / 100)."""
    trials = np.random.default_rng(0).random(100)
    assert standard_error(trials) == pytest.approx(np.sqrt(trials.var(ddof=1) / 100))


def test_overlap_widens_and_repeats_do_not_make_it_vanish():
    plain = standard_error(FOLDS)
    assert standard_error(FOLDS, test_to_train=0.25) == pytest.approx(plain * np.sqrt((1 / 5 + 1 / 4) * 5))
    many = np.tile(FOLDS, 1000)
    assert standard_error(many, test_to_train=0.25) > 0.5 * many.std()


def test_columns_at_once():
    both = np.column_stack([FOLDS, FOLDS[::-1] ** 2])
    assert standard_error(both) == pytest.approx([standard_error(both[:, 0]), standard_error(both[:, 1])])
    assert interval_half_width(both)[0] == pytest.approx(interval_half_width(FOLDS))


def test_one_score_has_no_spread():
    for scores in ([0.5], 0.5):
        with pytest.raises(ValueError, match="two scores"):
            standard_error(scores)


@pytest.mark.parametrize(
    ("error", "n_test", "message"),
    [
        (1.1, 10, r"error=1.1 must be a number in \[0, 1\]"),
        (-0.1, 10, r"error=-0.1 must be a number in \[0, 1\]"),
        (0.5, 0, "n_test=0 must be an int of 1 or more"),
    ],
)
def test_what_is_not_an_error_rate_is_refused(error, n_test, message):
    with pytest.raises(ValueError, match=message):
        binomial_standard_error(error, n_test)
