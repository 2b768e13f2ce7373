import numpy as np
import pandas as pd
import pytest
from tests.contract import parametrize_with_contract

from hedgerow.datasets import load, make_simple
from hedgerow.selection.filters import FCBFSelector
from hedgerow.selection.filters.fcbf import find_predominant, find_rank_threshold
from hedgerow.selection.measures.columns import CodeColumns
from hedgerow.selection.measures.contingency import symmetrical_uncertainty

Y = np.array([0, 0, 0, 0, 1, 1, 1, 1])
# Rogers 2007: A, B, C and a copy of A.
EIGHT = np.array([[0, 0, 0, 1, 1, 1, 1, 0], [0, 0, 1, 2, 2, 2, 1, 0], [0, 1] * 4, [0, 0, 0, 1, 1, 1, 1, 0]]).T


@pytest.mark.filterwarnings("ignore:FCBFSelector found none")
@parametrize_with_contract([FCBFSelector(), FCBFSelector("rank", discretise="equal_frequency")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def naive(codes, y, threshold=0.0):
    """Yu & Liu's scan, pair by pair."""
    relevance = [symmetrical_uncertainty(column, y) for column in codes.T]
    order = sorted(range(len(relevance)), key=lambda f: (-round(relevance[f], 12), f))
    left = [f for f in order if relevance[f] > threshold]
    for f in list(left):
        if f in left:
            later = left[left.index(f) + 1 :]
            gone = [
                g for g in later if symmetrical_uncertainty(codes[:, f], codes[:, g]) >= relevance[g] - 1e-12
            ]
            left = [g for g in left if g not in gone]
    return left


def test_eight_rows_by_pencil():
    selector = FCBFSelector(discretise="distinct").fit(EIGHT, Y)
    np.testing.assert_allclose(selector.scores_, [0.1887218755, 0.0478496450, 0.0, 0.1887218755], atol=5e-11)
    assert selector.order_.tolist() == [0]
    assert selector.covered_by_.tolist() == [-1, 0, -1, 0]
    assert selector.frame()["covered_by"].tolist() == ["", "x0", "x0", ""]
    assert selector.p_values_ is None


def test_the_example_of_the_specification():
    X = np.array([[0, 0, 0, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 0], [0, 1] * 4, [0, 0, 1, 1, 1, 1, 1, 1]]).T
    selector = FCBFSelector().fit(X, Y)
    np.testing.assert_allclose(selector.scores_, [0.561590, 0.188722, 0.0, 0.343711], atol=5e-7)
    assert selector.order_.tolist() == [0]


@pytest.mark.parametrize("seed", range(8))
def test_the_scan_is_that_of_the_twin(seed):
    rng = np.random.default_rng(seed)
    hidden = rng.integers(0, 3, (200, 4))
    codes = np.where(rng.random((200, 20)) < 0.4, rng.integers(0, 3, (200, 20)), np.tile(hidden, 5))
    y = (hidden.sum(axis=1) + rng.integers(0, 3, 200)) // 3
    for threshold in (0.0, 0.02):
        selector = FCBFSelector(threshold).fit(codes, y)
        assert selector.order_.tolist() == naive(codes, y, threshold)


def test_the_package_fcbf_agrees():
    """Recorded from fcbf 0.1.2: votes with a gap as a value of its own."""
    recorded = {
        "V3": 0.41554446949228535,
        "V4": 0.7088618755037459,
        "V5": 0.3940477148883169,
        "V2": 0.0003065344744582647,
    }
    table = load("votes")
    selector = FCBFSelector().fit(table.features, table.target)
    names = table.features.columns
    assert names[selector.order_].tolist() == ["V4", "V12", "V11"]
    found = dict(zip(names, selector.scores_, strict=True))
    assert {name: found[name] for name in recorded} == pytest.approx(recorded, abs=1e-12)
    rng = np.random.default_rng(0)
    hidden = rng.integers(0, 3, (300, 6))
    codes = np.where(rng.random((300, 30)) < 0.35, rng.integers(0, 3, (300, 30)), np.tile(hidden, 5))
    y = (hidden.sum(axis=1) + rng.integers(0, 3, 300)) // 4
    assert FCBFSelector(0.01).fit(codes, y).order_.tolist() == [14, 13, 17, 10, 15, 12]


def test_noise_goes_and_copies_go():
    rng = np.random.default_rng(0)
    sample = make_simple(n_samples=400, random_state=0)
    X = np.column_stack([sample.X[:, :2], np.exp(sample.X[:, 0]), rng.normal(size=(400, 5))])
    selector = FCBFSelector().fit(X, sample.y)
    assert selector.get_support(indices=True).tolist() == [0, 1]
    assert selector.covered_by_[2] == 0
    assert (selector.covered_by_[3:] == -1).all()


def test_yu_and_lius_threshold():
    relevance = np.linspace(0.0, 0.9, 64)
    threshold = find_rank_threshold(relevance)
    assert (relevance > threshold).sum() == 10  # 64 / 6
    assert find_rank_threshold(np.array([0.3])) == pytest.approx(0.3)
    rng = np.random.default_rng(0)
    y = np.arange(300) % 2
    X = rng.normal(size=(300, 64)) + y[:, None] * np.linspace(0, 1, 64)
    selector = FCBFSelector("rank").fit(X, y)
    assert ((selector.covered_by_ >= 0) | selector.found_).sum() == 10


def test_frames_labels_and_gaps():
    table = load("votes")
    selector = FCBFSelector().fit(table.features, table.target)
    assert list(selector.transform(table.features)) == ["V4", "V11", "V12"]
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 200)
    X = pd.DataFrame({"noise": rng.normal(size=200), "gap": np.where(word == "a", np.nan, 1.0), "word": word})
    selector = FCBFSelector().fit(X, np.where(word == "a", "yes", "no"))
    assert list(selector.transform(X)) == ["gap"]  # a gap tells everything, in fewer values than the word


def test_values_are_cut_into_classes():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 4))
    selector = FCBFSelector().fit(X, X[:, 2] + 0.1 * rng.normal(size=500))
    assert selector.get_support(indices=True).tolist() == [2]
    assert selector.classes_ is None


def test_what_the_user_has_decided_is_kept():
    table = load("sonar")
    selector = FCBFSelector(fixed_features=["V1"], groups=[["V11", "V60"]]).fit(table.features, table.target)
    assert selector.support_[0]
    assert not selector.found_[0]
    assert selector.support_[10] == selector.support_[59]


def test_weights_are_repeats_and_threads_change_nothing():
    rng = np.random.default_rng(1)
    codes, counts = rng.integers(0, 3, (150, 12)), rng.integers(0, 3, 150)
    y = (codes[:, :3].sum(axis=1) > 3).astype(int)
    weighted = FCBFSelector(n_jobs=2).fit(codes, y, sample_weight=counts)
    repeated = FCBFSelector(n_jobs=1).fit(np.repeat(codes, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_allclose(weighted.scores_, repeated.scores_)
    assert weighted.order_.tolist() == repeated.order_.tolist()


def test_permuted_columns_permute_the_selection():
    table = load("sonar")
    order = np.random.default_rng(0).permutation(60)
    X = table.features.to_numpy(float)
    one, other = (FCBFSelector().fit(each, table.target) for each in (X, X[:, order]))
    np.testing.assert_array_equal(other.support_, one.support_[order])


def test_nothing_found_is_said():
    X = np.zeros((6, 2))
    with pytest.warns(UserWarning, match="FCBFSelector found none of 2 .* lower the threshold"):
        selector = FCBFSelector().fit(X, [0, 1] * 3)
    assert selector.get_support(indices=True).tolist() == [0]
    assert not selector.found_.any()


@pytest.mark.parametrize("threshold", [-0.1, 1.0, "best"])
def test_what_is_no_threshold_is_refused(threshold):
    with pytest.raises(ValueError, match=r"must be a number in \[0, 1\), or 'rank'"):
        FCBFSelector(threshold).fit(EIGHT, Y)


def test_no_feature_above_the_threshold():
    kept, covered_by = find_predominant(CodeColumns.from_matrix(EIGHT), np.zeros(4))
    assert kept.size == 0
    assert covered_by.tolist() == [-1] * 4
