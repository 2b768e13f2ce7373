"""Threads that come to one estimator, or to its kind, at the same time."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from sklearn.base import clone
from tests.faults.forks import MODELS, answer, make_table
from tests.faults.sample import WHOLE, sample

from hedgerow import load_model, save_model

N_THREADS = 6
N_TIMES = 20 if WHOLE else 2
NAMES = sample(MODELS, ["forest", "boosting", "network"])


@pytest.fixture(autouse=True)
def _switch_often():
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


def do_at_once(calls):
    """Let a thread make each call, all at the same moment."""
    gate = Barrier(len(calls), timeout=30)

    def work(call):
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(work, calls))


def other_table():
    X, y = make_table()
    return X[:200, :4], np.array(["low", "middle", "high"])[(y + (X[:, 1] > 0.5))[:200]]


@pytest.mark.parametrize("name", NAMES)
def test_all_get_the_right_predictions(name):
    X, y = make_table()
    model = MODELS[name](2).fit(X, y)
    expected = answer(model, X)
    for _ in range(N_TIMES):
        model = MODELS[name](2).fit(X, y)  # nothing is kept yet of what the first prediction makes
        for found in do_at_once([lambda: answer(model, X)] * N_THREADS):  # noqa: B023 - is called at once
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", NAMES)
def test_clones_are_fitted_apart(name):
    X, y = make_table()
    expected = answer(MODELS[name](1).fit(X, y), X)
    clones = [clone(MODELS[name](2)) for _ in range(3)]
    for fitted in do_at_once([lambda model=model: model.fit(X, y) for model in clones]):
        np.testing.assert_array_equal(answer(fitted, X), expected)


@pytest.mark.parametrize("name", NAMES)
def test_one_whole_fit_is_left_of_several(name):
    tables = [make_table(), other_table()]
    wanted = [answer(MODELS[name](1).fit(X, y), X) for X, y in tables]
    for _ in range(N_TIMES):
        model = MODELS[name](1)
        do_at_once([lambda X=X, y=y: model.fit(X, y) for X, y in tables * 2])  # noqa: B023 - is called at once
        last = [X.shape[1] for X, _ in tables].index(model.n_features_in_)
        np.testing.assert_array_equal(answer(model, tables[last][0]), wanted[last])
        if hasattr(model, "classes_") and model.classes_ is not None:
            np.testing.assert_array_equal(model.classes_, np.unique(tables[last][1]))


def test_a_forest_is_saved_while_it_predicts(tmp_path):
    X, y = make_table()
    model = MODELS["forest"](2).fit(X, y)
    expected = model.predict_proba(X)
    save_model(model, tmp_path / "alone.hdg")
    places = [tmp_path / f"{number}.hdg" for number in range(4)]
    for _ in range(N_TIMES):
        do_at_once(
            [lambda place=place: save_model(model, place) for place in places]
            + [lambda: model.predict_proba(X)] * 4
        )
        for place in places:
            assert place.read_bytes() == (tmp_path / "alone.hdg").read_bytes()
    np.testing.assert_array_equal(load_model(places[0]).predict_proba(X), expected)


def test_all_save_to_one_file(tmp_path):
    X, y = make_table()
    model = MODELS["forest"](2).fit(X, y)
    do_at_once([lambda: save_model(model, tmp_path / "model.hdg")] * N_THREADS)
    np.testing.assert_array_equal(load_model(tmp_path / "model.hdg").predict_proba(X), model.predict_proba(X))
    assert [path.name for path in tmp_path.iterdir()] == ["model.hdg"]
