import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.naive_bayes import GaussianNB

from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.views import AllFeatures, InputDecimation, Subspace
from hedgerow.views.columns import correlate, count_features


def test_all_features_are_all_of_them():
    assert_array_equal(AllFeatures().draw(5, 4), [0, 1, 2, 3])


@pytest.mark.parametrize(
    ("max_features", "n_features", "expected"),
    [
        *[
            (0.5, 7, 4),
            (0.75, 7, 5),
            (0.5, 1, 1),
            (0.75, 1, 1),
            (0.5, 8, 4),
            (0.01, 5, 1),
            (1.0, 5, 5),
            (2, 5, 2),
        ],
        *[("sqrt", 20, 4), ("log2", 20, 4), ("sqrt", 1, 1), ("log2", 1, 1)],
    ],
)
def test_sizes_round_halves_up(max_features, n_features, expected):
    assert count_features(max_features, n_features) == expected


@pytest.mark.parametrize("max_features", [0, 6, 0.0, 1.5, -1, "half", None])
def test_a_wrong_size_names_the_value_and_the_way_out(max_features):
    with pytest.raises(
        ValueError, match=f"max_features={max_features!r} must be an int from 1 to 5, or a share"
    ):
        count_features(max_features, 5)


@given(st.integers(0, 2**63), st.integers(1, 40), st.booleans())
def test_columns_are_sorted_and_follow_the_seed(seed, n_features, replace):
    view = Subspace(0.5, replace=replace)
    columns = view.draw(seed, n_features)
    assert_array_equal(columns, view.draw(seed, n_features))
    assert_array_equal(columns, np.sort(columns))
    assert columns.size == -(-n_features // 2)
    assert 0 <= columns[0] <= columns[-1] < n_features
    if not replace:
        assert np.unique(columns).size == columns.size


def test_features_are_drawn_alike():
    frequencies = np.bincount(np.concatenate([Subspace(2).draw(seed, 5) for seed in range(5000)])) / 5000
    assert np.all(np.abs(frequencies - 0.4) < 4.5 * np.sqrt(0.24 / 5000))


X, y = load_wine(return_X_y=True)


def fit(view, position, table=X, target=y, weights=None):
    return view.fit_member(np.zeros(1, np.uint64), position, table, target, weights).columns


def naive_correlation(column, target):
    pairs = [(a, b) for a, b in zip(column, target, strict=True) if not np.isnan(a)]
    if len({a for a, _ in pairs}) < 2 or len({b for _, b in pairs}) < 2:
        return 0.0
    return np.corrcoef(np.array(pairs).T)[0, 1]


@given(
    hnp.arrays(np.float64, (8, 3), elements=st.sampled_from([-2.0, 0.0, 0.1, 1.0, 7.0, np.nan])),
    hnp.arrays(np.int64, 8, elements=st.integers(0, 2)),
    st.data(),
)
def test_correlations_are_those_of_the_twin(table, target, data):
    expected = [naive_correlation(column, target) for column in table.T]
    assert_allclose(correlate(table, target), expected, atol=1e-12)
    weights = data.draw(hnp.arrays(np.int64, 8, elements=st.integers(0, 3)))
    repeated = [
        naive_correlation(np.repeat(column, weights), np.repeat(target, weights)) for column in table.T
    ]
    assert_allclose(correlate(table, target, weights), repeated, atol=1e-12)


@pytest.mark.parametrize("position", range(6))
def test_each_class_has_the_features_that_go_with_it(position):
    correlations = np.abs([np.corrcoef(column, y == position % 3)[0, 1] for column in X.T])
    assert_array_equal(fit(InputDecimation(), position), np.sort(np.argsort(-correlations)[:7]))


def test_several_sizes_take_turns_after_each_round_of_classes():
    sizes = [fit(InputDecimation([2, 0.5, "sqrt"]), position).size for position in range(12)]
    assert sizes == [2] * 3 + [7] * 3 + [3] * 3 + [2] * 3


def test_equal_correlations_go_to_the_first_feature():
    table = np.repeat(np.arange(6.0)[:, None], 4, axis=1)
    assert_array_equal(fit(InputDecimation(2), 0, table, np.arange(6) % 2), [0, 1])


def test_rows_that_a_member_does_not_see_do_not_count():
    weights = (np.arange(178) % 2).astype(int)
    kept = weights > 0
    assert_array_equal(
        fit(InputDecimation(3), 1, weights=weights), fit(InputDecimation(3), 1, X[kept], y[kept])
    )


def test_one_member_per_class_is_the_published_method():
    ensemble = EnsembleClassifier(
        GaussianNB(), view=InputDecimation(), resampling="full", n_estimators=3
    ).fit(X, y)
    members = [GaussianNB().fit(X[:, fit(InputDecimation(), c)], y) for c in range(3)]
    expected = np.mean(
        [m.predict_proba(X[:, fit(InputDecimation(), c)]) for c, m in enumerate(members)], axis=0
    )
    assert_allclose(ensemble.predict_proba(X), expected, atol=1e-12)


def test_missing_values_reach_a_tree_that_can_read_them():
    iris, species = load_iris(return_X_y=True)
    iris[::3, 2] = np.nan
    ensemble = EnsembleClassifier(view="decimation", n_estimators=6, random_state=0).fit(iris, species)
    assert ensemble.score(iris, species) > 0.95
    assert_allclose(ensemble.feature_importances_.sum(), 1.0)


def test_values_are_cut_into_slices():
    table, target = load_diabetes(return_X_y=True)
    low = target <= np.quantile(target, 1 / 3)
    correlations = np.abs([np.corrcoef(column, low)[0, 1] for column in table.T])
    assert_array_equal(fit(InputDecimation(), 0, table, target), np.sort(np.argsort(-correlations)[:5]))
    ensemble = EnsembleRegressor(view="decimation", n_estimators=9, oob_score=True, random_state=0)
    assert ensemble.fit(table, target).oob_score_ > 0.15


def test_a_seed_says_whose_turn_it_is_for_a_member_by_itself():
    assert_array_equal(InputDecimation(3).fit_view(7, X, y).columns, fit(InputDecimation(3), 1))


def test_wrong_parameters_are_named():
    with pytest.raises(ValueError, match="max_features=14 must be an int from 1 to 13"):
        fit(InputDecimation(14), 0)
    with pytest.raises(ValueError, match="n_slices=1 must be an int of 2 or more"):
        InputDecimation(n_slices=1).fit_view(0, X, X[:, 0])


def test_the_view_can_be_cloned():
    assert clone(InputDecimation((2, 3))).max_features == (2, 3)
