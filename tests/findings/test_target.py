from dataclasses import replace

import numpy as np
import pytest

from hedgerow.findings import Case
from hedgerow.findings.target import find_class_imbalance, find_heavy_tails, find_small_classes


def test_a_rare_class_is_found(make_table):
    table = make_table(["no"] * 95 + ["yes"] * 5, x=range(100))
    (finding,) = find_class_imbalance(Case(table))
    assert finding.severity == "warning"
    assert "'yes' has 5 of 100 rows (5.0 %)" in finding.sentence
    assert "always is right on 95.0 %" in finding.sentence
    assert finding.evidence["counts"] == {"no": 95, "yes": 5}
    assert finding.evidence["ratio"] == 5 / 95


def test_a_tenth_is_not_rare(make_table):
    assert not find_class_imbalance(Case(make_table(["no"] * 100 + ["yes"] * 10, x=range(110))))


def test_values_have_no_rare_class(make_table):
    assert not find_class_imbalance(
        Case(make_table([0.5] * 50 + [1.25, 2.5], x=range(52), task="regression"))
    )


def find(make_table, *counts):
    labels = [f"class {place}" for place, number in enumerate(counts) for _ in range(number)]
    return find_small_classes(Case(make_table(labels, x=np.arange(len(labels)) / 7)))


def test_a_small_class_is_found(make_table):
    (finding,) = find(make_table, 30, 9)
    assert finding.severity == "warning"
    assert "1 class has fewer than 10 rows: 'class 1'; the smallest has 9." in finding.sentence


def test_a_class_without_a_row_in_every_fold_is_serious(make_table):
    (finding,) = find(make_table, 30, 4, 9)
    assert finding.severity == "serious"
    assert (
        "2 classes have fewer than 10 rows: 'class 1' and 'class 2'; the smallest has 4." in finding.sentence
    )
    assert "some folds of a cross-validation hold none of it" in finding.sentence
    assert finding.evidence["counts"] == {"class 2": 9, "class 1": 4}


def test_ten_rows_are_enough_to_be_silent(make_table):
    assert not find(make_table, 30, 10)


def test_few_values_are_found(make_table, random):
    table = make_table(random.normal(size=29), x=random.normal(size=29))
    assert "The table has 29 rows" in find_small_classes(Case(table))[0].sentence
    assert not find_small_classes(Case(make_table(random.normal(size=30), x=random.normal(size=30))))


def test_five_rows_are_one_for_each_fold(make_table):
    (finding,) = find(make_table, 30, 5)
    assert finding.severity == "warning"
    assert "folds" not in finding.sentence


def test_without_a_target_nothing_is_small(make_table, random):
    table = make_table(random.normal(size=29), x=random.normal(size=29))
    assert not find_small_classes(Case(replace(table, target=None)))


def test_a_skewed_target_gets_a_logarithm(make_table, random):
    values = np.exp(2 * random.normal(size=500))
    (finding,) = find_heavy_tails(Case(make_table(values, x=random.normal(size=500))))
    assert finding.severity == "warning"
    assert "5 extreme rows hold" in finding.sentence
    assert "predict its logarithm" in finding.sentence
    assert finding.evidence["rows"][0] == int(values.argmax())


def test_wild_values_on_both_sides_are_to_be_looked_at(make_table, random):
    values = random.standard_t(1.5, size=500)
    assert (
        "look at these rows"
        in find_heavy_tails(Case(make_table(values, x=random.normal(size=500))))[0].sentence
    )


def test_normal_values_seldom_fire(make_table, random):
    fired = [
        bool(find_heavy_tails(Case(make_table(random.normal(size=60), x=np.arange(60) / 7))))
        for _ in range(100)
    ]
    assert np.mean(fired) < 0.05


def test_classes_have_no_tails(plain):
    assert not find_heavy_tails(Case(plain))


def test_a_target_that_reaches_zero_has_no_logarithm(make_table, random):
    values = np.exp(2 * random.normal(size=500))
    values[values.argmin()] = 0.0
    (finding,) = find_heavy_tails(Case(make_table(values, x=random.normal(size=500))))
    assert "logarithm" not in finding.sentence


def make_tail(n_rows, n_ones, extreme=3.0):
    """Zeros, some ones of either sign, and one extreme value in the second place; the median is zero."""
    values = np.zeros(n_rows)
    values[10 : 10 + n_ones] = np.where(np.arange(n_ones) % 2, -1.0, 1.0)
    values[1] = extreme
    return values


@pytest.mark.parametrize(
    ("n_rows", "n_ones", "fires"), [(50, 21, True), (100, 21, True), (49, 21, False), (100, 22, False)]
)
def test_three_tenths_of_the_squares_in_the_extreme_hundredth(make_table, n_rows, n_ones, fires):
    """The extreme value has a square of nine, the others have squares of one."""
    found = find_heavy_tails(
        Case(make_table(make_tail(n_rows, n_ones), task="regression", x=np.arange(n_rows) % 7))
    )
    assert bool(found) is fires
    for finding in found:
        assert "1 extreme row holds 30.0 % of all squared deviation" in finding.sentence
        assert finding.evidence == {"share": 0.3, "n_extreme": 1, "rows": [1]}


@pytest.mark.parametrize(("extreme", "way_out"), [(8.0, "predict its logarithm"), (-8.0, "look at these")])
def test_a_logarithm_is_for_positive_values_with_large_ones(make_table, extreme, way_out):
    """All values are positive; the extreme one is the largest or the smallest."""
    values = make_tail(60, 20, extreme) + 10
    table = make_table(values, task="regression", x=np.arange(60) % 7)
    assert way_out in find_heavy_tails(Case(table))[0].sentence


def test_one_extreme_row_in_a_hundred_and_one_more_for_the_rest(make_table, random):
    for n_rows, n_extreme, n_named in ((100, 1, 1), (101, 2, 2), (2001, 21, 20)):
        values = random.standard_cauchy(n_rows)
        (finding,) = find_heavy_tails(Case(make_table(values, x=np.arange(n_rows) % 7)))
        assert finding.evidence["n_extreme"] == n_extreme
        assert len(finding.evidence["rows"]) == n_named
        assert finding.evidence["rows"][0] == int(np.abs(values - np.median(values)).argmax())


def test_without_a_target_there_are_no_tails(make_table, random):
    values = random.standard_cauchy(100)
    table = make_table(values, x=np.arange(100) % 7)
    assert find_heavy_tails(Case(table))
    assert not find_heavy_tails(Case(replace(table, target=None)))
