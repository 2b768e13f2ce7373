import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.findings import effects
from hedgerow.findings.effects import N_LENDERS, find_groups, measure_effects


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
