import numpy as np
import pytest
from sklearn.cluster import KMeans
from tests.contract import parametrize_with_contract
from tests.selection.unsupervised.tables import make_clustered, make_mixed

from hedgerow.selection.unsupervised import CEFSSelector, ClusterEnsemble

QUICK = ClusterEnsemble(40, clusterer=KMeans(n_init=2), n_clusters=3)
SMALL = {"population_size": 10, "n_generations": 8}


@parametrize_with_contract(
    [
        CEFSSelector(
            ClusterEnsemble(4, clusterer=KMeans(n_init=1)), population_size=3, n_generations=2, random_state=0
        )
    ]
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("agreement", ["adjusted_rand", "rand"])
def test_features_that_find_the_consensus_are_kept(agreement):
    X, _ = make_clustered(90, 6)
    selector = CEFSSelector(QUICK, agreement=agreement, random_state=0, **SMALL).fit(X)
    assert selector.agreement_ > 0.95
    assert selector.found_[:3].sum() >= 2
    assert selector.scores_[:3].mean() > selector.scores_[3:].mean()
    assert (np.diff(selector.curve_) >= 0).all()


def test_categories_gaps_threads_and_decisions():
    frame, _ = make_mixed(60)
    weights = np.random.default_rng(0).integers(1, 3, 60)
    one, two = (
        CEFSSelector(QUICK, fixed_features=["noise"], random_state=0, n_jobs=n, **SMALL).fit(
            frame, sample_weight=weights
        )
        for n in (1, 2)
    )
    np.testing.assert_array_equal(one.scores_, two.scores_)
    assert one.support_[0]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"agreement": "purity"}, "agreement='purity' must be 'adjusted_rand' or 'rand'"),
        ({"population_size": 0}, "population_size=0 must be an int"),
        ({"n_generations": 0}, "n_generations=0 must be an int"),
        ({"learning_rate": 0.0}, r"learning_rate=0.0 must be a number in \(0, 1\]"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        CEFSSelector(**parameters).fit(np.ones((5, 2)))
