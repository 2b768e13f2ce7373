import pytest

from hedgerow.reproduce import find_table, published_tables


def test_every_table_has_a_name_of_its_own_and_a_source():
    tables = published_tables()
    names = [table.identifier for table in tables]
    assert len(names) == len(set(names)) == 66
    assert all(table.citation and table.caption for table in tables)


def test_only_the_map_without_numbers_is_empty():
    assert [table.identifier for table in published_tables() if not table.cells] == ["duangsoithong-t1"]


def test_every_cell_stands_in_one_place():
    for table in published_tables():
        places = [cell[:3] for cell in table.cells]
        assert len(places) == len(set(places)), table.identifier


@pytest.mark.parametrize(
    ("identifier", "place", "value"),
    [
        ("rogers-5.2", ("WBC", "Bagging", "error"), 0.0345),
        ("rogers-8.11", ("Friedman", "RF HT + RF LOCAL", "error"), 0.1425),
        ("rogers-gunn-4", ("Friedman", "WS & FS", "error"), 0.1370),
        ("deng-t3", ("ACE", "nonlinear_avg", ""), 0.56),
        ("zliobaite-t1", ("MMM", "B_error", ""), 10.5),
        ("fitselect-t2", ("pima", "fitsel", "auc"), 0.8569),
        ("schowe-t3", ("ionosphere", "k=10 e=5", "fast"), 405),
        ("armano-t2", ("HMRPE overlapping", "Yeast", "spread"), 1.45),
        ("rozza-t1", ("golgi", "", ""), 157),
    ],
)
def test_values_are_as_printed(identifier, place, value):
    cells = {cell[:3]: cell.value for cell in find_table(identifier).cells}
    assert cells[place] == value


def test_the_standard_error_is_that_of_a_hundred_trials():
    # printed variance 0.0072
    sonar = next(cell for cell in find_table("rogers-5.2").cells if cell[:2] == ("Sonar", "Bagging"))
    assert sonar.standard_error == pytest.approx((0.0072 / 100) ** 0.5, abs=1e-6)


def test_counts_of_best_methods():
    rows = {}
    for cell in find_table("rogers-5.5").cells:
        rows.setdefault(cell.row, {})[cell.column] = cell.value
    best = [min(row, key=row.get) for row in rows.values()]
    assert {name: best.count(name) for name in ("Bagging", "Random Forest", "Random Rotation")} == {
        "Bagging": 1,
        "Random Forest": 1,
        "Random Rotation": 4,
    }


def test_an_unknown_table_names_its_neighbours():
    with pytest.raises(LookupError, match=r"'rogers-5.20'.*rogers-5\.2"):
        find_table("rogers-5.20")


def test_printed_decimals():
    assert find_table("deng-t2").printed_decimals("") == 2
    assert find_table("rogers-8.2").printed_decimals("avg_tree_nodes") == 1
