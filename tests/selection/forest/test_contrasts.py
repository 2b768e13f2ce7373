import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from hedgerow.resampling import Bootstrap
from hedgerow.selection.forest.contrasts import (
    MOST_CODES,
    CodedTable,
    ContrastForest,
    ContrastGrower,
    compare_pairs,
)


def code(column, *, is_categorical=False):
    table = CodedTable.from_matrix(np.asarray(column, np.float64)[:, None], np.array([is_categorical]))
    assert table.codes.dtype == np.uint8
    return table.codes[0].astype(int), table.traits[0].tolist()


@given(st.lists(st.integers(-9, 9) | st.just(float("nan")), min_size=1, max_size=50))
def test_few_values_keep_their_own_codes(values):
    codes, (n_codes, _) = code(values)
    present = sorted({value for value in values if not math.isnan(value)})
    assert n_codes == len(present)
    expected = [MOST_CODES if math.isnan(value) else present.index(value) for value in values]
    assert codes.tolist() == expected


@pytest.mark.parametrize("draw", ["normal", "exponential", "skewed"])
def test_many_values_are_cut_at_their_quantiles(draw):
    rng = np.random.default_rng(0)
    column = {
        "normal": lambda: rng.normal(size=5000),
        "exponential": lambda: rng.exponential(size=5000),
        "skewed": lambda: np.where(rng.random(5000) < 0.5, 0.0, rng.normal(size=5000)),
    }[draw]()
    codes, (n_codes, _) = code(column)
    order = np.argsort(column, kind="stable")
    assert (np.diff(codes[order]) >= 0).all()
    assert codes.max() == n_codes - 1 < MOST_CODES
    assert np.unique(codes).size == n_codes > 100
    _, counts = np.unique(codes[column != 0.0], return_counts=True)
    assert counts.max() < 3 * 5000 / MOST_CODES


def test_rare_labels_share_a_code():
    labels = np.concatenate([np.repeat(np.arange(254), 2), np.arange(254, 400)])
    codes, traits = code(labels, is_categorical=True)
    assert traits == [MOST_CODES, 1]
    assert codes[: 2 * 254].tolist() == labels[: 2 * 254].tolist()
    assert set(codes[2 * 254 :]) == {254}


def test_a_column_of_nothing():
    codes, traits = code([np.nan, np.nan])
    assert codes.tolist() == [255, 255]
    assert traits == [0, 0]


def test_contrasts_are_shuffled_copies():
    X = np.random.default_rng(0).normal(size=(50, 3))
    X[4, 1] = np.nan
    table = CodedTable.from_matrix(X, np.zeros(3, bool))
    both = table.with_contrasts(np.random.default_rng(1))
    assert (both.n_features, both.n_samples) == (6, 50)
    np.testing.assert_array_equal(both.codes[:3], table.codes)
    np.testing.assert_array_equal(np.sort(both.codes[3:]), np.sort(table.codes))
    moved = [np.argsort(both.codes[3 + f], kind="stable").tolist() for f in (0, 2)]
    assert moved[0] != moved[1]  # each column on its own
    taken = both.take(np.array([4]))
    np.testing.assert_array_equal(taken.codes, both.codes[[4]])


@pytest.mark.parametrize(
    ("values", "t", "p"),
    [
        ((5, 6, 5.5, 6.5, 5.8), 12.337594, 0.000123998),
        ((2.4, 2.6, 1.4, 2.5, 3.1), 1.835326, 0.0701787),
    ],
)
def test_the_paired_test_by_pencil(values, t, p):
    found = compare_pairs(np.array(values), np.array([2, 2.5, 1.5, 2.2, 3]))
    assert found == (pytest.approx(t, abs=1e-6), pytest.approx(p, abs=1e-7))


@given(st.integers(0, 10**6), st.integers(2, 20))
def test_the_paired_test_is_that_of_scipy(seed, n):
    rng = np.random.default_rng(seed)
    values, references = rng.normal(size=(n, 3)), rng.normal(size=(n, 1))
    t, p = compare_pairs(values, references)
    expected = ttest_rel(values, np.repeat(references, 3, axis=1), alternative="greater")
    np.testing.assert_allclose(t, expected.statistic, rtol=1e-9)
    np.testing.assert_allclose(p, expected.pvalue, rtol=1e-7)


def test_equal_differences_leave_no_doubt():
    t, p = compare_pairs(np.array([[0.3, 0.1, 0.0]] * 3), np.array([[0.1, 0.1, 0.1]] * 3))
    assert p.tolist() == [0.0, 1.0, 1.0]
    assert t.tolist() == [np.inf, 0.0, -np.inf]


def make_table(n=200, n_noise=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2 + n_noise))
    y = X[:, 0] + 0.5 * X[:, 1] + 0.3 * rng.normal(size=n)
    return CodedTable.from_matrix(X, np.zeros(2 + n_noise, bool)), ((y - y.mean()) / y.std())[:, None]


def test_importances_find_the_signal_in_its_order():
    table, targets = make_table()
    importances, masking = ContrastForest().grow(table, targets, None, np.random.default_rng(0))
    assert importances[0] > importances[1] > 3 * importances[2:].max()
    assert importances.sum() < 1.0  # of the variance
    assert masking.shape == (0, 5)


def test_many_values_are_no_advantage_out_of_bag():
    """At the root, a feature of noise gains 1 / n of the variance out of bag whatever its number of values."""
    rng = np.random.default_rng(0)
    forest, gains = ContrastForest(60, 1, min_oob=80, small_nodes="stop"), np.zeros(6)
    for _ in range(30):
        X = np.column_stack([rng.normal(size=300), rng.integers(0, 2, (300, 5))])
        table = CodedTable.from_matrix(X, np.zeros(6, bool))
        gains += forest.grow(table, rng.normal(size=(300, 1)), None, rng)[0] / 30
    # A third of the trees have a second level; each of six features is tried in every sixth node.
    np.testing.assert_allclose(gains, gains[1:].mean(), rtol=0.4)
    assert gains.sum() == pytest.approx(1 / 110, rel=0.4)


def test_rows_without_weight_are_not_there():
    table, targets = make_table()
    weights = np.repeat([0.0, 2.5], 100)
    expected, _ = ContrastForest().grow(table, targets, weights, np.random.default_rng(0))
    targets[:100] = 99.0
    found, _ = ContrastForest().grow(table, targets, weights, np.random.default_rng(0))
    np.testing.assert_array_equal(found, expected)
    assert found[0] > found[1] > found[2:].max()


def test_batches_leave_no_trace(monkeypatch):
    table, targets = make_table(n=60)
    whole = ContrastForest(7).grow(table, targets, None, np.random.default_rng(0), n_masking=2)
    monkeypatch.setattr("hedgerow.selection.forest.contrasts._MOST_CELLS", 100)
    parts = ContrastForest(7).grow(table, targets, None, np.random.default_rng(0), n_masking=2)
    np.testing.assert_allclose(parts[0], whole[0])
    np.testing.assert_allclose(parts[1], whole[1])


def test_a_target_that_does_not_fit_is_refused():
    table, targets = make_table(n=60)
    for wrong in (targets[:50], targets[:, 0], targets[:, :0]):
        with pytest.raises(ValueError, match="the table has 60 rows"):
            ContrastForest().grow(table, wrong, None, np.random.default_rng(0))


def make_grower(table, **changes):
    settings = {"weights": None, "forest": ContrastForest(10), "n_replicates": 4, "entropy": 3}
    return ContrastGrower(table, **settings | changes)


def test_replicates_have_features_then_contrasts():
    table, targets = make_table()
    grown = make_grower(table).grow(targets, np.array([0, 1, 3]), (1, 0, 0), "test", masking=True)
    assert grown.importances.shape == (4, 6)
    assert grown.masking.shape == (4, 3, 6)
    assert (grown.importances[:, 0] > grown.importances[:, 3:].max(axis=1)).all()
    assert len(np.unique(grown.importances[:, 0])) == 4  # each replicate has randomness of its own
    again = make_grower(table).grow(targets, np.array([0, 1, 3]), (1, 0, 1), "test").importances
    assert (again != grown.importances).any()


def test_the_number_of_threads_does_not_matter():
    table, targets = make_table(n=80)
    one, two = (
        make_grower(table, n_jobs=n_jobs).grow(targets, np.arange(5), (1,), "test", masking=True)
        for n_jobs in (1, 2)
    )
    np.testing.assert_array_equal(one.importances, two.importances)
    np.testing.assert_array_equal(one.masking, two.masking)


def test_progress_counts_trees(caplog):
    table, targets = make_table(n=60)
    with caplog.at_level("INFO", logger="hedgerow"):
        make_grower(table, verbose=True).grow(targets, np.arange(5), (1,), "round 1")
    assert "round 1: 40 of 40 members" in caplog.text


def test_an_interruption_says_how_far_it_came(monkeypatch):
    table, targets = make_table(n=60)
    draw, calls = Bootstrap.draw, []

    def fail(self, *arguments):
        calls.append(arguments)
        if len(calls) > 25:
            raise KeyboardInterrupt
        return draw(self, *arguments)

    monkeypatch.setattr(Bootstrap, "draw", fail)
    with pytest.raises(KeyboardInterrupt) as caught:
        make_grower(table).grow(targets, np.arange(5), (1,), "round 1")
    assert "round 1: interrupted after 20 of 40 members" in caught.value.__notes__[0]
