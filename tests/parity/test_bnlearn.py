"""What R's package bnlearn (5.2.1, under R 4.6.1) finds on three published tables, as recorded, and what we find."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from hedgerow.selection.causal import CausalSelector
from hedgerow.selection.measures.contingency import g2_test

# Marks of 88 students in five examinations: K. V. Mardia, J. T. Kent and J. M. Bibby, Multivariate Analysis, 1979.
SUBJECTS = ("MECH", "VECT", "ALG", "ANL", "STAT")
MARKS = """
77 82 67 67 81  63 78 80 70 81  75 73 71 66 81  55 72 63 70 68  63 63 65 70 63  53 61 72 64 73  51 67 65 65 68
59 70 68 62 56  62 60 58 62 70  64 72 60 62 45  52 64 60 63 54  55 67 59 62 44  50 50 64 55 63  65 63 58 56 37
31 55 60 57 73  60 64 56 54 40  44 69 53 53 53  42 69 61 55 45  62 46 61 57 45  31 49 62 63 62  44 61 52 62 46
49 41 61 49 64  12 58 61 63 67  49 53 49 62 47  54 49 56 47 53  54 53 46 59 44  44 56 55 61 36  18 44 50 57 81
46 52 65 50 35  32 45 49 57 64  30 69 50 52 45  46 49 53 59 37  40 27 54 61 61  31 42 48 54 68  36 59 51 45 51
56 40 56 54 35  46 56 57 49 32  45 42 55 56 40  42 60 54 49 33  40 63 53 54 25  23 55 59 53 44  48 48 49 51 37
41 63 49 46 34  46 52 53 41 40  46 61 46 38 41  40 57 51 52 31  49 49 45 48 39  22 58 53 56 41  35 60 47 54 33
48 56 49 42 32  31 57 50 54 34  17 53 57 43 51  49 57 47 39 26  59 50 47 15 46  37 56 49 28 45  40 43 48 21 61
35 35 41 51 50  38 44 54 47 24  43 43 38 34 49  39 46 46 32 43  62 44 36 22 42  48 38 41 44 33  34 42 50 47 29
18 51 40 56 30  35 36 46 48 29  59 53 37 22 19  41 41 43 30 33  31 52 37 27 40  17 51 52 35 31  34 30 50 47 36
46 40 47 29 17  10 46 36 47 39  46 37 45 15 30  30 34 43 46 18  13 51 50 25 31  49 50 38 23  9  18 32 31 45 40
 8 42 48 26 40  23 38 36 48 15  30 24 43 33 25   3  9 51 47 40   7 51 43 17 22  15 40 43 23 18  15 38 39 28 17
 5 30 44 36 18  12 30 32 35 21   5 26 15 20 20   0 40 21  9 14
"""
MARKS_EDGES = ("MECH VECT", "MECH ALG", "VECT ALG", "ALG ANL", "ALG STAT", "ANL STAT")

# Risk factors of 1,841 car workers: D. Edwards and T. Havranek, Biometrika 72, 1985. Counts, Smoking changing fastest;
# the fourth cell of bnlearn's table is among those who do no mental work.
FACTORS = ("Smoking", "M. Work", "P. Work", "Pressure", "Proteins", "Family")
CORONARY = """
44 40 112 67 129 145 12 23 35 12 80 33 109 67 7 9 23 32 70 66 50 80 7 13 24 25 73 57 51 63 7 16
5 7 21 9 9 17 1 4 4 3 11 8 14 17 5 2 7 3 14 14 9 16 2 3 4 0 13 11 5 14 4 4
"""
CORONARY_EDGES = (
    "Smoking/M. Work", "Smoking/P. Work", "Smoking/Pressure", "Smoking/Proteins", "M. Work/P. Work",
    "M. Work/Pressure", "M. Work/Proteins", "M. Work/Family", "Pressure/Proteins",
)  # fmt: skip
CORONARY_TESTS = {  # of the test "mi": x, y, z and its p-value
    ("Smoking", "M. Work"): 6.7835889212393557e-11,
    ("Smoking", "P. Work"): 1.586434822130299e-07,
    ("Smoking", "Pressure"): 0.00089537216861373459,
    ("Smoking", "Proteins", "M. Work"): 2.8852545284251253e-10,
    ("M. Work", "Proteins", "Smoking"): 2.9701860067065027e-17,
    ("M. Work", "Family"): 0.00049744846928164604,
}

# Perches of 409 lizards: T. W. Schoener, Ecology 49, 1968. Counts, height changing fastest, then diameter.
LIZARDS = (32, 86, 11, 35, 61, 73, 41, 70)
LIZARDS_EDGES = ("Species Diameter", "Species Height")

# The network that bnlearn fits to its table `learning.test`, and the blankets that it finds there.
LEARNING = {"A": "BCD", "B": "AEF", "C": "AD", "D": "AC", "E": "BF", "F": "BE"}
LEARNING_NEIGHBOURS = {"A": "BD", "B": "AE", "C": "D", "D": "AC", "E": "BF", "F": "E"}


def repeat_cells(
    counts: tuple[int, ...], names: tuple[str, ...], *, quirk: int | None = None
) -> pd.DataFrame:
    """Lay out a table of yes and no from its counts, the first name changing fastest."""
    cells = np.array([[cell >> place & 1 for place in range(len(names))] for cell in range(len(counts))])
    if quirk is not None:
        cells[quirk, 1] = 0
    return pd.DataFrame(np.repeat(cells, counts, axis=0), columns=list(names)).astype("category")


def read_coronary() -> pd.DataFrame:
    counts = tuple(int(count) for count in CORONARY.split())
    return repeat_cells(counts, FACTORS, quirk=3)


def find_neighbours(edges: tuple[str, ...], names: tuple[str, ...]) -> dict[str, set[str]]:
    neighbours: dict[str, set[str]] = {name: set() for name in names}
    for edge in edges:
        one, other = edge.split("/") if "/" in edge else edge.split()
        neighbours[one].add(other)
        neighbours[other].add(one)
    return neighbours


def select(table: pd.DataFrame, target: str, method: str, test: str) -> set[str]:
    selector = CausalSelector(
        method, test=test, alpha=0.05, max_condition=4, keep="adjacent", when_empty="none"
    )
    selector.fit(table.drop(columns=target), table[target])
    return set(selector.get_feature_names_out())


def make_learning(n_rows: int, seed: int) -> pd.DataFrame:
    """Rows of the network [A][C][F][B|A][D|A:C][E|B:F] with the probabilities that bnlearn estimates."""
    b_given_a = [[0.85611511, 0.02517986], [0.4449102, 0.2209581], [0.1149218, 0.0944645]]
    d_given_ac = [
        [[0.8008130, 0.0902439], [0.1807910, 0.1327684], [0.4285714, 0.2023810]],
        [[0.0925181, 0.8020917], [0.88304094, 0.07017544], [0.3411765, 0.3882353]],
        [[0.1053055, 0.1117363], [0.2469512, 0.4939024], [0.1333333, 0.4444444]],
    ]
    e_given_bf = [
        [[0.80524979, 0.09737511], [0.4005080, 0.4902625]],
        [[0.2058824, 0.1797386], [0.3167939, 0.3664122]],
        [[0.1193738, 0.1144814], [0.2375954, 0.5066794]],
    ]
    generator = np.random.default_rng(seed)

    def draw(first_two: np.ndarray) -> np.ndarray:
        below = np.cumsum(np.broadcast_to(first_two, (n_rows, np.shape(first_two)[-1])), axis=1)
        return (generator.random((n_rows, 1)) > below).sum(axis=1)

    columns = {
        "A": draw(np.array([0.3336, 0.3340])),
        "C": draw(np.array([0.7434, 0.2048])),
        "F": draw(np.array([0.5018])),
    }
    columns["B"] = draw(np.array(b_given_a)[columns["A"]])
    columns["D"] = draw(np.array(d_given_ac)[columns["A"], columns["C"]])
    columns["E"] = draw(np.array(e_given_bf)[columns["B"], columns["F"]])
    return pd.DataFrame(columns)[list("ABCDEF")].astype("category")


@pytest.mark.parametrize(("variables", "p_value"), CORONARY_TESTS.items(), ids=map(" ".join, CORONARY_TESTS))
def test_the_p_values_are_those_of_bnlearn(variables, p_value):
    codes = read_coronary().astype(int)
    x, y, *given = (codes[name].to_numpy() for name in variables)
    found = g2_test(x, y, np.column_stack(given) if given else None)
    assert found.p_value == pytest.approx(p_value, rel=1e-9)


@pytest.mark.parametrize("target", SUBJECTS)
@pytest.mark.parametrize("method", ["gs", "iamb", "inter-iamb", "mmpc", "hiton", "pc"])
def test_marks_have_the_neighbours_that_bnlearn_finds(method, target):
    marks = np.array(MARKS.split(), dtype=float).reshape(-1, len(SUBJECTS))
    assert marks.shape == (88, 5)
    found = select(pd.DataFrame(marks, columns=list(SUBJECTS)), target, method, "fisher-z")
    assert found == find_neighbours(MARKS_EDGES, SUBJECTS)[target]


@pytest.mark.parametrize("target", FACTORS)
@pytest.mark.parametrize("method", ["mmpc", "pc"])
def test_risk_factors_have_the_neighbours_that_bnlearn_finds(method, target):
    found = select(read_coronary(), target, method, "g2")
    assert found == find_neighbours(CORONARY_EDGES, FACTORS)[target]


@pytest.mark.parametrize("target", ["Species", "Diameter", "Height"])
@pytest.mark.parametrize("method", ["gs", "iamb", "inter-iamb", "mmpc", "hiton", "pc"])
def test_perches_have_the_neighbours_that_bnlearn_finds(method, target):
    names = ("Height", "Diameter", "Species")
    found = select(repeat_cells(LIZARDS, names), target, method, "g2")
    assert found == find_neighbours(LIZARDS_EDGES, names)[target]


@pytest.mark.parametrize("target", LEARNING)
@pytest.mark.parametrize("method", ["gs", "iamb", "inter-iamb", "hiton", "mmpc"])
def test_blankets_are_those_that_bnlearn_finds_in_its_own_network(method, target):
    expected = LEARNING_NEIGHBOURS if method == "mmpc" else LEARNING
    selector = CausalSelector(method, alpha=0.01).fit(
        (table := make_learning(5000, seed=0)).drop(columns=target), table[target]
    )
    assert set(selector.get_feature_names_out()) == set(expected[target])
