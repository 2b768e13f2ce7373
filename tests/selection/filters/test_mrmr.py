import pickle
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_selection import f_classif
from tests.contract import parametrize_with_contract

from hedgerow.datasets import load
from hedgerow.selection.filters import mrmr_numbers
from hedgerow.selection.filters.mrmr import MRMRSelector, is_mapped

X = np.array(
    [
        [1, 2, 5, 1, 3], [2, 4, 3, 0, 1], [3, 5, 6, 2, 4], [4, 9, 1, 1, 1], [5, 9, 4, 3, 5], [6, 13, 2, 5, 9],
        [7, 13, 7, 2, 2], [8, 17, 5, 6, 6], [9, 17, 8, 4, 5], [10, 21, 3, 7, 3], [11, 21, 9, 5, 5], [12, 25, 6, 9, 8],
    ],
    float,
)  # fmt: skip
Y = np.array([0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1])
ENSEMBLES = (None, "inner", "fast", "full", "bagged")
DEALT = "rows are dealt to parts or drawn one by one, so a row of weight two is not two rows"


@parametrize_with_contract(
    [
        MRMRSelector(),
        MRMRSelector(ensemble="inner", n_parts=3),
        MRMRSelector(ensemble="fast", n_parts=3),
        MRMRSelector(ensemble="full", n_parts=3),
        MRMRSelector(ensemble="bagged", n_parts=3, random_state=0),
        MRMRSelector(measure="correlation", criterion="difference"),
        MRMRSelector(measure="mutual_information"),
    ],
    expected_failed_checks=lambda selector: (
        {}
        if selector.ensemble is None
        else {
            "check_sample_weight_equivalence_on_dense_data": DEALT,
            "check_sample_weight_equivalence_on_sparse_data": DEALT,
        }
    ),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def make_wide(seed, n_samples=60, n_features=40, n_classes=2):
    """Correlated features, of which the first few tell about the target; values where there are no classes."""
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(n_samples, n_features)) + rng.normal(size=(n_samples, 1)) * rng.random(
        n_features
    )
    signal = table[:, 0] - table[:, 3] + rng.normal(size=n_samples)
    return table, np.digitize(signal, np.linspace(-1, 1, n_classes - 1)) if n_classes else signal


def plain_by_hand(table, y, n_features, criterion="quotient"):
    relevance = f_classif(table, y)[0]
    redundancy = np.abs(np.corrcoef(table.T))
    chosen = [int(np.argmax(relevance))]
    while len(chosen) < n_features:
        mean = redundancy[:, chosen].mean(axis=1)
        scores = relevance / mean if criterion == "quotient" else relevance - mean
        scores[chosen] = -np.inf
        chosen.append(int(np.argmax(scores)))
    return chosen


def test_one_run_by_hand():
    """Schowe & Morik's algorithm on a table of 12 rows."""
    selector = MRMRSelector(3).fit(X, Y)
    assert selector.order_.tolist() == [3, 1, 0]
    np.testing.assert_allclose(
        selector.relevance_, [20.6428571429, 25.4117647059, 0.6712328767, 28.2558139535, 8.9285714286]
    )
    assert MRMRSelector(3, criterion="difference").fit(X, Y).order_.tolist() == [3, 1, 0]
    assert selector.stability_ is None
    assert selector.runs_.tolist() == [[3, 1, 0]]
    assert selector.measure_ == "f"
    np.testing.assert_allclose(selector.scores_, [1 / 3, 2 / 3, 0, 1, 0])


def test_the_fast_ensemble_by_hand():
    selector = MRMRSelector(3, ensemble="fast", n_parts=3).fit(X, Y)
    assert selector.runs_.tolist() == [[1, 0, 3], [3, 1, 4], [3, 1, 0]]
    np.testing.assert_array_equal(selector.frequencies_ * 3, [2, 3, 0, 3, 1])
    assert selector.order_.tolist() == [3, 1, 0]  # 3 and 1 tie on votes and places; relevance decides
    assert selector.stability_.jaccard == pytest.approx(2 / 3)
    assert (selector.n_correlations_, selector.n_correlations_apart_) == (14, 36)


def test_the_inner_ensemble_by_hand():
    selector = MRMRSelector(3, ensemble="inner", n_parts=3).fit(X, Y)
    np.testing.assert_allclose(
        selector.relevance_, [12.6247249191, 16.2594563318, 0.5698773210, 20.0420879539, 5.0713432291]
    )
    assert selector.order_.tolist() == [3, 1, 0]
    assert MRMRSelector(3, ensemble="inner", n_parts=3, average="median").fit(X, Y).runs_.shape == (1, 3)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("criterion", ["quotient", "difference"])
def test_one_run_is_the_slow_one(seed, criterion):
    table, y = make_wide(seed, n_classes=3)
    found = MRMRSelector(8, criterion=criterion).fit(table, y).order_
    assert found.tolist() == plain_by_hand(table, y, 8, criterion)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((0, 100, 20, 2), [0, 8, 3, 15, 14, 16, 5, 4]),
        ((1, 150, 30, 3), [3, 7, 0, 15, 20, 19, 10, 11]),
        ((2, 80, 40, 4), [0, 20, 21, 3, 14, 31, 37, 15]),
    ],
)
def test_the_order_is_that_of_mrmr_selection(shape, expected):
    """Recorded from mrmr_selection 0.2.8, which counts every correlation as 0.001 at least."""
    table, y = make_wide(*shape)
    assert MRMRSelector(8, redundancy_floor=0.001).fit(table, y).order_.tolist() == expected
    assert MRMRSelector(8).fit(table, y).order_.tolist() == expected


def test_the_order_for_values_is_that_of_mrmr_selection():
    rng = np.random.default_rng(3)
    table = rng.normal(size=(120, 25)) + rng.normal(size=(120, 1)) * rng.random(25)
    y = table[:, 1] + table[:, 2] + rng.normal(size=120)
    selector = MRMRSelector(8, measure="f", redundancy_floor=0.001).fit(table, y)
    assert selector.order_.tolist() == [1, 2, 6, 0, 13, 11, 23, 19]


def test_the_fast_ensemble_is_the_full_one():
    """The table that Schowe & Morik's equality was verified on: n = 203, p = 120, e = 20, k = 10."""
    table, y = make_wide(7, 203, 120, 3)
    fast, full = (MRMRSelector(10, ensemble=kind).fit(table, y) for kind in ("fast", "full"))
    np.testing.assert_array_equal(fast.runs_, full.runs_)
    np.testing.assert_allclose(fast.relevance_, full.relevance_, rtol=1e-9)
    assert fast.order_.tolist() == full.order_.tolist()
    for run in range(20):
        rest = np.arange(203) % 20 != run
        assert MRMRSelector(10).fit(table[rest], y[rest]).order_.tolist() == fast.runs_[run].tolist()
    assert fast.n_correlations_ < full.n_correlations_ == full.n_correlations_apart_


@pytest.mark.parametrize(
    "kind", ["values", "codes", "mixed", "mixed values", "gaps", "duplicates", "weights"]
)
@pytest.mark.parametrize("criterion", ["quotient", "difference"])
def test_the_fast_ensemble_is_the_full_one_on_any_table(kind, criterion):
    table, y = make_wide(11, 70, 15, 0 if "values" in kind else 2)
    rng, weights = np.random.default_rng(0), None
    if kind == "codes":
        table = np.digitize(table, [-1, 0, 1])
    elif kind == "gaps":
        table[rng.random(table.shape) < 0.2] = np.nan
    elif kind == "duplicates":
        table = np.hstack([table, table, -table])
    elif kind == "weights":
        weights = rng.random(70) * (rng.random(70) < 0.8)
    elif "mixed" in kind:
        table = pd.DataFrame(table).rename(columns=str)
        for name in ("0", "4", "5", "9"):
            table[name] = pd.cut(table[name], [-9, -1, 0, 1, 9], labels=list("abcd"))
    measure = "mutual_information" if kind == "codes" else "auto"
    fast, full = (
        MRMRSelector(7, ensemble=which, n_parts=8, measure=measure, criterion=criterion).fit(
            table, y, weights
        )
        for which in ("fast", "full")
    )
    np.testing.assert_array_equal(fast.runs_, full.runs_)
    np.testing.assert_allclose(fast.relevance_, full.relevance_, rtol=1e-9)
    assert len(set(map(tuple, fast.runs_.tolist()))) > 1


@pytest.mark.parametrize("criterion", ["quotient", "difference"])
@pytest.mark.parametrize(
    "measure", ["f", "correlation", "mutual_information", "symmetrical_uncertainty", "values"]
)
def test_rounding_decides_nothing(measure, criterion):
    """On small whole numbers and their linear functions most scores are equal, and rounded in other ways."""
    for seed in range(25):
        rng = np.random.default_rng(seed)
        table = rng.integers(0, 4, (rng.integers(6, 30), 6)).astype(float)
        table = np.hstack([table, 3 * table - 1, -0.1 * table[:, ::-1]])
        y = rng.permutation(len(table)) % 2 + (rng.integers(0, 3, len(table)) if measure == "values" else 0)
        parameters = (
            {"task": "regression"} if measure == "values" else {"task": "classification", "measure": measure}
        )
        fast, full = (
            MRMRSelector(12, ensemble=kind, n_parts=4, criterion=criterion, **parameters).fit(table, y)
            for kind in ("fast", "full")
        )
        np.testing.assert_array_equal(fast.runs_, full.runs_)


@pytest.mark.parametrize("ensemble", ENSEMBLES)
def test_sparse_and_mapped_tables_are_read_as_they_are(ensemble, tmp_path):
    table, y = make_wide(5, 50, 30)
    table = np.where(np.abs(table) > 1, table, 0.0)
    selector = MRMRSelector(6, ensemble=ensemble, n_parts=5, random_state=0)
    expected = clone(selector).fit(table, y).runs_
    for kind in (sparse.csr_matrix, sparse.csc_array):
        fitted = clone(selector).fit(kind(table), y)
        np.testing.assert_array_equal(fitted.runs_, expected)
        assert sparse.issparse(fitted.transform(kind(table)))
    for dtype in (np.float64, np.float32):
        mapped = np.memmap(tmp_path / f"table-{np.dtype(dtype)}", dtype, "w+", shape=table.shape)
        mapped[:] = table
        np.testing.assert_array_equal(clone(selector).fit(mapped, y).runs_, expected)


def test_mapped_whole_numbers_are_not_turned_into_floats_at_once(tmp_path):
    table, y = make_wide(5, 50, 30)
    table = np.round(table * 10).astype(np.int16)
    mapped = np.memmap(tmp_path / "table", np.int16, "w+", shape=table.shape)
    mapped[:] = table
    one, other = (MRMRSelector(6, ensemble="fast", n_parts=4).fit(each, y) for each in (mapped, table))
    np.testing.assert_array_equal(one.runs_, other.runs_)
    assert is_mapped(mapped[:, 1:])
    assert not is_mapped(table)


def test_a_mapped_table_is_not_copied(tmp_path, monkeypatch):
    monkeypatch.setattr(mrmr_numbers, "_BLOCK_CELLS", 400_000)
    monkeypatch.setattr(mrmr_numbers, "_KEPT_CELLS", 200_000)
    table = np.memmap(tmp_path / "table", np.float32, "w+", shape=(400, 20_000))
    table[:] = np.random.default_rng(0).normal(size=table.shape)
    y = (table[:, 77] + table[:, 1234] > 0).astype(int)
    tracemalloc.start()
    selector = MRMRSelector(3, ensemble="fast", n_parts=3).fit(table, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    in_memory = clone(selector).fit(np.array(table), y)
    np.testing.assert_array_equal(selector.runs_, in_memory.runs_)
    assert peak < table.size * 8 / 2  # a centred copy would take 64 MB


def test_gaps_in_a_sparse_table_are_means():
    table, y = make_wide(5, 50, 30)
    table = np.where(np.abs(table) > 1, table, 0.0)
    table[::7, ::3] = np.nan
    one, other = (
        MRMRSelector(6, ensemble="fast", n_parts=5).fit(each, y) for each in (table, sparse.csr_array(table))
    )
    np.testing.assert_array_equal(one.runs_, other.runs_)
    np.testing.assert_allclose(one.relevance_, other.relevance_)


def test_a_missing_number_is_the_mean_of_its_column():
    table, y = make_wide(3)
    table[::5, 2] = table[1::4, 7] = np.nan
    filled = np.where(np.isnan(table), np.nanmean(table, axis=0), table)
    one, other = (MRMRSelector(10).fit(each, y) for each in (table, filled))
    assert one.order_.tolist() == other.order_.tolist()
    np.testing.assert_allclose(one.relevance_, other.relevance_)


def test_a_missing_category_is_a_category():
    word = np.tile(["a", "b", None, "c"], 20)
    y = np.where(pd.isna(word), "gap", "word")
    table = pd.DataFrame({"coin": np.tile(["x", "y"], 40), "word": pd.Categorical(word)})
    selector = MRMRSelector(1).fit(table, y)
    assert selector.measure_ == "mutual_information"
    assert selector.get_feature_names_out().tolist() == ["word"]
    assert selector.relevance_[1] == pytest.approx(2 - 0.75 * np.log2(3))  # the entropy of a quarter


def test_words_and_frames():
    table = load("votes")
    selector = MRMRSelector(4, ensemble="fast", n_parts=10).fit(table.features, table.target)
    assert selector.measure_ == "mutual_information"
    assert list(selector.transform(table.features)) == [
        name for name, kept in zip(table.features, selector.support_, strict=True) if kept
    ]
    assert list(selector.frame()) == ["feature", "score", "selected", "place", "relevance", "frequency"]
    assert selector.classes_.tolist() == sorted(set(table.target))


def test_a_copy_comes_late():
    """A copy of a chosen feature is wholly redundant: another one with less to tell comes before it."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    strong, weak = y + rng.normal(size=200), 0.5 * y + rng.normal(size=200)
    table = np.column_stack([strong, strong + 0.01 * rng.normal(size=200), weak])
    assert MRMRSelector(2).fit(table, y).order_.tolist() in ([0, 2], [1, 2])


def test_constants_come_last_and_ties_go_to_the_lower_column():
    table = np.column_stack([np.ones(12), X[:, 3], np.full(12, 0.1), X[:, 3], X[:, 1]])
    for criterion in ("quotient", "difference"):
        found = MRMRSelector(5, criterion=criterion).fit(table, Y).order_.tolist()
        assert found[0] == 1
        assert found[-2:] == [0, 2]


def test_fixed_features_come_first_and_are_complemented():
    table, y = make_wide(2)
    selector = MRMRSelector(4, fixed_features=[9, 5]).fit(table, y)
    assert selector.order_[:2].tolist() == [5, 9]
    assert selector.support_.sum() == 4
    relevance = f_classif(table, y)[0]
    mean = np.abs(np.corrcoef(table.T))[:, [5, 9]].mean(axis=1)
    scores = relevance / mean
    scores[[5, 9]] = 0
    assert selector.order_[2] == np.argmax(scores)
    assert MRMRSelector(1, fixed_features=[9, 5]).fit(table, y).get_support(indices=True).tolist() == [5, 9]


def test_a_group_is_kept_as_a_whole():
    selector = MRMRSelector(1, groups=[[3, 4], [0, 1]]).fit(X, Y)
    assert selector.get_support(indices=True).tolist() == [3, 4]
    assert selector.found_.sum() == 1


@pytest.mark.parametrize("ensemble", ["fast", "full", "bagged", "inner"])
def test_threads_do_not_matter(ensemble):
    table, y = make_wide(1, 40, 3000 if ensemble == "fast" else 30)
    one, two = (
        MRMRSelector(5, ensemble=ensemble, n_parts=6, random_state=1, shuffle=True, n_jobs=n_jobs).fit(
            table, y
        )
        for n_jobs in (1, 2)
    )
    np.testing.assert_array_equal(one.runs_, two.runs_)
    np.testing.assert_array_equal(one.scores_, two.scores_)


def test_threads_share_the_columns_of_a_large_table():
    table, y = make_wide(1, 400, 11_000)
    one, two = (
        MRMRSelector(3, ensemble="fast", n_parts=3, n_jobs=n_jobs).fit(table, y) for n_jobs in (None, 2)
    )
    np.testing.assert_array_equal(one.runs_, two.runs_)


@pytest.mark.parametrize("measure", ["f", "correlation", "mutual_information", "symmetrical_uncertainty"])
@pytest.mark.parametrize("criterion", ["quotient", "difference"])
def test_whole_weights_are_repeats(measure, criterion):
    table, y = make_wide(4)
    table = np.round(table)
    counts = np.random.default_rng(0).integers(0, 4, len(y))
    selector = MRMRSelector(10, measure=measure, criterion=criterion)
    weighted = clone(selector).fit(table, y, sample_weight=counts)
    repeated = clone(selector).fit(np.repeat(table, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_array_equal(weighted.order_, repeated.order_)
    np.testing.assert_allclose(weighted.relevance_, repeated.relevance_)


def test_other_weights_only_count_in_proportion():
    table, y = make_wide(4)
    weights = np.random.default_rng(0).random(len(y)) + 0.1
    one, ten = (MRMRSelector(10).fit(table, y, sample_weight=factor * weights) for factor in (1.0, 10.0))
    np.testing.assert_allclose(one.relevance_, ten.relevance_)
    assert one.order_.tolist() == ten.order_.tolist()


def test_permuted_columns_permute_the_selection():
    table, y = make_wide(6)
    order = np.random.default_rng(0).permutation(table.shape[1])
    one, other = (
        MRMRSelector(6, ensemble="fast", n_parts=5).fit(each, y) for each in (table, table[:, order])
    )
    assert order[other.order_].tolist() == one.order_.tolist()


def test_units_do_not_matter():
    table, y = make_wide(6)
    one, other = (
        MRMRSelector(6, ensemble="fast", n_parts=5).fit(each, y)
        for each in (table, table * np.logspace(-6, 6, 40) + 1e4)
    )
    np.testing.assert_array_equal(one.runs_, other.runs_)


def test_a_majority_may_be_missing():
    rng = np.random.default_rng(5)
    table, y = rng.normal(size=(20, 200)), rng.integers(0, 2, 20)
    selector = MRMRSelector(1, ensemble="bagged", n_parts=15, combine="majority", random_state=0)
    with pytest.warns(UserWarning, match="MRMRSelector found none of 200 features .* kept the best one"):
        selector.fit(table, y)
    assert not selector.found_.any()
    assert selector.support_.sum() == 1
    assert selector.frequencies_[selector.support_].max() <= 0.5


def test_rows_may_be_shuffled_and_stratified():
    table, y = make_wide(8)
    runs = {
        (shuffle, stratified): MRMRSelector(
            5, ensemble="fast", n_parts=5, shuffle=shuffle, stratified=stratified, random_state=0
        )
        .fit(table, y)
        .runs_.tolist()
        for shuffle in (False, True)
        for stratified in (False, True)
    }
    assert len({str(each) for each in runs.values()}) == 4


def test_more_parts_than_rows_leave_out_one_row_each():
    selector = MRMRSelector(2, ensemble="fast", n_parts=50).fit(X, Y)
    assert selector.runs_.shape == (12, 2)


def test_the_default_keeps_half():
    assert MRMRSelector().fit(X, Y).support_.sum() == 2
    assert MRMRSelector().fit(X[:, :1], Y).support_.all()


def test_it_can_be_stored_and_leaves_its_input_alone():
    table, before = X.copy(), X.copy()
    selector = MRMRSelector(3, ensemble="fast", n_parts=3).fit(table, Y)
    np.testing.assert_array_equal(table, before)
    again = pickle.loads(pickle.dumps(selector))
    assert again.order_.tolist() == selector.order_.tolist()
    assert again.n_correlations_ == 14


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_features": 6}, "n_features=6 must be an int from 1 to 5"),
        ({"n_features": 0}, "n_features=0 must be an int of 1 or more, or None"),
        ({"n_features": 0.5}, "n_features=0.5 must be an int of 1 or more, or None"),
        ({"ensemble": "quick"}, "ensemble='quick' must be None, 'inner', 'fast', 'full' or 'bagged'"),
        ({"measure": "pearson"}, "measure='pearson' must be 'auto'"),
        ({"criterion": "ratio"}, "criterion='ratio' must be 'quotient' or 'difference'"),
        ({"combine": "mean"}, "combine='mean' must be 'vote', 'majority' or 'rank'"),
        ({"average": "mode"}, "average='mode' must be 'mean' or 'median'"),
        ({"n_parts": 1}, "n_parts=1 must be an int of 2 or more"),
        ({"redundancy_floor": 0.0}, "redundancy_floor=0.0 must be a number above 0"),
        (
            {"measure": "mutual_information", "task": "regression"},
            "is about classes, but the target is values",
        ),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        MRMRSelector(**parameters).fit(X, Y)


def test_f_needs_numbers():
    table = pd.DataFrame({"a": X[:, 0], "word": list("abcabcabcabc")})
    with pytest.raises(ValueError, match=r"measure='f' is about numbers, but 'word' holds categories"):
        MRMRSelector(1, measure="f").fit(table, Y)


def test_a_part_needs_a_rest():
    with pytest.raises(ValueError, match="only one row has a weight"):
        MRMRSelector(1, ensemble="fast").fit(X, Y, sample_weight=np.eye(12)[0])
