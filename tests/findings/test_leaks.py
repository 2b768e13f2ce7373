from dataclasses import replace

import numpy as np
import pytest

from hedgerow import Outputs
from hedgerow.findings import Case, leaks
from hedgerow.findings.leaks import find_dominating_feature, find_target_copies, measure_alone

LABELS = ["a", "b", "c"] * 10


def test_a_renamed_class_is_found(make_table):
    (finding,) = find_target_copies(Case(make_table(LABELS, code=[3, 1, 2] * 10, x=np.arange(30) / 7)))
    assert finding.severity == "serious"
    assert "1 column is a copy of the target 'target': 'code'" in finding.sentence


def test_a_rescaled_value_is_found(make_table, random):
    values = random.normal(size=50)
    (finding,) = find_target_copies(
        Case(make_table(values, pounds=2.2 * values + 1, x=random.normal(size=50)))
    )
    assert finding.evidence == {"columns": ["pounds"]}


def test_one_exception_is_no_copy(make_table, random):
    assert not find_target_copies(Case(make_table(LABELS, code=[3, 1, 2] * 9 + [3, 1, 1])))
    values = random.normal(size=50)
    assert not find_target_copies(Case(make_table(values, x=values + 0.01 * random.normal(size=50))))


def test_tiny_tables_copy_by_chance(make_table):
    assert not find_target_copies(Case(make_table(["a", "b"] * 9, x=[0, 1] * 9)))


def test_columns_that_cannot_be_a_scale_of_values_are_not_compared(make_table, random):
    values = np.arange(50.0) % 25
    gap = np.where(np.arange(50) == 7, np.nan, 2 * values)
    table = make_table(values, gap=gap, word=np.where(values > 12, "high", "low"), x=random.normal(size=50))
    assert not find_target_copies(Case(table))


@pytest.mark.parametrize(("n_rows", "fires"), [(19, False), (20, True)])
def test_twenty_rows_are_no_chance(make_table, n_rows, fires):
    labels = np.arange(n_rows) % 2
    assert bool(find_target_copies(Case(make_table(labels, code=1 - labels)))) is fires


@pytest.mark.parametrize(("n_values", "fires"), [(2, False), (3, True)])
def test_a_straight_line_has_three_points(make_table, n_values, fires):
    values = 2.5 * (np.arange(30) % n_values)
    table = make_table(values, task="regression", x=7.0 - values)
    found = find_target_copies(Case(table))
    assert bool(found) is fires
    assert not fires or "it is the target times a number, plus a number" in found[0].sentence


def test_several_copies_are_all_named(make_table):
    table = make_table(LABELS, code=[3, 1, 2] * 10, word=["u", "v", "w"] * 10, x=np.arange(30) / 7)
    (finding,) = find_target_copies(Case(table))
    assert finding.evidence == {"columns": ["code", "word"]}
    assert "2 columns are copies of the target" in finding.sentence
    assert "leave them out" in finding.sentence


def test_without_a_target_there_are_no_copies(make_table):
    table = make_table(LABELS, code=[3, 1, 2] * 10)
    assert not find_target_copies(Case(replace(table, target=None)))


def test_an_identifier_is_left_to_others(make_table):
    values = np.arange(30.0)
    assert not find_target_copies(Case(make_table(values, task="regression", row_id=np.arange(30))))


def test_a_feature_that_knows_the_answer_is_serious(make_table, random):
    y = np.arange(200) % 2
    table = make_table(
        np.where(y, "yes", "no"), leak=y + 0.1 * random.normal(size=200), x=random.normal(size=200)
    )
    (finding,) = find_dominating_feature(Case(table))
    assert finding.severity == "serious"
    assert finding.evidence["feature"] == "leak"
    assert "is often a leak" in finding.sentence


def test_a_feature_as_good_as_the_model_is_a_warning(make_table, random):
    y = np.arange(400) % 2
    table = make_table(y, strong=y + 0.3 * random.normal(size=400), x=random.normal(size=400))
    said = np.tile(np.where(random.random(400) < 0.95, y, 1 - y), (3, 1))
    assert not find_dominating_feature(Case(table))
    (finding,) = find_dominating_feature(Case(table, outputs=Outputs.from_predictions(said, y)))
    assert finding.severity == "warning"


def test_useful_features_are_no_leaks(plain):
    assert not find_dominating_feature(Case(plain))


def test_values_are_looked_at_too(make_table, random):
    values = random.normal(size=500)
    table = make_table(values, leak=np.exp(values), x=random.normal(size=500))
    assert find_dominating_feature(Case(table))[0].evidence["feature"] == "leak"


def test_a_lonely_feature_dominates_nothing(make_table, random):
    y = np.arange(100) % 2
    assert not find_dominating_feature(Case(make_table(y, x=y + 0.1 * random.normal(size=100))))


def test_skill_is_measured_on_rows_that_the_tree_has_not_seen(make_table, random):
    y = random.integers(0, 2, 1000)
    table = make_table(y, noise=random.normal(size=1000), half=np.where(random.random(1000) < 0.5, y, 2))
    noise, half = measure_alone(table, ["noise", "half"])
    assert noise < 0.1
    assert 0.4 < half < 0.6


@pytest.mark.parametrize(("n_rows", "fires"), [(19, False), (20, True)])
def test_twenty_rows_are_told_from_chance(make_table, random, n_rows, fires):
    y = np.arange(n_rows) % 2
    table = make_table(y, leak=y + 0.1 * random.normal(size=n_rows), x=random.normal(size=n_rows))
    assert bool(find_dominating_feature(Case(table))) is fires


def test_without_a_target_nothing_is_found(plain):
    assert not find_dominating_feature(Case(replace(plain, target=None)))


@pytest.mark.parametrize(
    ("skills", "whole", "severity"),
    [
        ([0.1, 0.98], None, "serious"),
        ([0.1, 0.979], None, None),
        ([1.0], None, None),  # the only feature leads nobody
        ([0.98, 0.98], 0.5, "serious"),
        ([0.8, 0.6], 0.8, "warning"),
        ([0.79, 0.1], 0.79, None),
        ([0.8, 0.61], 0.8, None),
        ([0.1, 0.5, 0.8], 0.8, "warning"),
        ([0.1, 0.61, 0.8], 0.8, None),
        ([0.95, 0.1], 1.0, "warning"),
        ([0.94, 0.1], 1.0, None),
        ([0.9], 0.9, "warning"),
    ],
)
def test_when_a_feature_dominates(monkeypatch, make_table, skills, whole, severity):
    monkeypatch.setattr(leaks, "measure_alone", lambda *_: np.array(skills))
    monkeypatch.setattr(leaks, "find_skill", lambda _: whole)
    table = make_table(np.arange(20) % 2, **{name: np.arange(20) % 7 for name in "abc"[: len(skills)]})
    found = find_dominating_feature(Case(table))
    assert [finding.severity for finding in found] == [severity] * (severity is not None)
    for finding in found:
        assert finding.evidence["feature"] == "abc"[int(np.argmax(skills))]
        assert finding.evidence["second"] == max(sorted(skills)[:-1], default=0.0)
        assert ("and the whole model" in finding.sentence) is (whole is not None)


def test_a_feature_is_asked_about_half_of_the_rows_by_a_tree_of_the_other(monkeypatch, make_table, random):
    asked = []

    def keep(column, target, halves, is_class):
        asked.extend(halves)
        return 0.0

    monkeypatch.setattr(leaks, "_measure", keep)
    table = make_table(random.integers(0, 2, 3001), x=random.normal(size=3001))
    measure_alone(table, ["x"])
    for learn, test in asked:
        assert (len(learn), len(test)) == (1000, 1000)
        assert len({*learn, *test}) == 2000
    assert asked[0][0] is not asked[1][0]
    np.testing.assert_array_equal(asked[0], asked[1][::-1])


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_a_constant_has_no_skill_and_the_target_all(make_table, task):
    """The target is small, so that its squares add up to less than one."""
    y = np.arange(100) % 3 / (100 if task == "regression" else 1)
    table = make_table(y, task=task, same=y, constant=np.zeros(100))
    assert measure_alone(table, ["same", "constant"]).tolist() == pytest.approx([1.0, 0.0])


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_nothing_is_to_be_known_where_the_rows_looked_at_are_all_the_same(make_table, task):
    table = make_table(np.arange(40) % 2, task=task, x=np.arange(40) % 7)
    table.target[:] = 0
    assert measure_alone(table, ["x"]).tolist() == [0.0]


def test_the_tree_for_classes_has_four_levels_and_two_rows_in_a_leaf(random):
    depths, sizes = [], []
    for _ in range(20):
        noise, y = random.normal(size=(300, 1)), random.integers(0, 2, 300)
        tree = leaks._make_tree(y, is_class=True).fit(noise, y).flat_tree_
        depths.append(tree.max_depth)
        sizes.extend(tree.n_node_samples[tree.is_leaf])
    assert max(depths) == 4
    assert min(sizes) == 2


@pytest.mark.parametrize(("n_rows", "fewest"), [(9, 1), (29, 2), (49, 4), (50, 5), (900, 5)])
def test_the_tree_for_values_has_a_tenth_of_the_rows_in_a_leaf_and_five_at_most(random, n_rows, fewest):
    noise, y = random.normal(size=(n_rows, 1)), random.normal(size=n_rows)
    tree = leaks._make_tree(y, is_class=False).fit(noise, y).flat_tree_
    assert tree.n_node_samples[tree.is_leaf].min() == fewest
