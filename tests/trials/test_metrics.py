from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as theirs
from sklearn.metrics import roc_auc_score

from hedgerow.trials import METRICS, find_metric
from hedgerow.trials.metrics import mean_pair_area

CLASSES = [metric for metric in METRICS.values() if metric.task == "classification"]
NUMBERS = [metric for metric in METRICS.values() if metric.task == "regression"]
LABELS = np.array(["a", "b", "c"])


@pytest.fixture
def rows():
    generator = np.random.default_rng(0)
    truth = generator.choice(LABELS, 60, p=[0.6, 0.3, 0.1])
    shares = generator.dirichlet(np.ones(3), 60)
    return truth, shares, LABELS[shares.argmax(axis=1)]


def ask_perfectly(metric, truth):
    return (truth[:, np.newaxis] == LABELS).astype(float) if metric.needs_probabilities else truth


def ask_badly(metric, truth):
    """The next class, with certainty."""
    wrong = LABELS[(np.searchsorted(LABELS, truth) + 1) % 3]
    return ask_perfectly(metric, wrong)


def test_scores_are_those_of_scikit_learn(rows):
    truth, shares, said = rows
    assert METRICS["accuracy"].score(said, truth) == pytest.approx(theirs.accuracy_score(truth, said))
    assert METRICS["balanced_accuracy"].score(said, truth) == pytest.approx(
        theirs.balanced_accuracy_score(truth, said)
    )
    assert METRICS["f1"].score(said, truth) == pytest.approx(theirs.f1_score(truth, said, average="macro"))
    assert METRICS["auc"].score(shares, truth) == pytest.approx(
        theirs.roc_auc_score(truth, shares, multi_class="ovo")
    )
    assert METRICS["log_loss"].score(shares, truth) == pytest.approx(theirs.log_loss(truth, shares))
    indicators = truth[:, np.newaxis] == LABELS
    halved = ((shares - indicators) ** 2).sum(axis=1).mean() / 2
    assert METRICS["brier"].score(shares, truth) == pytest.approx(halved)


def test_the_brier_score_of_two_classes_is_the_usual_one():
    truth, second = np.array([0, 1, 1, 0]), np.array([0.2, 0.7, 0.4, 0.1])
    score = METRICS["brier"].score(np.column_stack([1 - second, second]), truth)
    assert score == pytest.approx(np.mean((second - truth) ** 2))


def test_errors_of_numbers_can_be_checked_with_a_pencil():
    truth, said = np.array([0.0, 0.0, 6.0]), np.array([1.0, -1.0, 2.0])
    assert METRICS["mae"].score(said, truth) == 2.0
    assert METRICS["rmse"].score(said, truth) == pytest.approx(np.sqrt(6))
    assert METRICS["r2"].score(said, truth) == pytest.approx(1 - 18 / 24)


@pytest.mark.parametrize("metric", CLASSES, ids=lambda metric: metric.name)
def test_right_is_better_than_wrong_whichever_way_a_metric_runs(metric, rows):
    truth = rows[0]
    right, wrong = (metric.score(ask(metric, truth), truth, LABELS) for ask in (ask_perfectly, ask_badly))
    assert metric.gain(right) > metric.gain(wrong)
    assert right == pytest.approx(metric.perfect, abs=1e-12)
    assert metric.clip(wrong) == wrong


@pytest.mark.parametrize("metric", NUMBERS, ids=lambda metric: metric.name)
def test_near_is_better_than_far_whichever_way_a_metric_runs(metric):
    truth = np.arange(10.0)
    right, near, far = (metric.score(truth + gap, truth) for gap in (0, 1, 2))
    assert metric.gain(right) > metric.gain(near) > metric.gain(far)
    assert right == metric.perfect


@pytest.mark.parametrize("metric", CLASSES, ids=lambda metric: metric.name)
def test_a_class_may_be_absent_from_the_rows(metric, rows):
    truth, shares, said = rows
    kept = truth != "c"
    answers = shares if metric.needs_probabilities else said
    assert np.isfinite(metric.score(answers[kept], truth[kept], LABELS))


def test_balanced_accuracy_is_about_the_classes_that_occur():
    assert METRICS["balanced_accuracy"].score(["a", "c", "b"], ["a", "a", "b"], LABELS) == 0.75


def test_a_class_that_was_never_learned_costs_a_lot_and_not_everything():
    loss = METRICS["log_loss"].score([[0.5, 0.5, 0.0]], ["c"], LABELS)
    assert 30 < loss < 40


def test_r2_is_not_defined_where_nothing_varies():
    assert np.isnan(METRICS["r2"].score([1.0, 2.0], [3.0, 3.0]))


def test_bounds_clip_intervals():
    assert METRICS["accuracy"].clip(1.2) == 1.0
    assert METRICS["r2"].clip(-3.0) == -3.0
    assert METRICS["rmse"].clip(-0.1) == 0.0
    assert np.isnan(METRICS["rmse"].clip(np.nan))


def test_a_score_is_written_as_its_unit_asks():
    assert METRICS["log_loss"].write(12.3456) == "12.346"
    assert METRICS["mae"].write(0.00123456) == "0.001235"
    assert METRICS["mae"].write(2.9) == "2.900"
    assert [METRICS["mae"].write(score) for score in (999.9, 999.96)] == ["999.9", "1,000"]
    assert METRICS["mae"].write(-1234.5, signed=True) == "-1,234"
    assert METRICS["r2"].write(0.5, signed=True) == "+0.5000"


def test_every_name_is_its_key_and_every_task_has_a_default():
    assert all(name == metric.name for name, metric in METRICS.items())
    assert find_metric(None, "classification").name == "accuracy"
    assert find_metric(None, "regression").name == "r2"


def test_an_unknown_metric_is_refused_with_the_nearest():
    with pytest.raises(LookupError, match=r"no metric 'logloss'. Did you mean 'log_loss'"):
        find_metric("logloss", "classification")


def test_a_metric_of_the_other_task_is_refused_with_those_of_this():
    with pytest.raises(LookupError, match=r"auc is for classification, .* Choose r2, rmse or mae\."):
        find_metric("auc", "regression")


def count_pairs(ratings, truth):
    """The definition, row by row."""

    def beats(winner, loser):
        mine, theirs = ratings[truth == winner, winner], ratings[truth == loser, winner]
        return np.mean([(one > other) + (one == other) / 2 for one in mine for other in theirs])

    pairs = combinations(np.unique(truth), 2)
    return np.mean([(beats(first, second) + beats(second, first)) / 2 for first, second in pairs])


@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(2, 30))
def test_areas_are_counts_of_pairs_of_rows(seed, n_classes, n_rows):
    generator = np.random.default_rng(seed)
    truth = np.append(generator.integers(0, n_classes, n_rows), [0, n_classes - 1])
    ratings = generator.integers(0, 4, (len(truth), n_classes)).astype(float)  # many ties
    assert mean_pair_area(ratings, truth) == pytest.approx(count_pairs(ratings, truth))


@pytest.mark.parametrize("n_classes", [2, 4])
def test_areas_are_those_of_scikit_learn(n_classes):
    generator = np.random.default_rng(1)
    shares = generator.dirichlet(np.ones(n_classes), 200)
    truth = generator.integers(0, n_classes, 200)
    theirs = (
        roc_auc_score(truth, shares[:, 1])
        if n_classes == 2
        else roc_auc_score(truth, shares, multi_class="ovo")
    )
    assert mean_pair_area(shares, truth) == pytest.approx(theirs)


def test_classes_that_do_not_occur_are_left_out():
    generator = np.random.default_rng(2)
    ratings, truth = generator.normal(size=(40, 4)), generator.choice([0, 3], 40)
    assert mean_pair_area(ratings, truth) == pytest.approx(mean_pair_area(ratings[:, [0, 3]], truth // 3))


def test_a_constant_rating_has_one_half():
    assert mean_pair_area(np.full((9, 3), 0.2), [0, 1, 2] * 3) == 0.5


@pytest.mark.parametrize(("ratings", "truth"), [([[0.5, 0.5]] * 2, [1, 1]), ([[np.nan, 1], [1, 0]], [0, 1])])
def test_what_cannot_be_told_is_not_a_number(ratings, truth):
    assert np.isnan(mean_pair_area(ratings, truth))
