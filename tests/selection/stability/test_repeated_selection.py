from collections import Counter

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.datasets import make_regression
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import (
    SelectFromModel,
    SelectKBest,
    SelectorMixin,
    VarianceThreshold,
    f_regression,
)
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.selection.stability import naive

from hedgerow import selection_stability
from hedgerow.selection.stability.repeated_selection import draw_rows

y = np.tile([0, 1], 60)
X = np.random.default_rng(0).normal(size=(120, 12))
X[:, :3] += y[:, None]


class Keeper(SelectorMixin, BaseEstimator):
    """Selects the features of a mask, whatever the rows; remembers nothing else."""

    def __init__(self, mask=(True, False)):
        self.mask = mask

    def fit(self, X, y=None, sample_weight=None):
        self.n_features_in_ = np.shape(X)[1]
        self.mask_ = np.array(self.mask)
        if sample_weight is not None:
            self.mask_ = self.mask_ & (np.min(sample_weight) > 0)
        return self

    def _get_support_mask(self):
        return self.mask_


class Coin(SelectorMixin, BaseEstimator):
    """Selects at random."""

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y=None):
        self.mask_ = np.random.RandomState(self.random_state).rand(np.shape(X)[1]) < 0.5
        return self

    def _get_support_mask(self):
        return self.mask_


def test_a_selector_that_does_not_look_at_rows_is_stable_and_a_coin_is_not():
    mask = np.arange(12) < 4
    assert selection_stability(Keeper(mask), X, y, n_repeats=5, random_state=0).stability == 1
    coin = selection_stability(Coin(), X, y, n_repeats=100, random_state=0)
    assert coin.interval[0] <= 0.02
    assert abs(coin.stability) < 0.05


def test_a_selector_with_a_seed_of_its_own_keeps_it():
    fixed = selection_stability(Coin(random_state=3), X, y, n_repeats=5, random_state=0)
    assert fixed.stability == 1
    shared = selection_stability(
        Coin(random_state=np.random.RandomState(3)), X, y, n_repeats=5, random_state=0
    )
    assert shared.stability < 1


@pytest.mark.parametrize("scheme", ["subsample", "bootstrap", "cv"])
def test_the_number_of_jobs_changes_nothing(scheme):
    selector = SelectFromModel(RandomForestClassifier(3), max_features=4)
    options = {"scheme": scheme, "n_repeats": 4, "random_state": 5}
    one = selection_stability(selector, X, y, **options)
    with joblib.parallel_config("threading"):
        two = selection_stability(selector, X, y, n_jobs=2, **options)
    np.testing.assert_array_equal(one.supports, two.supports)
    np.testing.assert_array_equal(one.ranks, two.ranks)
    other = selection_stability(selector, X, y, **(options | {"random_state": 6}))
    assert not np.array_equal(one.ranks, other.ranks)


def test_measures_are_those_of_the_runs():
    stability = selection_stability(SelectKBest(k=4), X, y, n_repeats=8, random_state=0)
    assert stability.supports.shape == (8, 12)
    assert (stability.sizes == 4).all()
    marks = stability.supports.tolist()
    assert stability.stability == pytest.approx(naive.nogueira(marks))
    assert stability.jaccard == pytest.approx(naive.jaccard(marks))
    assert stability.spearman is not None
    assert set(stability.frame()["feature"][:3]) == {"x0", "x1", "x2"}


def test_rows_may_be_given():
    halves = [np.arange(60), np.arange(120) >= 60]
    stability = selection_stability(SelectKBest(k=3), X, y, scheme=halves)
    for support, rows in zip(stability.supports, halves, strict=True):
        np.testing.assert_array_equal(support, SelectKBest(k=3).fit(X[rows], y[rows]).get_support())
    assert "parts of the table" in stability.sentence
    with pytest.raises(ValueError, match="1 run was given"):
        selection_stability(SelectKBest(k=3), X, y, scheme=halves[:1])


def test_tables_of_any_kind_give_the_same():
    options = {"n_repeats": 3, "random_state": 0}
    expected = selection_stability(SelectKBest(k=3), X, y, **options)
    names = [f"f{place}" for place in range(12)]
    frames = (pd.DataFrame(X, columns=names), pl.DataFrame(X, schema=names))
    for table in (*frames, sparse.coo_array(X), X.tolist()):
        found = selection_stability(SelectKBest(k=3), table, np.array(["no", "yes"])[y], **options)
        np.testing.assert_array_equal(found.supports, expected.supports)
    assert selection_stability(SelectKBest(k=3), frames[0], y, **options).names == tuple(names)


def test_pipelines_values_and_no_target():
    pipeline = make_pipeline(VarianceThreshold(), StandardScaler(), SelectKBest(k=3))
    frame = pd.DataFrame(np.column_stack([np.ones(120), X])).add_prefix("f")
    stability = selection_stability(pipeline, frame, y, n_repeats=4, random_state=0)
    assert stability.names[0] == "f0"
    assert stability.frequencies[0] == 0
    assert (stability.sizes == 3).all()
    numbered = selection_stability(
        pipeline, frame.set_axis(range(13), axis=1), y, n_repeats=4, random_state=0
    )
    assert numbered.names[:2] == ("0", "1")
    np.testing.assert_array_equal(numbered.supports, stability.supports)
    values, target = make_regression(60, 6, n_informative=2, random_state=0)
    assert (
        selection_stability(SelectKBest(f_regression, k=2), values, target, n_repeats=4).supports.sum() == 8
    )
    unsupervised = selection_stability(VarianceThreshold(), X, n_repeats=3)
    assert unsupervised.supports.all()
    assert unsupervised.spearman is None


def test_models_with_a_number_of_features():
    stability = selection_stability(LogisticRegression(), X, y, n_features=3, n_repeats=4, random_state=0)
    assert (stability.sizes == 3).all()


def test_weights_travel_with_their_rows():
    weights = np.arange(120.0)
    mask = np.ones(12, dtype=bool)
    rows = [np.arange(60), np.arange(60, 120)]
    stability = selection_stability(Keeper(mask), X, y, scheme=rows, sample_weight=weights)
    assert stability.sizes.tolist() == [0, 12]


def test_the_overlap_of_folds_is_named():
    stability = selection_stability(SelectKBest(k=3), X, y, scheme="cv", n_repeats=3, random_state=0)
    assert stability.sentence.startswith("Over 3 training folds, 3 of 12")
    assert stability.sentence.endswith("so they agree more than other tables would.")
    half = selection_stability(SelectKBest(k=3), X, y, n_repeats=3, random_state=0)
    assert half.sentence.startswith("Over 3 subsamples of 50 % of the rows")
    assert "agree more" not in half.sentence


def test_the_selector_is_not_touched():
    selector, before = SelectKBest(k=3), X.copy()
    selection_stability(selector, X, y, n_repeats=2)
    assert not hasattr(selector, "scores_")
    np.testing.assert_array_equal(X, before)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"y": y[:5]}, "y has 5 rows, X has 120"),
        ({"sample_weight": [1.0]}, "sample_weight has 1 rows"),
        ({"confidence": 0}, "confidence=0"),
        ({"feature_names": ["a"]}, "1 names were given for 12"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        selection_stability(SelectKBest(k=3), X, **({"y": y} | options))


LABELS = np.array(["a"] * 30 + ["b"] * 10 + ["c"])


def draw(scheme, labels=LABELS, n_repeats=4, share=0.5, entropy=0):
    return draw_rows(scheme, 41, labels, n_repeats=n_repeats, share=share, entropy=entropy)


def test_subsamples_keep_the_classes_and_repeat_no_row():
    for rows in draw("subsample"):
        assert Counter(LABELS[rows]) == {"a": 15, "b": 5, "c": 1}
        assert len(set(rows)) == len(rows)
    assert {len(rows) for rows in draw("subsample", labels=None, share=0.8)} == {33}


def test_bootstraps_keep_the_classes_and_repeat_rows():
    drawn = draw("bootstrap", n_repeats=20)
    for rows in drawn:
        assert Counter(LABELS[rows]) == {"a": 30, "b": 10, "c": 1}
    assert 0.5 < np.mean([len(set(rows)) for rows in drawn]) / 41 < 0.75


def test_folds_leave_each_row_out_once():
    labels = LABELS[:40]
    drawn = draw_rows("cv", 40, labels, n_repeats=None, share=0.5, entropy=0)
    assert len(drawn) == 10
    assert sorted(np.concatenate([np.setdiff1d(np.arange(40), rows) for rows in drawn])) == list(range(40))
    assert all(Counter(labels[rows]) == {"a": 27, "b": 9} for rows in drawn)
    assert len(draw_rows("cv", 40, None, n_repeats=5, share=0.5, entropy=0)) == 5


@pytest.mark.parametrize("scheme", ["subsample", "bootstrap"])
def test_seeds(scheme):
    ours, again, others = draw(scheme), draw(scheme), draw(scheme, entropy=1)
    assert all(map(np.array_equal, ours, again))
    assert not any(map(np.array_equal, ours, others))
    assert all(map(np.array_equal, ours, draw(scheme, n_repeats=9)[:4]))
    assert len(draw(scheme, n_repeats=None)) == 50


def test_given_rows_and_masks():
    drawn = draw([[0, 2], np.arange(41) < 3])
    assert [rows.tolist() for rows in drawn] == [[0, 2], [0, 1, 2]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scheme": "jackknife"}, "scheme='jackknife'"),
        ({"scheme": "subsample", "share": 1.0}, "share=1.0"),
        ({"scheme": "bootstrap", "n_repeats": 1}, "n_repeats=1"),
        ({"scheme": [[0, 50]]}, "names row 50, but the table has 41"),
        ({"scheme": [[0.5]]}, "row numbers, or a mask"),
        ({"scheme": [[]]}, "row numbers, or a mask"),
    ],
)
def test_wrong_schemes_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        draw(**options)
