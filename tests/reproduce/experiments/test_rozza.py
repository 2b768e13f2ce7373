import pytest

from hedgerow.datasets.generators.proteins import PLACES
from hedgerow.reproduce.experiments.rozza import (
    METHODS,
    PROTOCOLS,
    make_method,
    read_best,
    read_test,
    try_proteins,
)
from hedgerow.reproduce.tables import PublishedCell, find_table


@pytest.fixture(scope="module")
def found():
    return try_proteins("generated proteins", 0, 0, scale=0.004, fewest=6, n_folds=2)


@pytest.mark.parametrize("table", list(PROTOCOLS))
def test_every_number_of_the_tables_is_measured(found, table):
    cells = [cell for cell in find_table(table).cells if not isinstance(cell.value, str)]
    readings = [PROTOCOLS[table].read(cell) for cell in cells if cell.column != "parameters"]
    assert readings
    assert all(reading.quantity in found for reading in readings)


def test_what_is_measured_are_shares_and_p_values(found):
    assert len(found) == len(METHODS) * (len(PLACES) + 3 + 3)
    assert all(0 <= value <= 1 for value in found.values())


def test_parameters_are_not_measured():
    assert read_best(PublishedCell("rf", "parameters", "nt", 50)) is None
    assert read_test(PublishedCell("end", "rf", "", 0.1317)).quantity == "end > rf"


def test_places_are_those_of_table_1():
    assert {cell.row: cell.value for cell in find_table("rozza-t1").cells} == PLACES


def test_parameters_are_those_of_table_2():
    printed = {(cell.row, cell.quantity): cell.value for cell in find_table("rozza-t2-best").cells}
    assert make_method("rf", 0).n_estimators == printed["rf", "nt"]
    assert make_method("rf", 0).max_features == printed["rf", "nf"]
    assert make_method("end", 0).n_estimators == printed["end", "nd"]
    kernel = make_method("ddag", 0)[-1]
    assert (kernel.sigma, kernel.variance) == (printed["ddag", "sigma"], printed["ddag", "var"])
    machine = make_method("mcsvm", 0)[-1].estimator.estimator
    assert (machine.C, machine.gamma) == (printed["mcsvm", "C"], printed["mcsvm", "G"])
