"""Deng et al. (SUEMA 2010): blankets in networks of nine nodes, whose others are sums or products of two and noise."""

import numpy as np
import pytest

from hedgerow import datasets
from hedgerow.selection.causal import CausalSelector
from hedgerow.selection.causal.recovery import blanket_recovery

# tables 2 and 3: the mean distance of MMPC and of ACE from the true blankets, Gaussian roots first
PUBLISHED = {
    (True, True): (0.33, 0.06),
    (True, False): (0.77, 0.11),
    (False, True): (0.44, 0.11),
    (False, False): (1.01, 0.56),
}


def find_distance(selector, gaussian, linear, seeds=range(3)):
    distances = []
    for target in "GHI":
        for seed in seeds:
            run = datasets.make_network(
                5000, target=target, linear=linear, gaussian=gaussian, random_state=seed
            )
            kept = selector.fit(run.X, run.y).get_support()
            distances.append(blanket_recovery(kept, run.relevant).distance)
    return float(np.mean(distances))


@pytest.mark.parametrize(("gaussian", "linear"), PUBLISHED)
@pytest.mark.parametrize("method", ["iamb", "inter-iamb"])
def test_counting_recovers_all_networks(method, gaussian, linear):
    distance = find_distance(CausalSelector(method, alpha=1e-3), gaussian, linear)
    assert distance == 0.0


@pytest.mark.parametrize(("gaussian", "linear"), PUBLISHED)
@pytest.mark.parametrize("method", ["gs", "mmpc", "hiton", "pc"])
def test_every_method_is_nearer_than_the_published_search_of_the_kind(method, gaussian, linear):
    distance = find_distance(CausalSelector(method), gaussian, linear, seeds=range(2))
    assert distance < PUBLISHED[gaussian, linear][0]
