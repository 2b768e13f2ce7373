import numpy as np
import pytest
import sklearn
from numpy.testing import assert_array_equal
from sklearn.datasets import make_classification
from sklearn.naive_bayes import GaussianNB

from hedgerow.ensembles.subspace import RandomSubspaceClassifier, list_sizes, score_sizes

X, y = make_classification(60, 4, n_informative=2, n_redundant=0, random_state=0)


def test_every_size_is_tried_up_to_twenty_features():
    assert_array_equal(list_sizes(20), np.arange(1, 21))


@pytest.mark.parametrize("n_features", [21, 50, 10_000])
def test_fifteen_sizes_are_tried_beyond(n_features):
    sizes = list_sizes(n_features)
    assert sizes.size == np.unique(sizes).size == 15
    assert sizes[[0, -1]].tolist() == [1, n_features]


@pytest.mark.parametrize("bootstrap", [True, False], ids=["out of bag", "cross-validated"])
@pytest.mark.parametrize("routing", [True, False])
def test_the_smallest_of_the_best_sizes_is_chosen(bootstrap, routing):
    ensemble = RandomSubspaceClassifier(GaussianNB(), bootstrap=bootstrap, random_state=0)
    with sklearn.config_context(enable_metadata_routing=routing):
        table = score_sizes(ensemble, X, y, np.ones(60), list_sizes(4), n_trial_estimators=4)
    assert table.columns.tolist() == ["size", "score", "chosen"]
    best = table[table["score"] == table["score"].max()]
    assert table.loc[table["chosen"], "size"].tolist() == [best["size"].min()]
    assert not hasattr(ensemble, "max_features_")
