import numpy as np
import pytest

from hedgerow.reproduce.experiments import smith
from hedgerow.reproduce.experiments.smith import PROTOCOLS, FaceSplit, decompose_sets, measure_units
from hedgerow.reproduce.tables import find_table


def test_every_result_of_the_tables_is_read():
    for identifier, protocol in PROTOCOLS.items():
        cells = [cell for cell in find_table(identifier).cells if not isinstance(cell.value, str)]
        readings = [protocol.read(cell) for cell in cells]
        assert None not in readings
        assert {reading.cells[0].split(" / ")[1] for reading in readings} <= set(smith._MEMBERS)


def test_tables_read_the_rows_and_columns_that_they_print():
    first = {
        (cell.row, cell.column): PROTOCOLS["smith-t2"].read(cell) for cell in find_table("smith-t2").cells
    }
    assert first["csep", "error_pca"] == (("pca / csep",), "error")
    assert first["plain", "auc_lbp_fcbf"] == (("lbp_fcbf / plain",), "auc")
    assert first["plain", "bootstrap"] is None
    units = {
        (cell.row, cell.column): PROTOCOLS["smith-t3"].read(cell) for cell in find_table("smith-t3").cells
    }
    assert units["au_4", "auc"] == (("lbp_fcbf / bootstrap_and_csep",), "auc_3")
    scaled = {
        (cell.row, cell.column): PROTOCOLS["smith-t4"].read(cell) for cell in find_table("smith-t4").cells
    }
    assert scaled["without_scaling", "error_pca"] == (("pca / bootstrap_and_csep",), "plain_error")
    assert scaled["with_scaling", "error_pca"] == (("pca / bootstrap_and_csep",), "error")
    assert scaled["without_scaling", "auc_pca"].quantity == "auc"


def test_terms_of_the_sets_are_those_of_the_pencil():
    # True class 0; ten models answer 0 seven times, 1 twice and 2 once.
    sets = np.array([[0, 0], [0, 1], [1, 0]])
    answers = sets[[0, 0, 1, 0, 2, 0, 0, 1, 0, 0]][:, None]
    terms = decompose_sets(sets[:1], answers)
    assert terms["set_error"] == pytest.approx(0.30)
    assert terms["set_squared_bias"] == pytest.approx(0.07)
    assert terms["set_variance"] == pytest.approx(0.23)


def test_units_that_never_change_have_no_area():
    measured = measure_units(
        np.array([[1, 1], [0, 1]]), np.array([[0.8, 0.9], [0.6, 0.4]]), np.full((2, 2), 0.2)
    )
    assert measured["error"] == 0.5
    assert measured["auc"] == measured["auc_1"] == 1.0
    assert np.isnan(measured["auc_2"])
    assert measured["plain_error"] == 0.75


def test_a_trial_measures_all_quantities(monkeypatch):
    generator = np.random.default_rng(0)
    truth = np.array([[0, 0, 0, 1, 0, 1], [1, 1, 0, 0, 1, 0], [0, 1, 1, 0, 0, 0]])

    def draw(n_rows):
        Y = truth[generator.integers(0, 3, n_rows)]
        return Y + 0.4 * generator.normal(size=Y.shape), Y

    splits = tuple(FaceSplit(*draw(60), *draw(20), *others) for others in [draw(30)] * 2)
    monkeypatch.setattr(smith, "draw_splits", lambda *_: splits)
    monkeypatch.setattr(smith, "_make", lambda *args: make(*args).set_params(n_estimators=12))
    measured = smith.try_cell("lbp_fcbf / bootstrap_and_csep", 0, 0)
    assert measured == smith.try_cell("lbp_fcbf / bootstrap_and_csep", 0, 0)
    assert measured["error"] < measured["plain_error"]
    assert measured["auc"] > 90
    assert measured["set_error"] == pytest.approx(measured["set_squared_bias"] + measured["set_variance"])
    assert {f"auc_{place}" for place in range(1, 7)} <= set(measured)


make = smith._make


def test_collections_are_split_into_strata_and_reduced():
    pytest.importorskip("skimage", reason="scikit-image is an extra")
    X, Y = smith.encode_faces("pca", 3, {(): 25, (1, 2): 20, (4,): 15})
    assert X.shape == (60, 75 * 150)
    codes = np.unique(Y, axis=0, return_inverse=True)[1].ravel()
    assert smith.encode_faces("lbp_fcbf", 3, {(1,): 1})[0].shape == (1, 106_790)
    reduced = smith._find_components(X)(X[:20])
    assert 10 < reduced.shape[1] < 60
    kept = smith._select_patterns(np.column_stack([codes * 1.0, generator_noise(60)]), codes)
    assert kept(np.ones((3, 2))).shape == (3, 1)


def generator_noise(n_rows):
    return np.random.default_rng(1).normal(size=n_rows)
