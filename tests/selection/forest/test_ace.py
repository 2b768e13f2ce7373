import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from tests.contract import parametrize_with_contract

from hedgerow.datasets import make_network
from hedgerow.selection.forest import ACESelector

DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"


def make_ace(**parameters):
    """Quick, and the same every time."""
    return ACESelector(**{"n_replicates": 8, "n_estimators": 20, "random_state": 0} | parameters)


@pytest.mark.filterwarnings("ignore:ACESelector found none")
@parametrize_with_contract(
    [ACESelector(3, n_estimators=3)],
    expected_failed_checks=lambda selector: {"check_sample_weight_equivalence_on_dense_data": DRAWN},
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def linear():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(300, 6)), columns=list("abcdef"))
    X["copy"] = X["a"]
    return X, (X["a"] + 0.7 * X["b"] + 0.3 * rng.normal(size=300)).to_numpy()


@pytest.fixture(scope="module")
def fitted(linear):
    return make_ace().fit(*linear)


def test_relevant_features_are_found_and_a_copy_is_not_found_twice(fitted):
    names = set(fitted.get_feature_names_out())
    assert names in ({"a", "b"}, {"copy", "b"})
    frame = fitted.frame().set_index("feature")
    best, dropped = ("a", "copy") if "a" in names else ("copy", "a")
    assert frame.loc[dropped, "masked_by"] == best
    assert frame.loc[dropped, "p_value"] < 0.05 / 7  # relevant, but masked
    assert not frame.loc[dropped, "selected"]
    assert frame.loc[[best, "b"], "round"].gt(0).all()
    assert frame.loc[list("cdef"), "p_value"].gt(0.05 / 7).all()


def test_the_record_of_the_rounds(fitted):
    frame = fitted.rounds_.frame()
    assert set(frame["target"]) == {"y", "residual"}
    assert len(frame) == 7 * len(fitted.rounds_)
    np.testing.assert_allclose(
        fitted.importances_,
        sum(each.importances.mean(axis=0) * each.kept for each in fitted.rounds_),
    )
    assert ((fitted.importances_ > 0) == fitted.found_).all()
    np.testing.assert_allclose(fitted.scores_, fitted.rounds_[0].importances.mean(axis=0))
    np.testing.assert_allclose(fitted.p_values_, np.min([each.p_values for each in fitted.rounds_], axis=0))
    assert len(fitted.replicates_) == 7 * 8 * len(fitted.rounds_)
    masking = fitted.masking_
    assert set(masking.index) == set(masking.columns) == {"a", "b", "copy"}
    assert masking.loc["a", "copy"] == pytest.approx(masking.loc["a", "a"])
    assert masking.loc["a", "b"] < 0.5 * masking.loc["a", "a"]
    assert fitted.masks_.loc["a", "copy"]
    assert fitted.masks_.loc["copy", "a"]
    assert list(fitted.masks_) == list(masking)


def test_the_markov_blankets_of_a_network():
    """Deng et al. 2010, section 4.1: the two parents of each leaf, and little of the six other nodes."""
    n_others = 0
    for target in ("G", "H", "I"):
        sample = make_network(800, target, random_state=1)
        found = set(make_ace(n_replicates=12).fit(sample.X, sample.y).get_support(indices=True))
        assert found >= set(sample.relevant)
        n_others += len(found) - 2
    assert n_others <= 4  # of 18


def test_exclusive_or():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(400, 6))
    selector = make_ace(n_estimators=40).fit(X, np.where((X[:, 0] > 0) ^ (X[:, 1] > 0), "odd", "even"))
    assert selector.get_support(indices=True).tolist() == [0, 1]


def test_three_classes_of_strings():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(300, 5))
    y = np.array(["low", "middle", "high"])[np.digitize(X[:, 0] + X[:, 3], [-0.7, 0.7])]
    selector = make_ace().fit(X, y)
    assert set(selector.get_support(indices=True)) >= {0, 3}
    assert selector.found_.sum() <= 3
    assert selector.classes_.tolist() == ["high", "low", "middle"]
    targets = selector.rounds_.frame()["target"].unique().tolist()
    assert targets == ["classes", "residual of high", "residual of low", "residual of middle"]


def test_categories_and_missing_values():
    rng = np.random.default_rng(3)
    n = 300
    X = pd.DataFrame(
        {
            "word": rng.choice(["a", "b", "c", "d"], n),
            "gap": rng.normal(size=n),
            "noise": rng.normal(size=n),
            "label": pd.Categorical(rng.choice([f"l{i}" for i in range(40)], n)),
        }
    )
    X.loc[rng.random(n) < 0.3, "gap"] = np.nan
    X.loc[rng.random(n) < 0.2, "noise"] = np.nan
    y = X["word"].isin(["a", "d"]) + 1.0 * X["gap"].isna() + 0.2 * rng.normal(size=n)
    selector = make_ace().fit(X, y)
    assert list(selector.transform(X)) == ["word", "gap"]


def test_noise_is_seldom_selected():
    """Each feature of noise passes in about one table of a hundred."""
    n_selected = 0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(100, 10)), rng.integers(0, 2, 100)
        selector = make_ace(n_estimators=15, max_rounds=1, when_empty="none", random_state=seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that nothing was found
            selector.fit(X, y)
        n_selected += selector.found_.sum()
    assert n_selected <= 4  # of 80


def test_many_values_are_no_advantage():
    """A number among coins, all of them noise: it is found where small nodes judge themselves."""
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (200, 25)).astype(float), rng.integers(0, 2, 200)
    X[:, 0] = rng.normal(size=200)
    found = {
        nodes: make_ace(small_nodes=nodes, max_rounds=1, fixed_features=[1]).fit(X, y).found_[0]
        for nodes in ("stop", "in_bag")
    }
    assert found == {"stop": False, "in_bag": True}


def test_nothing_found_keeps_the_best_with_a_warning():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 4)), rng.normal(size=60)
    with pytest.warns(UserWarning, match="ACESelector found none of 4 .* raise alpha or quantile_level"):
        selector = make_ace(alpha=1e-12).fit(X, y)
    assert selector.support_.sum() == 1
    assert selector.support_[selector.p_values_.argmin()]
    assert len(selector.rounds_) == 1
    assert selector.masking_.empty


def test_the_number_of_threads_does_not_matter(linear, fitted):
    again = make_ace(n_jobs=2).fit(*linear)
    pd.testing.assert_frame_equal(again.rounds_.frame(), fitted.rounds_.frame())
    other = make_ace(random_state=1).fit(*linear)
    assert (other.scores_ != fitted.scores_).all()


def test_monotone_changes_of_a_feature_change_nothing(linear, fitted):
    X, y = linear
    again = make_ace().fit(np.exp(X), y)
    np.testing.assert_allclose(again.scores_, fitted.scores_)
    shifted = make_ace().fit(X, 1e6 + 1e3 * y)
    np.testing.assert_allclose(shifted.scores_, fitted.scores_, rtol=1e-6)


def test_heavy_rows_decide():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    y = np.where(np.arange(300) < 150, X[:, 0], X[:, 1]) + 0.2 * rng.normal(size=300)
    weights = np.where(np.arange(300) < 150, 1.0, 1e-9)
    selector = make_ace().fit(X, y, sample_weight=weights)
    assert selector.get_support(indices=True).tolist() == [0]


def test_fixed_features_and_groups(linear):
    X, y = linear
    selector = make_ace(fixed_features=["f"], groups=[["b", "c"]], max_rounds=2).fit(X, y)
    assert {"b", "c", "f"} < set(selector.transform(X))
    frame = selector.frame().set_index("feature")
    assert frame.loc["c", "group_p_value"] == pytest.approx(
        min(1.0, 2 * frame.loc[["b", "c"], "p_value"].min())
    )
    assert not frame.loc["c", "round"]


def test_max_rounds_is_a_limit(linear):
    assert {each.number for each in make_ace(max_rounds=1).fit(*linear).rounds_} == {1}


def test_an_interrupted_fit_changes_nothing(linear, monkeypatch):
    selector = make_ace(max_rounds=1).fit(*linear)
    before = dict(vars(selector))

    def fail(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("hedgerow.selection.forest.ace.try_target", fail)
    with pytest.raises(KeyboardInterrupt):
        selector.fit(*linear)
    assert vars(selector) == before


def test_clone_and_pickle(fitted):
    assert clone(fitted).n_replicates == 8
    pd.testing.assert_frame_equal(pickle.loads(pickle.dumps(fitted)).frame(), fitted.frame())


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_replicates": 1}, "n_replicates=1 must be an int of 2 or more"),
        ({"n_estimators": 2.5}, r"n_estimators=2.5 must be an int"),
        ({"quantile_level": 1.5}, r"quantile_level=1.5 must be a number in \[0, 1\]"),
        ({"alpha": "low"}, "alpha='low' must be a number"),
        ({"max_rounds": 0}, "max_rounds=0"),
        ({"min_oob": 0}, "min_oob=0"),
        ({"small_nodes": "guess"}, "small_nodes='guess' must be 'stop' or 'in_bag'"),
        ({"max_features": "half"}, "max_features='half' must be an int of 1 or more, or a share"),
    ],
)
def test_what_cannot_be_is_refused(linear, parameters, message):
    with pytest.raises(ValueError, match=message):
        make_ace(**parameters).fit(*linear)
