"""What the sources say of proteins holds on proteins whose chains are known."""

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from hedgerow import RandomForestClassifier
from hedgerow.analysis.comparison import compare_classes
from hedgerow.datasets import load, make_proteins
from hedgerow.datasets.catalog import find_modlamp
from hedgerow.encoders import ProteinComposition, open_sequences
from hedgerow.learners import TIPCACClassifier


@pytest.fixture(scope="module")
def compared():
    """Two sets of places as unequal as the published ones, in a tenth of the number."""
    models = {
        "K-TIPCAC": make_pipeline(StandardScaler(), TIPCACClassifier("rbf", sigma=8.0)),
        "forest": RandomForestClassifier(50, max_features=100, random_state=0),
    }
    found = []
    for seed in range(2):
        sample = make_proteins(0.1, random_state=seed)
        X = ProteinComposition().fit_transform(sample.sequences)
        y = np.array([places[0] for places in sample.places])
        found.append(compare_classes(models, X, y, n_folds=3, random_state=seed))
    return found


def test_pairs_of_lines_find_unequal_places_better_than_a_forest(compared):
    """Rozza et al., table 2: a weighted F of 0.390 against 0.340."""
    assert all(
        each.summary().loc["K-TIPCAC", "f"] > each.summary().loc["forest", "f"] + 0.02 for each in compared
    )


def test_and_more_of_the_places(compared):
    """Table 2: the forest finds nothing of nine places, K-TIPCAC something of all."""
    never = [each.summary()["n_never_found"] for each in compared]
    assert all(each["K-TIPCAC"] < each["forest"] for each in never)
    assert all(each.tests().loc["K-TIPCAC", "forest"] < 0.05 for each in compared)


def test_neighbours_tell_more_than_composition_where_places_differ_in_order():
    """What dipeptides are for; the chains differ in what follows what, and a little in composition because of that."""
    sample = make_proteins(0.15, contrast=0.0, order=0.2, random_state=0)
    rows = [row for row, places in enumerate(sample.places) if places[0] in ("nucleus", "cytoplasm")]
    y = np.array([sample.places[row][0] for row in rows])
    found = {}
    for part in "composition", "dipeptides":
        X = ProteinComposition([part]).fit_transform([sample.sequences[row] for row in rows])
        forest = RandomForestClassifier(100, random_state=0)
        compared = compare_classes({"forest": forest}, X, y, n_folds=3, random_state=0)
        found[part] = compared.summary().loc["forest", "f"]
    assert found["dipeptides"] > found["composition"] + 0.15


@pytest.mark.skipif(not find_modlamp(), reason="modlamp is not installed: pip install --no-deps modlamp")
def test_real_peptides_are_told_apart():
    opened = open_sequences(load("modlamp:AMPvsTMset"), encoder=ProteinComposition(n_lags=5))
    assert opened.table.target.value_counts().to_dict() == {"AMP": 206, "TM": 206}
    models = {"TIPCAC": make_pipeline(StandardScaler(), TIPCACClassifier())}
    compared = compare_classes(models, opened.table.features, opened.table.target, random_state=0)
    assert compared.summary().loc["TIPCAC", "f"] == pytest.approx(0.966, abs=0.02)
