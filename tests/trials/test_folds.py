import json

import numpy as np
import pytest

from hedgerow.analysis.comparison import interval_half_width
from hedgerow.trials import METRICS
from hedgerow.trials.folds import FoldPlan, draw_rows, expect_of_best, find_interval, plan_folds


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


ACCURACY, RMSE = METRICS["accuracy"], METRICS["rmse"]

THREE = FoldPlan(3, 1, 30, 30)


def expect_slowly(scores, plan, metric):
    """The definition, fold by fold."""
    found = []
    for fold in range(plan.n_splits):
        division = fold // plan.n_folds
        others = [
            other for other in range(division * plan.n_folds, (division + 1) * plan.n_folds) if other != fold
        ]
        best = max(scores, key=lambda name: metric.gain(np.mean(scores[name][others])))
        found.append(scores[best][fold])
    return found


def test_each_fold_is_scored_by_the_choice_of_the_others():
    scores = {"one": np.array([0.9, 0.5, 0.6]), "other": np.array([0.4, 0.7, 0.8])}
    # Without fold 1 the other is best (0.75 to 0.55), without fold 2 the first (0.75 to 0.6), and so without fold 3.
    found = expect_of_best(scores, THREE, ACCURACY)
    assert found.scores.tolist() == [0.4, 0.5, 0.6]
    assert found.picks == {"one": 2, "other": 1}
    assert found.score == pytest.approx(0.5)
    assert (found.low, found.high) == find_interval(found.scores, THREE, ACCURACY)


@pytest.mark.parametrize("metric", [ACCURACY, RMSE], ids=lambda metric: metric.name)
@pytest.mark.parametrize("plan", [FoldPlan(2, 1, 20, 20), FoldPlan(5, 4, 50, 50)])
def test_the_quick_way_is_the_slow_one(metric, plan):
    generator = np.random.default_rng(0)
    scores = {name: generator.random(plan.n_splits) for name in "abcd"}
    assert expect_of_best(scores, plan, metric).scores.tolist() == expect_slowly(scores, plan, metric)


def test_divisions_choose_for_themselves():
    scores = {"one": np.array([0.9, 0.9, 0.1, 0.1]), "other": np.array([0.5, 0.5, 0.5, 0.5])}
    assert expect_of_best(scores, FoldPlan(2, 2, 20, 20), ACCURACY).scores.tolist() == [0.9, 0.9, 0.5, 0.5]


def test_the_first_of_equals_is_chosen():
    same = np.array([0.1, 0.2, 0.3])
    assert expect_of_best({"one": same, "other": same.copy()}, THREE, ACCURACY).picks == {"one": 3}


def test_the_best_of_pure_noise_is_above_chance_and_what_to_expect_of_it_is_not():
    """Twenty methods that toss coins, on 400 tables of 100 rows."""
    generator = np.random.default_rng(0)
    plan = FoldPlan(5, 1, 100, 100)
    best, expected = [], []
    for _ in range(400):
        scores = {str(method): generator.binomial(20, 0.5, 5) / 20 for method in range(20)}
        best.append(max(each.mean() for each in scores.values()))
        expected.append(expect_of_best(scores, plan, ACCURACY).score)
    noise = np.std(expected) / np.sqrt(len(expected))
    assert np.mean(best) > 0.57
    assert abs(np.mean(expected) - 0.5) < 3 * noise


def test_most_of_the_luck_of_learners_of_noise_is_removed():
    """Eight methods that each learn from a column of noise of their own: what the notes say of 60 rows."""
    generator = np.random.default_rng(1)
    plan = FoldPlan(5, 1, 60, 60)
    best, expected = [], []
    for _ in range(300):
        columns, target = generator.normal(size=(60, 8)), generator.permutation(np.repeat([0, 1], 30))
        scores = np.array(
            [
                score_nearest_means(columns, target, *split)
                for split in plan.split(target, stratified=True, random_state=int(generator.integers(1000)))
            ]
        )
        best.append(scores.mean(axis=0).max())
        expected.append(
            expect_of_best({str(each): scores[:, each] for each in range(8)}, plan, ACCURACY).score
        )
    assert np.mean(best) == pytest.approx(0.61, abs=0.01)
    assert np.mean(expected) == pytest.approx(0.53, abs=0.015)


def score_nearest_means(columns, target, train, test):
    """Accuracy of the nearest class mean, for each column by itself."""
    learned = columns[train]
    gaps = [np.abs(columns[test] - learned[target[train] == label].mean(axis=0)) for label in (0, 1)]
    return ((gaps[1] < gaps[0]) == target[test][:, np.newaxis]).mean(axis=0)


def test_the_sentence_names_the_picks():
    scores = {"one": np.array([0.9, 0.5, 0.6]), "other": np.array([0.4, 0.7, 0.8])}
    said = expect_of_best(scores, THREE, ACCURACY).sentence
    assert "trying 2 methods and keeping the best expect accuracy 0.500 (0." in said
    assert said.endswith("best on the other folds (one 2 times, other once).")
    alone = expect_of_best({"one": scores["one"], "poor": scores["one"] - 0.3}, THREE, ACCURACY)
    assert alone.sentence.endswith("(one each time).")


def test_the_record_is_json():
    scores = {"one": np.array([0.9, 0.5, 0.6]), "other": np.array([0.4, 0.7, 0.8])}
    said = json.loads(json.dumps(expect_of_best(scores, THREE, ACCURACY).to_dict()))
    assert said["picks"] == {"one": 2, "other": 1}
    assert said["low"] <= said["score"] <= said["high"]


PLAN = FoldPlan(5, 1, 100, 100)


def test_an_interval_is_corrected_for_shared_rows():
    scores = np.array([0.7, 0.72, 0.74, 0.7, 0.71])
    half = interval_half_width(scores, test_to_train=0.25)
    assert find_interval(scores, PLAN, METRICS["accuracy"]) == pytest.approx(
        (scores.mean() - half, scores.mean() + half)
    )


def test_an_interval_stays_among_the_possible_scores():
    low, high = find_interval(np.array([1, 1, 1, 1, 0.9]), PLAN, METRICS["auc"])
    assert low < high == 1.0
    low, high = find_interval(np.array([0.1, 3, 0.1, 0.1, 0.1]), PLAN, METRICS["rmse"])
    assert 0.0 == low < high
    low, _ = find_interval(np.array([-4.0, 0.5, 0.5, 0.5, 0.5]), PLAN, METRICS["r2"])
    assert low < -1


def test_a_record_without_an_error_is_not_perfect_for_ever():
    low, high = find_interval(np.ones(5), PLAN, METRICS["accuracy"])
    assert high == 1.0
    # Were the share of right answers as low as this, 100 of 100 would be seen once in twenty times.
    assert low**100 == pytest.approx(0.05)
    assert find_interval(np.zeros(5), PLAN, METRICS["brier"]) == pytest.approx((0.0, 1 - low))


def test_rare_classes_leave_more_doubt_about_metrics_that_count_classes_alike():
    plan = plan_folds(["usual"] * 90 + ["rare"] * 10, "classification")
    low, _ = find_interval(np.ones(plan.n_splits), plan, METRICS["balanced_accuracy"])
    # 10 of 10 and 90 of 90 are at most as likely as 20 of 20 rows of a class that has the mean recall.
    assert low**20 == pytest.approx(0.05)
    assert find_interval(np.ones(plan.n_splits), plan, METRICS["accuracy"])[0] > low
    assert find_interval(np.ones(5), PLAN, METRICS["auc"])[0] ** 5 == pytest.approx(0.05)


@pytest.mark.parametrize(("metric", "score"), [("r2", 1.0), ("rmse", 0.0)])
def test_what_has_no_worst_score_keeps_its_interval(metric, score):
    assert find_interval(np.full(5, score), PLAN, METRICS[metric]) == (score, score)


def test_a_failure_has_no_interval():
    assert np.isnan(find_interval(np.array([0.5, np.nan, 0.5]), PLAN, METRICS["accuracy"])).all()
