import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from hedgerow.combination import BayesNetCombiner
from hedgerow.displays.combiner import CombinerDisplay
from hedgerow.outputs import Outputs


def fit(n_members=2, names=("data", "anatomy"), **choices):
    generator = np.random.default_rng(0)
    truth = generator.integers(0, 2, 60)
    heights = np.clip(0.5 + 0.2 * (2 * truth - 1) + 0.2 * generator.standard_normal((n_members, 60)), 0, 1)
    said = np.stack([1 - heights, heights], axis=2)
    names = names if n_members == 2 else ()
    return BayesNetCombiner(**choices).fit(Outputs.from_predictions(said, truth, names=names))


def test_rows_are_the_first_member_and_columns_the_second():
    rule = fit()
    display = CombinerDisplay.from_rule(rule).plot()
    drawn = np.ma.filled(display.ax_.get_images()[0].get_array(), np.nan)
    np.testing.assert_allclose(drawn, rule.network_.smoothed)
    assert display.ax_.get_ylabel() == "data: probability"
    assert display.ax_.get_xlabel().startswith("anatomy: probability")
    assert len(display.ax_.texts) == (rule.network_.counts.sum(axis=0) > 0).sum()
    assert [label.get_text() for label in display.ax_.get_yticklabels()][:3] == ["0", "0.125", "0.25"]
    assert len(display.frame()) == 64


def test_shares_as_counted_are_blank_where_no_row_is():
    rule = fit(names=())
    display = CombinerDisplay.from_rule(rule, shown="raw").plot()
    is_blank = np.ma.getmaskarray(display.ax_.get_images()[0].get_array())
    n_empty = int((rule.network_.counts.sum(axis=0) == 0).sum())
    assert is_blank.sum() == n_empty
    assert display.ax_.get_title(loc="left") == f"{n_empty} of 64 pairs of bins have no row"
    assert display.ax_.get_ylabel() == "first: probability"


def test_the_title_counts_what_neighbours_fill():
    rule = fit()
    table = rule.network_
    empty = table.counts.sum(axis=0) == 0
    filled = int((empty & np.isfinite(table.smoothed)).sum())
    title = CombinerDisplay.from_rule(rule).plot().ax_.get_title(loc="left").replace("\n", " ")
    assert title == f"Neighbours fill {filled} of the {int(empty.sum())} pairs of bins that have no row"


def test_many_bins_have_no_room_for_numbers():
    display = CombinerDisplay.from_rule(fit(n_bins=20)).plot()
    assert not display.ax_.texts


def test_there_is_a_table_of_two_members_only():
    with pytest.raises(ValueError, match=r"learned from 3 members and 2 classes; .* see its frame\(\)"):
        CombinerDisplay.from_rule(fit(3))
    with pytest.raises(NotFittedError):
        CombinerDisplay.from_rule(BayesNetCombiner())
    with pytest.raises(ValueError, match="shown='counts' must be 'smoothed' or 'raw'"):
        CombinerDisplay.from_rule(fit(), shown="counts")
