import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from hedgerow.resampling import Bootstrap
from hedgerow.selection.forest.coded_table import CodedTable
from hedgerow.selection.forest.contrasts import ContrastForest, ContrastGrower, compare_pairs


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
