import numpy as np
import pandas as pd
import pytest
from tests.contract import parametrize_with_contract

from hedgerow.selection.filters import CombinedFeatureSelector, FCBFSelector
from hedgerow.selection.measures.contingency import join_codes, symmetrical_uncertainty

Y = np.array([0, 0, 0, 0, 1, 1, 1, 1])
A, B, C = np.array([[0, 0, 0, 1, 1, 1, 1, 0], [0, 0, 1, 2, 2, 2, 1, 0], [0, 1] * 4])


@parametrize_with_contract([CombinedFeatureSelector(), CombinedFeatureSelector("information_gain")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_eight_rows_by_pencil():
    """Rogers 2007, section 6.3: C tells nothing alone, and something beside A."""
    assert symmetrical_uncertainty(join_codes(A, C), Y) == pytest.approx(1 / 3)
    assert symmetrical_uncertainty(join_codes(A, B), Y) == pytest.approx(0.2214495405, abs=5e-11)
    assert symmetrical_uncertainty(join_codes(B, C), Y) == pytest.approx(0.1538461538, abs=5e-11)
    selector = CombinedFeatureSelector().fit(np.column_stack([A, B, C, A]), Y)
    assert selector.order_.tolist() == [0, 1, 2]
    assert selector.covered_by_.tolist() == [-1, -1, -1, 0]
    assert selector.frame()["covered_by"].tolist().count("x0") == 1


def naive(codes, y):
    relevance = [symmetrical_uncertainty(column, y) for column in codes.T]
    left = sorted(range(len(relevance)), key=lambda f: (-round(relevance[f], 12), f))
    kept = []
    while left:
        first = left.pop(0)
        kept.append(first)
        pairs = {g: join_codes(codes[:, first], codes[:, g]) for g in left}
        left = [g for g in left if symmetrical_uncertainty(pairs[g], y) > relevance[first] + 1e-12]
    return kept


@pytest.mark.parametrize("seed", range(6))
def test_the_scan_is_that_of_the_twin(seed):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 3, (60, 8))
    y = (codes[:, 0] + (codes[:, 1] == codes[:, 2])) % 3
    assert CombinedFeatureSelector(n_jobs=2).fit(codes, y).order_.tolist() == naive(codes, y)


def test_an_exclusive_or_is_found_where_single_features_tell_nothing():
    bits = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (25, 1))
    X = np.column_stack([bits, bits[:, 0], np.zeros(100)])
    y = bits[:, 0] ^ bits[:, 1]
    assert CombinedFeatureSelector().fit(X, y).get_support(indices=True).tolist() == [0, 1]
    with pytest.warns(UserWarning, match="FCBFSelector found none"):
        assert not FCBFSelector().fit(X, y).found_.any()


def test_gain_never_falls_so_that_only_what_adds_nothing_goes():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (200, 5))
    y = codes[:, 0] % 2
    by_gain = CombinedFeatureSelector("information_gain").fit(np.column_stack([codes, codes[:, 0]]), y)
    assert by_gain.get_support(indices=True).tolist() == [0]  # y is known from the first
    noisy = np.where(rng.random(200) < 0.2, 1 - y, y)
    assert CombinedFeatureSelector("information_gain").fit(codes, noisy).support_.all()


def test_frames_weights_and_constants():
    rng = np.random.default_rng(0)
    word, counts = rng.choice(["a", "b"], 100), rng.integers(0, 3, 100)
    X = pd.DataFrame({"same": ["z"] * 100, "word": word, "number": rng.normal(size=100), "again": word})
    y = np.where(word == "a", "yes", "no")
    weighted = CombinedFeatureSelector().fit(X, y, sample_weight=counts)
    repeated = CombinedFeatureSelector().fit(
        X.loc[np.repeat(np.arange(100), counts)].reset_index(drop=True), np.repeat(y, counts)
    )
    np.testing.assert_allclose(weighted.scores_, repeated.scores_)
    assert list(weighted.transform(X)) == list(repeated.transform(X)) == ["word"]


def test_constants_are_never_kept():
    with pytest.warns(UserWarning, match="found none of 2 .* pass features that vary"):
        selector = CombinedFeatureSelector(when_empty="none").fit(np.zeros((6, 2)), [0, 1] * 3)
    assert not selector.support_.any()


def test_what_is_no_measure_is_refused():
    with pytest.raises(
        ValueError, match="measure='gain' must be 'symmetrical_uncertainty' or 'information_gain'"
    ):
        CombinedFeatureSelector("gain").fit(np.column_stack([A, B]), Y)
