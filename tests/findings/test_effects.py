from dataclasses import FrozenInstanceError
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.docstrings import list_wrong_defaults

from hedgerow import ForestRelevance
from hedgerow.datasets import make_simple
from hedgerow.findings import effects
from hedgerow.findings.effects import N_LENDERS, Effects, find_groups, measure_effects, tell_rows


def measure_one_by_one(ask, X, row, random_state=0):
    """The slow and obvious twin: one question per feature and lender."""
    order = np.random.default_rng(random_state).permutation(len(X))
    usual = ask(X.iloc[[row]])[0]
    falls = []
    for name in X.columns:
        others = [other for other in order if X[name].iloc[other] != X[name].iloc[row]][:N_LENDERS]
        answers = []
        for other in others:
            asked = X.iloc[[row]].copy()
            asked[name] = X[name].iloc[other]
            answers.append(ask(asked)[0])
        falls.append(usual - np.mean(answers) if answers else 0.0)
    return falls


def add_up(rows):
    return (rows["a"] * rows["b"] + 2 * rows["c"]).to_numpy(dtype=np.float64)


@given(st.integers(2, 70), st.integers(0, 3), st.integers(50, 500))
def test_all_questions_at_once_are_the_questions_one_by_one(n_rows, seed, most_cells):
    generator = np.random.default_rng(seed)
    X = pd.DataFrame({"a": generator.integers(0, 2, n_rows), "b": generator.normal(size=n_rows), "c": 1.5})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(effects, "_MOST_CELLS", most_cells)  # several calls of the model
        found = measure_effects(add_up, X, 1, random_state=seed)
    np.testing.assert_allclose(found.effect, measure_one_by_one(add_up, X, 1, seed), atol=1e-12)


def test_a_feature_with_two_values_is_exchanged_as_often_as_one_with_many():
    generator = np.random.default_rng(0)
    size = generator.normal(size=400)
    # The same question, asked with two values and with many: is it above or below the middle?
    X = pd.DataFrame({"many": size, "two": (generator.permutation(size) > 0).astype(float)})

    def ask(rows):
        return (rows["many"] > 0).to_numpy(float) + rows["two"].to_numpy()

    row = int(np.flatnonzero((X["many"] > 0) & (X["two"] == 1))[0])
    many, two = measure_effects(ask, X, row).effect
    assert two == 1.0
    assert many == pytest.approx(0.5, abs=0.2)


def test_a_value_that_no_row_exchanges_has_no_effect():
    X = pd.DataFrame({"a": [1.0, 1.0], "b": [1.0, 2.0], "c": [0.0, 0.0]})
    found = measure_effects(add_up, X, 0)
    assert found.effect.tolist() == [0.0, -1.0, 0.0]
    assert np.isnan(found.error).all()  # one lender or none


def test_one_row_has_unknown_effects():
    found = measure_effects(add_up, pd.DataFrame({"a": [1.0], "b": [1.0], "c": [1.0]}), 0)
    assert np.isnan(found.effect).all()


def test_categories_and_gaps_keep_their_kind():
    X = pd.DataFrame({"colour": pd.Categorical(["red", "blue", None]), "size": [1.0, np.nan, 3.0]})
    kinds = []

    def ask(rows):
        kinds.append(rows.dtypes.astype(str).tolist())
        return np.zeros(len(rows))

    measure_effects(ask, X, 0)
    assert all(kind == ["category", "float64"] for kind in kinds)


def test_the_error_is_that_of_a_mean():
    generator = np.random.default_rng(0)
    X = pd.DataFrame({"a": np.ones(500), "b": generator.normal(size=500), "c": 0.0})
    errors = [measure_effects(add_up, X, 0, random_state=seed) for seed in range(40)]
    spread = np.std([found.effect[1] for found in errors])
    assert np.mean([found.error[1] for found in errors]) == pytest.approx(spread, rel=0.35)


def test_groups_are_chains_of_alike_numbers():
    generator = np.random.default_rng(0)
    x = generator.normal(size=200)
    X = pd.DataFrame(
        {
            "x": x,
            "text": "a",
            "minus": -np.exp(x),
            "noise": generator.normal(size=200),
            "flat": 1.0,
            "gaps": x,
        }
    )
    X.loc[::40, "gaps"] = np.nan
    assert find_groups(X) == ((0, 2, 5),)
    assert find_groups(X[["x", "text"]]) == ()


def count_rows(X, row=0):
    """How many rows the model is asked about at a time; the last is the row itself."""
    sizes = []

    def ask(rows):
        sizes.append(len(rows))
        return np.zeros(len(rows))

    measure_effects(ask, X, row)
    return sizes


@pytest.mark.parametrize(("n_rows", "n_lenders"), [(2, 1), (50, 49), (51, 50), (52, 50), (400, 50)])
def test_at_most_fifty_rows_lend_their_values(n_rows, n_lenders):
    assert count_rows(pd.DataFrame({"a": np.arange(n_rows), "flat": 1.5})) == [n_lenders, 1]


@pytest.mark.parametrize(
    ("most_cells", "sizes"),
    [
        (4, [50, 50, 50, 50, 1]),  # one question at least
        (399, [50, 50, 50, 50, 1]),
        (400, [100, 100, 1]),
        (599, [100, 100, 1]),
        (600, [150, 50, 1]),
        (800, [200, 1]),
    ],
)
def test_a_call_has_as_many_questions_as_memory_allows(monkeypatch, most_cells, sizes):
    """Four columns that fifty rows lend to: a question has 200 cells."""
    monkeypatch.setattr(effects, "_MOST_CELLS", most_cells)
    assert count_rows(pd.DataFrame(np.random.default_rng(0).normal(size=(60, 4)))) == sizes


def test_effect_and_error_by_pencil():
    """The others have 1 and 3: their mean is 2, its standard error the root of 2, by the root of 2."""
    X = pd.DataFrame({"a": [0.0, 1.0, 3.0], "b": [1.0, 1.0, 2.0]})
    found = measure_effects(lambda rows: rows["a"].to_numpy(), X, 0)
    assert found.effect.tolist() == [-2.0, 0.0]
    assert found.error[0] == pytest.approx(1.0)


def test_columns_of_a_group_are_exchanged_together_and_others_have_no_such_effect():
    X = pd.DataFrame({"a": [0.0, 1.0, 2.0], "b": [5.0, 5.0, 5.0], "c": [0.0, 10.0, 20.0]})
    found = measure_effects(lambda rows: (rows["a"] + rows["c"]).to_numpy(), X, 0)
    assert found.groups == ((0, 2),)
    np.testing.assert_allclose(found.effect, [-1.5, 0.0, -15.0])
    np.testing.assert_allclose(found.together, [-16.5, np.nan, -16.5])


@pytest.mark.parametrize(("n_rows", "groups"), [(2, ()), (3, ((0, 1),))])
def test_two_rows_are_too_few_to_be_alike(n_rows, groups):
    numbers = np.arange(n_rows)
    assert find_groups(pd.DataFrame({"a": numbers, "b": 2 * numbers})) == groups


def test_a_pair_and_a_chain_are_two_groups():
    generator = np.random.default_rng(0)
    x, y = generator.normal(size=(2, 100))
    X = pd.DataFrame({"x": x, "y": y, "-x": -x, "x^3": x**3, "2y": 2 * y})
    assert find_groups(X) == ((0, 2, 3), (1, 4))


def test_a_chain_has_ends_that_need_not_be_alike():
    generator = np.random.default_rng(0)
    steps = 0.35 * generator.normal(size=(2, 500))
    x = generator.normal(size=500)
    X = pd.DataFrame({"first": x + steps[0], "middle": x, "last": x + steps[1]})
    assert find_groups(X[["first", "last"]]) == ()
    assert find_groups(X) == ((0, 1, 2),)


@pytest.mark.parametrize(("n_rows", "found"), [(1999, ()), (2000, ((0, 1),)), (2998, ((0, 1),))])
def test_a_thousand_rows_and_more_are_compared(n_rows, found):
    """From 2000 rows on it is every second one, and only these are alike."""
    x, other = np.random.default_rng(0).normal(size=(2, n_rows))
    assert find_groups(pd.DataFrame({"a": x, "b": np.where(np.arange(n_rows) % 2, other, x)})) == found


def test_effects_do_not_change_and_are_only_equal_to_themselves():
    nothing = np.zeros(1)
    found = Effects(nothing, nothing, nothing, ())
    with pytest.raises(FrozenInstanceError):
        found.effect = nothing + 1
    assert found != Effects(nothing, nothing, nothing, ())


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(measure_effects) == []


def test_a_gap_speaks_neither_for_nor_against_columns_being_alike():
    """Five rows are known, in which one column has nothing to do with the other, and the gaps are common."""
    known = np.full((2, 200), np.nan)
    known[:, :5] = [[1.0, 2.0, 3.0, 4.0, 5.0], [3.0, 1.0, 5.0, 4.0, 2.0]]
    assert find_groups(pd.DataFrame({"a": known[0], "b": known[1]})) == ()
    known[1, :5] = known[0, :5] ** 2
    assert find_groups(pd.DataFrame({"a": known[0], "b": known[1]})) == ((0, 1),)


@pytest.fixture(scope="module")
def sample():
    return make_simple(random_state=1)


def test_the_sum_over_features_is_what_a_tree_learns_about_the_row(sample):
    study = ForestRelevance(n_estimators=50, local="out_of_bag", random_state=0).fit(sample.X, sample.y)
    told, local = tell_rows(study), study.local_oob_
    n_rows = len(sample.y)
    seen = np.concatenate(
        [np.unpackbits(block.in_bag, axis=1, count=n_rows) for block in study.evaluation_.blocks]
    )
    for row in (0, 17):
        n_trees = int((seen[:, row] == 0).sum())
        by_hand = [
            value * count / n_trees for value, count in zip(local.values[row], local.counts[row], strict=True)
        ]
        np.testing.assert_allclose(told[row], by_hand, rtol=1e-5)


def test_a_feature_with_few_splits_tells_little(sample):
    study = ForestRelevance(local="out_of_bag", random_state=0).fit(sample.X, sample.y)
    local = np.abs(study.local_oob_.values).mean(axis=0)
    told = np.abs(tell_rows(study)).mean(axis=0)
    # The two features that matter lead the noise by more than they do on average over splits.
    assert told[:2].min() / told[2:].max() > local[:2].min() / local[2:].max()


def test_both_kinds_of_rows_are_counted(sample):
    for local in ("in_bag", "out_of_bag"):
        study = ForestRelevance(n_estimators=50, local=local, random_state=0).fit(sample.X, sample.y)
        assert tell_rows(study).shape == sample.X.shape
    both = ForestRelevance(n_estimators=50, local="both", random_state=0).fit(sample.X, sample.y)
    np.testing.assert_array_equal(tell_rows(both), tell_rows(study))


def test_nothing_kept_is_refused(sample):
    study = ForestRelevance(n_estimators=50, local=None, random_state=0).fit(sample.X, sample.y)
    with pytest.raises(ValueError, match="nothing was kept about single rows"):
        tell_rows(study)


@pytest.mark.parametrize(("is_seen", "told"), [(True, [3.0, 2.0, 0.0]), (False, [0.0, 6.0, 4.0])])
def test_a_sum_is_shared_by_the_trees_that_were_asked(is_seen, told):
    """Of three trees, the first row was in the bags of all, the second in those of two, the third of none."""
    bags = np.array([[1, 1, 0], [1, 1, 0], [1, 0, 0]], np.uint8)
    blocks = [SimpleNamespace(in_bag=np.packbits(part, axis=1)) for part in (bags[:1], bags[1:])]
    counts = np.array([[3], [2], [0]] if is_seen else [[0], [2], [4]])
    values = np.array([[3.0], [2.0], [0.0]] if is_seen else [[0.0], [3.0], [3.0]])
    local = SimpleNamespace(values=values, counts=counts, is_seen=is_seen, shape=(3, 1))
    study = SimpleNamespace(
        local_=local if is_seen else None,
        local_oob_=None if is_seen else local,
        evaluation_=SimpleNamespace(blocks=blocks),
    )
    assert tell_rows(study)[:, 0].tolist() == told
