import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from tests.contract import parametrize_with_contract
from tests.selection.causal.oracle import chain, factorial

from hedgerow.datasets import load, make_multiplexer, make_network, make_parity
from hedgerow.selection.causal import CausalSelector, blanket_recovery
from hedgerow.selection.causal.selector import METHODS, name_target
from hedgerow.selection.filters.cfs import CFSSelector

BLANKETS = ("gs", "iamb", "inter-iamb", "hiton", "pc", "tpda")
every_method = pytest.mark.parametrize("method", METHODS)


@pytest.mark.filterwarnings("ignore:CausalSelector found none")
@parametrize_with_contract(
    [
        CausalSelector(),
        CausalSelector("hiton", test="mixed"),
        CausalSelector("pc", prefilter="fcbf", n_bins=2),
    ]
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def kept(selector, X, y):
    return selector.fit(X, y).get_feature_names_out().tolist()


def edges(selector):
    return {"".join(row) for row in selector.graph_.frame()[["from", "edge", "to"]].itertuples(index=False)}


@pytest.mark.parametrize("method", ["gs", "iamb", "pc", "tpda"])
def test_the_factorial_table(method):
    """Methods, and their hybrids, of Duangsoithong & Windeatt, with their threshold."""
    X, T = factorial()
    near = kept(CausalSelector(method, test="mi"), X, T)
    assert near == ["A", "B", "Y"]
    assert kept(CausalSelector(method, test="mi", prefilter="fcbf", keep="connected"), X, T) == [
        "A",
        "B",
        "Y",
    ]
    connected = kept(CausalSelector(method, test="mi", keep="connected"), X, T)
    assert connected == (["A", "B", "Y", "Z"] if method in ("pc", "tpda") else near)


@pytest.mark.parametrize("method", ["pc", "tpda"])
def test_the_graph_of_the_factorial_table(method):
    X, T = factorial()
    selector = CausalSelector(method, test="mi").fit(X, T)
    assert edges(selector) == {"A--Z", "A->y", "B->y", "y->Y"}
    assert selector.roles_.tolist() == ["parent", "parent", "", "child", ""]
    assert selector.p_values_ is None
    small = CausalSelector(method, test="mi").fit(*factorial(with_z=False))
    assert edges(small) == {"A->y", "B->y", "y->Y"}


@every_method
def test_networks_of_sums(method):
    """Both causes are always kept, and nothing else in most networks, Gaussian or not."""
    n_right = 0
    for seed, (target, gaussian) in enumerate([("G", True), ("H", True), ("I", False), ("G", False)], 300):
        sample = make_network(5000, target, gaussian=gaussian, random_state=seed)
        selector = CausalSelector(method, test="fisher-z").fit(sample.X, sample.y)
        assert selector.support_[list(sample.relevant)].all()
        n_right += selector.support_.sum() == 2
    assert n_right >= 3


def test_networks_of_products_need_a_test_that_sees_more_than_lines():
    """Bins find the causes, and often something more; lines find few of them."""
    recovered = {"g2": [], "fisher-z": []}
    for seed in range(12):
        sample = make_network(5000, "GHI"[seed % 3], linear=False, gaussian=False, random_state=200 + seed)
        for test, found in recovered.items():
            selector = CausalSelector("mmpc", test=test).fit(sample.X, sample.y)
            found.append(blanket_recovery(selector.support_, sample.relevant))
    assert np.mean([one.sensitivity for one in recovered["g2"]]) > 0.95
    assert np.mean([one.distance for one in recovered["g2"]]) < 0.3
    assert np.mean([one.sensitivity for one in recovered["fisher-z"]]) < 0.5


@pytest.mark.parametrize("method", ["gs", "iamb", "inter-iamb"])
def test_an_exclusive_or_takes_pairs(method):
    sample = make_parity(300, n_noise=20, random_state=0)
    assert CausalSelector(method, pairs=True).fit(sample.X, sample.y).get_support(indices=True).tolist() == [
        0,
        1,
    ]
    with pytest.warns(UserWarning, match="found none of 22 features"):
        CausalSelector(method, alpha=0.001).fit(sample.X, sample.y)


@pytest.mark.parametrize("method", ["gs", "iamb", "inter-iamb"])
def test_a_multiplexer(method):
    """The controls tell nothing alone, and something once inputs are known."""
    sample = make_multiplexer(1000, n_noise=5, random_state=0)
    selector = CausalSelector(method).fit(sample.X, sample.y)
    assert tuple(selector.get_support(indices=True)) == sample.relevant


@pytest.mark.parametrize("method", BLANKETS)
def test_roles(method):
    """Two causes, an effect, and another cause of it."""
    rng = np.random.default_rng(0)
    first, second, spouse = rng.normal(size=(3, 2000))
    y = first + second + rng.normal(size=2000)
    child = y + spouse + rng.normal(size=2000)
    X = pd.DataFrame({"spouse": spouse, "child": child, "first": first, "noise": rng.normal(size=2000)})
    X["second"] = second
    selector = CausalSelector(method, test="fisher-z", alpha=0.001).fit(X, y)
    roles = selector.frame().set_index("feature")["role"].to_dict()
    assert roles == {"spouse": "spouse", "child": "child", "first": "parent", "second": "parent", "noise": ""}
    assert edges(selector) == {"first->y", "second->y", "y->child", "spouse->child"}


@pytest.mark.parametrize("test", ["g2", "mi", "mixed"])
@every_method
def test_categories_missing_values_and_names(method, test):
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 600)
    X = pd.DataFrame({"noise": rng.normal(size=600), "word": word, "gap": rng.normal(size=600)})
    X.loc[rng.random(600) < 0.2, ["noise", "gap"]] = np.nan
    X.loc[rng.random(600) < 0.1, "word"] = None
    y = np.where((word == "a") ^ (rng.random(600) < 0.1), "yes", "no")
    before = X.copy()
    selector = CausalSelector(method, test=test, threshold=0.1).fit(X, y)
    assert list(selector.transform(X)) == ["word"]
    assert selector.classes_.tolist() == ["no", "yes"]
    pd.testing.assert_frame_equal(X, before)


def test_scores_are_bits_given_what_is_kept():
    X = pd.DataFrame(chain(1000, seed=0, n_noise=1), columns=["far", "near", "noise", "y"])
    selector = CausalSelector(test="fisher-z").fit(X[["far", "near", "noise"]], X["y"])
    assert kept(selector, X[["far", "near", "noise"]], X["y"]) == ["near"]
    r = np.corrcoef(X["near"], X["y"])[0, 1]
    assert selector.scores_[1] == pytest.approx(-0.5 * np.log2(1 - r**2))
    assert (selector.p_values_[[0, 2]] > 0.01).all()
    assert list(selector.frame()) == ["feature", "score", "p_value", "selected", "role"]


@pytest.mark.parametrize("method", ["pc", "tpda", "gs", "iamb"])
def test_a_subset_of_cfs_comes_first(method):
    X, T = factorial()
    selector = CausalSelector(method, test="mi", prefilter="cfs", keep="connected").fit(X, T)
    passed = (
        CFSSelector(locally_predictive=False, discretise="equal_frequency", n_bins=2).fit(X, T).get_support()
    )
    assert selector.frame().set_index("feature")["passed"].to_numpy(bool).sum() == passed.sum()
    assert selector.get_support()[passed].any()
    assert not selector.get_support()[~passed].any()


def test_the_prefilter_is_told():
    X, T = factorial()
    frame = CausalSelector("pc", prefilter="fcbf").fit(X, T).frame().set_index("feature")
    assert frame.index[frame["passed"]].tolist() == ["Y", "A", "B"]


@pytest.mark.parametrize("test", ["g2", "mixed", "fisher-z"])
def test_whole_weights_are_repeats(test):
    table = load("wbc")
    X, y = table.features.to_numpy(float)[:, :9], table.target.to_numpy()
    counts = np.random.default_rng(0).integers(0, 3, len(X))
    # bins of 10 values or fewer are the values themselves, so only the tests count rows
    one = CausalSelector(test=test).fit(X, y, sample_weight=counts)
    other = CausalSelector(test=test).fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_allclose(one.scores_, other.scores_, atol=1e-9)
    np.testing.assert_array_equal(one.roles_, other.roles_)


@every_method
def test_threads_and_columns_in_another_order_change_nothing(method):
    table = load("votes")
    order = np.random.default_rng(0).permutation(table.features.shape[1])
    one = CausalSelector(method, n_jobs=1).fit(table.features, table.target)
    two = CausalSelector(method, n_jobs=2).fit(table.features, table.target)
    np.testing.assert_array_equal(one.scores_, two.scores_)
    assert edges(one) == edges(two)
    other = CausalSelector(method).fit(table.features.iloc[:, order], table.target)
    assert set(other.get_feature_names_out()) == set(one.get_feature_names_out())


def test_fixed_features_and_groups_are_honoured():
    X, T = factorial()
    selector = CausalSelector(fixed_features=["D"], groups={"pair": ["Y", "Z"]}).fit(X, T)
    assert selector.support_.all()
    assert not selector.found_[[2, 4]].any()
    assert selector.roles_[2] == ""


def test_copies_and_files_keep_the_graph():
    X, T = factorial()
    selector = CausalSelector("pc").fit(X, T)
    again = pickle.loads(pickle.dumps(selector))
    pd.testing.assert_frame_equal(again.graph_.frame(), selector.graph_.frame())
    assert clone(selector).get_params() == selector.get_params()


def test_an_independent_target_keeps_the_best():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 3)), rng.normal(size=100)
    with pytest.warns(UserWarning, match="raise alpha or try another test"):
        selector = CausalSelector(test="mixed", alpha=1e-6).fit(X, y)
    assert selector.support_.sum() == 1
    assert len(selector.graph_) == 1
    assert selector.graph_.frame().empty
    with pytest.warns(UserWarning, match="found none"):
        CausalSelector("pc", prefilter="fcbf").fit(np.ones((100, 3)), y)


@every_method
def test_a_hybrid_of_nothing(method):
    """All columns are constant, so the filter lets none pass."""
    with pytest.warns(UserWarning, match="found none"):
        selector = CausalSelector(method, prefilter="fcbf").fit(np.ones((20, 2)), np.arange(20) % 2)
    assert not selector.found_.any()


def test_a_thousand_features_are_feasible_for_hybrids():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (2000, 1000)).astype(float)
    y = ((X[:, 0] + X[:, 1] + X[:, 2] + rng.integers(0, 2, 2000)) >= 2).astype(int)
    for method in ("pc", "tpda"):
        selector = CausalSelector(method, prefilter="fcbf", alpha=0.001).fit(X, y)
        assert selector.support_[:3].all()
        assert len(selector.graph_) < 100
        assert selector.support_.sum() <= 6


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"method": "fast-iamb"}, "method='fast-iamb' must be 'gs'"),
        ({"keep": "all"}, "keep='all' must be 'blanket', 'adjacent' or 'connected'"),
        ({"prefilter": "pca"}, "prefilter='pca' must be None, 'fcbf' or 'cfs'"),
        ({"max_condition": -1}, "max_condition=-1 must be an int of 0 or more"),
        ({"test": "chi"}, "test='chi' must be 'g2', 'mi', 'fisher-z' or 'mixed'"),
        ({"alpha": 0.0}, r"alpha=0.0 must be a number in \(0, 1\)"),
        ({"threshold": 0}, "threshold=0 must be a number above 0"),
        ({"n_bins": 1}, "n_bins=1 must be an int of 2 or more"),
        ({"method": "pc", "pairs": True}, "pairs=True is for methods that grow a blanket"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    X, T = factorial()
    with pytest.raises(ValueError, match=message):
        CausalSelector(**parameters).fit(X, T)


def test_the_target_has_a_name_of_its_own():
    assert name_target(("a", "y", "y_")) == "y__"
