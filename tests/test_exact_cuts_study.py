"""The study of exact cuts: tables with rare classes, bins, measures, and what was found."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score
from studies import exact_cuts_pages
from studies.exact_cuts import reduce_to_bins, summarise
from studies.rare_measures import LEAST_PROBABILITY, MEASURES, measure, rank_class
from studies.rare_tables import Problem, list_cells
from studies.store import load

CELLS = {f"{cell.data} {cell.rare}".strip(): cell for cell in list_cells()}


# Tables.


@pytest.mark.parametrize("name", CELLS)
def test_a_problem_has_the_rare_classes_it_says_and_asks_about_other_rows(name):
    problem, again = (CELLS[name].make(3) for _ in range(2))
    assert (problem.X == again.X).all()
    assert np.isfinite(problem.X).all()
    counts = np.bincount(problem.y)
    assert (counts > 0).all()
    shares = np.bincount(problem.y_test, problem.weight)
    assert shares == pytest.approx(counts / counts.sum())
    together = np.vstack([problem.X, problem.X_test])
    repeats = len(together) - len(np.unique(together, axis=0))
    assert repeats <= 1  # ionosphere holds a row twice
    share, _, unit = CELLS[name].rare.partition(" ")
    if unit == "%":
        assert counts[1] / counts.sum() == pytest.approx(int(share) / 100, abs=0.004)
    elif unit.startswith("row"):
        assert counts[1] == int(share)
    elif unit.startswith("of"):
        assert len(problem.rare) == int(share)
        assert counts[list(problem.rare)].max() <= 0.02 * counts.sum()


def test_a_table_without_enough_rows_is_refused():
    with pytest.raises(ValueError, match="class 1 has 2 rows, 2 of them"):
        Problem.draw(np.zeros((5, 1)), np.array([0, 0, 0, 1, 1]), (2, 2), (1,), np.random.default_rng(0))


@pytest.mark.parametrize(("shape", "inside"), [
    ("tail", lambda X: X[:, 0] >= 0.98),
    ("window", lambda X: (X[:, 0] >= 0.6) & (X[:, 0] < 0.62)),
    ("corner", lambda X: (X[:, :2] > 1 - np.sqrt(0.02)).all(axis=1)),
])  # fmt: skip
def test_narrow_classes_lie_where_they_are_said_to(shape, inside):
    problem = CELLS[f"{shape}, 2,000 rows 2 %"].make(0)
    assert (inside(problem.X) == (problem.y == 1)).all()
    assert (inside(problem.X_test) == (problem.y_test == 1)).all()


# Bins.


def test_columns_with_fewer_values_than_bins_stay_as_they_are():
    rng = np.random.default_rng(0)
    X, X_test = rng.normal(size=(60, 3)), rng.normal(size=(9, 3))
    for before, after in zip((X, X_test), reduce_to_bins(X, X_test, 64), strict=True):
        assert (before == after).all()


def test_bins_hold_as_many_rows_each_keep_the_order_and_are_asked_by_their_edges():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1600, 2))
    low, same = reduce_to_bins(X, X, 16)
    assert (low == same).all()
    for column, binned in zip(X.T, low.T, strict=True):
        values, counts = np.unique(binned, return_counts=True)
        assert counts.tolist() == [100] * 16
        assert (np.diff(binned[np.argsort(column)]) >= 0).all()
        assert values == pytest.approx([column[binned == value].mean() for value in values])
    between = np.array([[0.0], [1.0], [2.0], [3.0]])
    _, asked = reduce_to_bins(between, np.array([[-9.0], [1.4], [1.6], [9.0]]), 2)
    assert asked.ravel().tolist() == [0.5, 0.5, 2.5, 2.5]


def test_frequent_values_take_several_bins_and_leave_none_empty():
    X = np.concatenate([np.zeros(900), np.arange(1.0, 101.0)])[:, None]
    binned, asked = reduce_to_bins(X, np.array([[-5.0], [200.0]]), 16)
    values = np.unique(binned)
    assert 2 <= values.size <= 16
    assert asked.ravel().tolist() == [values[0], values[-1]]


# Measures.


def make_problem(y_test, weight, rare=(1,)):
    return Problem(np.zeros((1, 1)), np.zeros(1, int), np.zeros((len(y_test), 1)), y_test, weight, rare)


def test_measures_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 300)
    weight = np.where(y == 1, 0.01, 1.0)
    weight /= weight.sum()
    score = np.round(rng.random(300) * 0.9 + 0.05 * y, 1) * 0.98 + 0.01
    found = measure(make_problem(y, weight), np.column_stack([1 - score, score]))
    assert found["auc"] == pytest.approx(roc_auc_score(y, score, sample_weight=weight))
    assert found["average_precision"] == pytest.approx(
        average_precision_score(y, score, sample_weight=weight)
    )
    assert found["log_loss"] == pytest.approx(log_loss(y, score, sample_weight=weight))
    assert found["brier"] == pytest.approx(2 * brier_score_loss(y, score, sample_weight=weight))


def test_measures_of_three_classes_by_pencil():
    probabilities = np.array([[1.0, 0, 0], [0.5, 0.3, 0.2], [0, 0, 1.0], [0.2, 0.5, 0.3]])
    problem = make_problem(np.array([0, 0, 1, 2]), np.array([0.4, 0.4, 0.1, 0.1]), (1, 2))
    found = measure(problem, probabilities)
    assert found["accuracy"] == pytest.approx(0.8)
    assert found["balanced_accuracy"] == pytest.approx(1 / 3)
    assert found["recall"] == 0.0
    expected = -(0.4 * np.log(0.5) + 0.1 * np.log(LEAST_PROBABILITY) + 0.1 * np.log(0.3))
    assert found["log_loss"] == pytest.approx(expected)


def test_rows_of_one_score_come_together():
    area, precision = rank_class(np.zeros(4), np.array([True, False, False, False]), np.full(4, 0.25))
    assert (area, precision) == (0.5, 0.25)


# What is told of them.


def test_gains_are_of_the_measure_not_of_the_loss():
    names = {"group": "few", "data": "a", "rare": "1 row", "model": "tree"}
    trials = pd.DataFrame(
        [
            {**names, "seed": seed, "arm": arm, **dict.fromkeys(MEASURES, value + seed)}
            for seed in (0, 1)
            for arm, value in (("all cuts", 0.5), ("64 bins", 0.25))
        ]
    )
    found = summarise(trials).set_index("measure")
    assert found.loc["auc", "better than 64 bins"] == 0.25
    assert found.loc["brier", "better than 64 bins"] == -0.25
    assert (found["standard error, 64 bins"] == 0).all()


def test_the_tables_and_the_figure_of_the_page():
    found = load("exact_cuts")
    for maker in (
        "gains_over_255_bins",
        "gains_over_64_bins",
        "gains_over_16_bins",
        "gains_over_larger_leaves",
        "gains_over_ties_by_chance",
        "exact_cuts_levels",
        "exact_cuts_counts",
        "exact_cuts_by_rarity",
    ):
        assert len(getattr(exact_cuts_pages, maker)(found)) >= 2
    assert len(exact_cuts_pages.draw_gains(found).axes) == 10


def test_pooled_errors_are_those_of_the_mean_of_independent_tables():
    found = load("exact_cuts")
    part = found[(found["group"] == "many") & (found["model"] == "tree") & (found["measure"] == "auc")]
    pooled = exact_cuts_pages.pool(found).query(
        "group == 'many' and model == 'tree' and measure == 'auc' and arm == '64 bins'"
    )
    assert pooled["gain"].item() == pytest.approx(part["better than 64 bins"].mean())
    errors = part["standard error, 64 bins"]
    assert pooled["error"].item() == pytest.approx(np.sqrt((errors**2).sum()) / len(errors))


# What the stored numbers must say.


def take_gains(arm, measure):
    found = exact_cuts_pages.pool(load("exact_cuts"))
    found = found[(found["arm"] == arm) & (found["measure"] == measure)]
    return found.set_index(["group", "model"])


def test_without_rare_classes_255_and_64_bins_are_as_good():
    for arm in ("255 bins", "64 bins"):
        for measure_name in MEASURES:
            gains = take_gains(arm, measure_name).loc["balanced"]
            assert (gains["p_holm"] > 0.05).all()
        assert take_gains(arm, "accuracy").loc["balanced"]["gain"].abs().max() < 0.002


def test_narrow_classes_need_all_cuts():
    for arm, least in (("255 bins", 0.015), ("64 bins", 0.14), ("16 bins", 0.45)):
        gains = take_gains(arm, "recall").loc["narrow"]
        assert (gains["gain"] > least).all()
        assert (gains["p_holm"] < 0.05).all()


def test_rare_positives_are_ranked_worse_and_found_more_often_than_with_64_bins():
    for forest in ("forest", "forest, scikit-learn"):
        ranked, found = (take_gains("64 bins", name).loc[("rare", forest)] for name in ("auc", "recall"))
        assert ranked["gain"] < 0 < found["gain"]
        assert max(ranked["p_holm"], found["p_holm"]) < 0.05


def test_larger_leaves_rank_better_than_bins_do():
    for group in ("rare", "few"):
        for model in ("bagging", "forest"):
            leaves, bins = (
                take_gains(arm, "auc").loc[(group, model), "gain"] for arm in ("leaves of 5 rows", "64 bins")
            )
            assert leaves < bins < 0


def test_ties_broken_by_chance_rank_rare_rows_better_in_bagging():
    for measure_name in ("auc", "average_precision"):
        ties = take_gains("ties by chance", measure_name)
        assert "forest" not in ties.index.get_level_values("model")
        for group in ("rare", "few"):
            assert ties.loc[(group, "bagging"), "gain"] < -0.01
            assert ties.loc[(group, "bagging"), "p_holm"] < 0.05
