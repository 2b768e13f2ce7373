"""P. Cunningham and J. Carney, Diversity versus quality in classification ensembles based on feature selection, 2000.

Their ensembles are nearest neighbours that see random features. Three relations are claimed: the entropy of the votes
grows with the ensemble, the agreement of pairs does not, and entropy goes with what the vote gains over its members.
"""

import numpy as np
import pytest
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from hedgerow import Outputs, datasets
from hedgerow.analysis import conditional_entropy_error
from hedgerow.diversity import pairwise, vote_entropy
from hedgerow.ensembles import RandomSubspaceClassifier

SIZES = (5, 10, 20, 30, 40, 50)
N_DRAWS = 20


@pytest.fixture(scope="module")
def masks():
    table = datasets.load("sonar")
    X = StandardScaler().fit_transform(table.features)
    train, test, y_train, y_test = train_test_split(
        X, table.target, test_size=0.5, stratify=table.target, random_state=0
    )
    ensemble = RandomSubspaceClassifier(
        KNeighborsClassifier(1), n_estimators=100, max_features=0.5, random_state=0
    )
    return Outputs.from_estimator(ensemble.fit(train, y_train), test, y_test, probabilities=False)


@pytest.fixture(scope="module")
def relations(masks):
    """Mean over random ensembles of each size: entropy, agreement, and what the vote gains by two measures of error."""
    rng = np.random.default_rng(0)
    rows = []
    for size in SIZES:
        drawn = []
        for _ in range(N_DRAWS):
            some = masks.select(rng.choice(masks.n_members, size, replace=False))
            gain = some.errors().mean() - (some.consensus() != some.truth).mean()
            drawn.append((vote_entropy(some), pairwise(some, "agreement").mean, gain))
        rows.append(np.mean(drawn, axis=0))
    return np.array(rows)


def test_entropy_grows_with_the_ensemble_and_agreement_does_not(relations):
    entropy, agreement, _ = relations.T
    assert (np.diff(entropy) > 0).all()
    assert np.ptp(agreement) < 0.02


def test_entropy_goes_with_the_gain_of_the_vote(relations):
    """Published: r = 0.81."""
    entropy, _, gain = relations.T
    assert gain.min() > 0
    assert np.corrcoef(entropy, gain)[0, 1] > 0.8


def test_the_vote_also_lowers_the_conditional_entropy_of_the_error(masks):
    error = conditional_entropy_error(masks)
    assert error.reduction > 0
