import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_selection import f_classif, f_regression

from hedgerow.selection.filters import mrmr_numbers
from hedgerow.selection.filters.mrmr_numbers import DenseColumns, NumberRelations, SparseColumns, find_means
from hedgerow.selection.filters.mrmr_parts import Parts

RNG = np.random.default_rng(0)
X = np.where(RNG.random((40, 9)) < 0.5, RNG.normal(size=(40, 9)) + 2, 0.0)
Y = RNG.integers(0, 3, 40)
PARTS = Parts.deal(np.ones(40), 4)


def make_columns(kind, X=X, counts=PARTS.weights, order=PARTS.order):
    if kind == "sparse":
        return SparseColumns(sparse.csr_array(X), counts, order)
    return DenseColumns(X, counts, order, in_blocks=kind == "blocks", n_jobs=2)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(mrmr_numbers, "_BLOCK_CELLS", 160)
    monkeypatch.setattr(mrmr_numbers, "_FEWEST_CELLS_A_THREAD", 90)


@pytest.mark.parametrize("kind", ["dense", "blocks", "sparse"])
def test_relations_are_those_of_the_rows_that_stay(kind):
    relations = NumberRelations(make_columns(kind), Y, 3, PARTS, PARTS.order, by_f=True)
    chosen = np.array([2, 7, 2, 0])
    shared = relations.relate(chosen)
    for run, feature in enumerate(chosen):
        stay = np.arange(40) % 4 != run
        np.testing.assert_allclose(relations.relevance[run], f_classif(X[stay], Y[stay])[0], rtol=1e-10)
        np.testing.assert_allclose(shared[run], np.corrcoef(X[stay].T)[feature], atol=1e-12)


def test_correlations_without_a_part_by_hand():
    """Sums of all rows less those of a part are a correlation; the printed formula gives values beyond 1."""
    table = np.column_stack([[1.0, 2, 3, 4, 5, 7], [2.0, 1, 4, 3, 7, 5]])
    parts = Parts.deal(np.ones(6), 3)
    columns = make_columns("dense", table, parts.weights, parts.order)
    relations = NumberRelations(columns, np.arange(6) % 2, 2, parts, parts.order, by_f=True)
    found = relations.relate(np.zeros(3, int))[:, 1]
    assert found == pytest.approx([0.7065472663226591, 0.8778762251403478, 0.8330521614007481], rel=1e-13)
    assert np.mean(found) == pytest.approx(0.8058252176212516, rel=1e-13)


@pytest.mark.parametrize("kind", ["dense", "blocks", "sparse"])
def test_values_are_correlated(kind):
    values = X[:, 0] + RNG.normal(size=40)
    for by_f in (True, False):
        relations = NumberRelations(make_columns(kind), values, None, PARTS, PARTS.order, by_f=by_f)
        for run in range(4):
            stay = np.arange(40) % 4 != run
            expected = (
                f_regression(X[stay], values[stay])[0]
                if by_f
                else np.abs(np.corrcoef(X[stay].T, values[stay])[-1, :-1])
            )
            np.testing.assert_allclose(relations.relevance[run], expected, rtol=1e-8)


def test_the_correlation_ratio_of_two_classes_is_their_correlation():
    relations = NumberRelations(make_columns("dense"), Y % 2, 2, PARTS, PARTS.order, by_f=False)
    stay = np.arange(40) % 4 != 0
    expected = np.abs(np.corrcoef(X[stay].T, Y[stay] % 2)[-1, :-1])
    np.testing.assert_allclose(relations.relevance[0], expected, rtol=1e-10)


def test_an_offset_costs_no_digits():
    """Without centring, an offset of 1e8 would leave nothing of the sums of squares."""
    near, far = (
        NumberRelations(make_columns("dense", table), Y, 3, PARTS, PARTS.order, by_f=True)
        for table in (np.round(X, 2), np.round(X, 2) + 1e8)
    )
    np.testing.assert_allclose(near.relevance, far.relevance, rtol=1e-5)
    chosen = np.arange(4)
    np.testing.assert_allclose(near.relate(chosen), far.relate(chosen), atol=1e-6)


def test_sums_that_were_forgotten_are_summed_again(monkeypatch):
    monkeypatch.setattr(mrmr_numbers, "_KEPT_CELLS", 1)
    relations = NumberRelations(make_columns("dense"), Y, 3, PARTS, PARTS.order, by_f=True)
    for chosen in ([0, 1, 2, 3], [4, 5, 6, 7], [8, 0, 1, 8], [4, 4, 4, 4], [0, 2, 4, 6]):
        shared = relations.relate(np.array(chosen))
        for run, feature in enumerate(chosen):
            expected = np.corrcoef(X[np.arange(40) % 4 != run].T)[feature]
            np.testing.assert_allclose(shared[run], expected, atol=1e-12)


def test_a_column_may_be_constant_without_a_part():
    table = np.zeros((40, 2))
    table[::4, 0] = [1.0, 2, 3, 4, 5, 6, 7, 8, 9, 10]  # varies in part 0 only
    table[:, 1] = RNG.normal(size=40)
    relations = NumberRelations(make_columns("dense", table), Y, 3, PARTS, PARTS.order, by_f=True)
    assert relations.constant[:, 0].tolist() == [True, False, False, False]
    assert relations.relevance[0, 0] == 0.0
    assert relations.relate(np.array([1, 1, 1, 1]))[0, 0] == 0.0


@pytest.mark.parametrize("kind", ["dense", "blocks", "sparse"])
def test_columns_are_centred_by_weight(kind):
    counts = RNG.integers(1, 4, 40).astype(float)
    gaps = X.copy()
    gaps[3:9, 4] = np.nan
    columns = make_columns(kind, gaps, counts, np.arange(40))
    present = ~np.isnan(gaps[:, 4])
    mean = np.average(gaps[present, 4], weights=counts[present])
    np.testing.assert_allclose(columns.column(4), np.where(present, gaps[:, 4] - mean, 0.0), atol=1e-12)
    cells = np.arange(40) % 2
    for squared in (False, True):
        found = columns.sum_cells(cells, 2, counts, squared=squared)[1, 4]
        values = columns.column(4)[1::2]
        assert found == pytest.approx(counts[1::2] @ (values**2 if squared else values))


def test_means_of_what_is_there():
    block = np.array([[1.0, np.nan, np.nan], [3.0, 5.0, np.nan]])
    np.testing.assert_array_equal(find_means(block, np.array([1.0, 3.0])), [2.5, 5.0, 0.0])
