import numpy as np
import pytest

from hedgerow.trials.folds import FoldPlan, draw_rows, plan_folds


@pytest.mark.parametrize(
    ("n_rows", "plan"), [(100, (5, 4)), (299, (5, 4)), (300, (5, 2)), (1_500, (5, 1)), (10_000, (5, 1))]
)
def test_small_tables_are_divided_more_often(n_rows, plan):
    found = plan_folds(np.arange(n_rows) / 2, "regression")
    assert (found.n_folds, found.n_repeats) == plan
    assert found.n_splits == plan[0] * plan[1]


def test_rows_of_large_tables_are_drawn():
    plan = plan_folds(np.arange(50_000.0), "regression")
    assert plan.n_used == 20_000
    splits = plan.split(np.arange(50_000.0), stratified=False)
    rows = np.unique(np.concatenate([test for _, test in splits]))
    assert len(rows) == 20_000
    assert rows.max() > 40_000


def test_every_row_is_tested_once_in_each_division():
    target = np.array(["a"] * 30 + ["b"] * 20)
    plan = FoldPlan(5, 2, 50, 50)
    splits = plan.split(target, stratified=True, random_state=3)
    for repeat in range(2):
        tested = np.concatenate([test for _, test in splits[5 * repeat : 5 * repeat + 5]])
        np.testing.assert_array_equal(np.sort(tested), np.arange(50))
    for train, test in splits:
        assert not set(train) & set(test)
        assert (target[test] == "b").sum() == 4


def test_the_same_seed_gives_the_same_folds():
    target = np.arange(40.0)
    plan = plan_folds(target, "regression")
    one, same, other = (plan.split(target, stratified=False, random_state=seed) for seed in (1, 1, 2))
    assert all((a[1] == b[1]).all() for a, b in zip(one, same, strict=True))
    assert any((a[1] != b[1]).any() for a, b in zip(one, other, strict=True))


def test_few_rows_of_the_second_class_make_fewer_folds():
    assert plan_folds(["a"] * 50 + ["b"] * 3, "classification").n_folds == 3


def test_the_rarest_class_is_counted_for_all():
    assert plan_folds(["a"] * 50 + ["b"] * 20 + ["c"] * 6, "classification").n_even == 18
    assert plan_folds(np.arange(50.0), "regression").n_even is None
    assert plan_folds(np.repeat(["a", "b"], 30_000), "classification").n_even == 20_000


def test_a_rare_third_class_is_no_trouble():
    target = np.array(["a"] * 20 + ["b"] * 20 + ["c"])
    plan = plan_folds(target, "classification")
    assert plan.n_folds == 5
    assert len(plan.split(target, stratified=True)) == plan.n_splits


@pytest.mark.parametrize(
    ("target", "task", "match"),
    [
        (np.arange(9.0), "regression", "9 rows, too few for 5 folds"),
        (["a"] * 20 + ["b"], "classification", "Class 'b' has 1 row"),
        ([f"c{row}" for row in range(20)], "classification", "Class 'c1' has 1 row"),
        (["a"] * 20, "classification", "All rows have the class 'a'"),
    ],
)
def test_too_few_rows_are_refused(target, task, match):
    with pytest.raises(ValueError, match=match):
        plan_folds(target, task)


@pytest.mark.parametrize("given", [{"n_folds": 1}, {"n_repeats": 0}])
def test_impossible_plans_are_refused(given):
    with pytest.raises(ValueError, match=f"{next(iter(given))}={next(iter(given.values()))}"):
        plan_folds(np.arange(50.0), "regression", **given)


def test_a_rare_class_of_a_large_table_is_drawn():
    target = np.array(["usual"] * 60_000 + ["rare"] * 6)
    plan = plan_folds(target, "classification")
    for seed in range(5):
        for train, test in plan.split(target, stratified=True, random_state=seed):
            assert "rare" in target[train]
            assert "rare" in target[test]
            assert len(train) + len(test) == plan.n_used


def test_common_classes_of_a_large_table_keep_their_shares():
    target = np.repeat(["a", "b"], [45_000, 15_000])
    train, test = plan_folds(target, "classification").split(target, stratified=True)[0]
    assert (target[np.append(train, test)] == "b").mean() == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize(("n_features", "n_repeats"), [(100, 4), (10_000, 2), (50_000, 1)])
def test_wide_tables_are_divided_less_often(n_features, n_repeats):
    assert plan_folds(np.arange(100.0), "regression", n_features=n_features).n_repeats == n_repeats
    assert plan_folds(np.arange(100.0), "regression", n_features=n_features, n_repeats=3).n_repeats == 3


def test_drawn_rows_are_a_random_part_in_order():
    target = np.repeat(["a", "b"], 500)
    rows = draw_rows(target, 100, stratified=True, random_state=1)
    assert len(set(rows)) == 100
    assert (np.diff(rows) > 0).all()
    np.testing.assert_array_equal(rows, draw_rows(target, 100, stratified=True, random_state=1))
    assert not np.array_equal(rows, draw_rows(target, 100, stratified=True, random_state=2))


def test_more_rows_than_there_are_cannot_be_drawn():
    np.testing.assert_array_equal(draw_rows(np.arange(7.0), 100, stratified=False), np.arange(7))
