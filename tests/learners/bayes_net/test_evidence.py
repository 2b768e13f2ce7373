import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from tests.learners.bayes_net.networks import make_asia

from hedgerow.learners.bayes_net.evidence import drop_barren, find_connected, group_patterns, plan_groups
from hedgerow.learners.bayes_net.inference import find_log_likelihood
from hedgerow.learners.bayes_net.variables import Rows

ASIA = make_asia()
FAMILIES = [each.family for each in ASIA.distributions]
PLACE = {name: place for place, name in enumerate(ASIA.names)}


def mask(*names):
    return np.array([name in names for name in ASIA.names])


def test_rows_with_the_same_gaps_are_put_together():
    is_missing = np.random.default_rng(0).random((9, 200)) < 0.2
    seen = np.zeros(200, int)
    for missing, rows in group_patterns(is_missing):
        assert_array_equal(is_missing[:, rows], missing[:, None] & np.ones(len(rows), bool))
        seen[rows] += 1
    assert_array_equal(seen, 1)


def test_what_hangs_below_without_being_known_does_not_matter():
    arcs = ASIA.graph.arcs
    assert_array_equal(drop_barren(arcs, mask("xray", "either", "dysp")), ~mask("xray", "either", "dysp"))
    assert_array_equal(drop_barren(arcs, mask("either", "dysp")), ~mask("dysp"))
    assert_array_equal(drop_barren(arcs, mask("xray", "dysp"), PLACE["xray"]), ~mask("dysp"))


def test_families_are_connected_by_what_is_missing():
    everything = np.ones(8, bool)
    found = find_connected(FAMILIES, mask("smoke"), everything, PLACE["smoke"])
    assert_array_equal(found, mask("smoke", "lung", "bronc"))
    found = find_connected(FAMILIES, mask("smoke", "bronc"), everything, PLACE["smoke"])
    assert_array_equal(found, mask("smoke", "lung", "bronc", "dysp"))


def test_many_patterns_of_gaps_are_one_group_with_the_same_answer():
    random = np.random.RandomState(0)
    rows = ASIA.draw(200, random)
    codes = np.where(random.uniform(size=rows.codes.shape) < 0.3, -1, rows.codes).astype(np.int32)
    gapped = Rows(codes, rows.values)
    together = plan_groups(FAMILIES, ASIA.graph.arcs, gapped.is_missing)
    assert len(together) == 1
    assert not together[0].hidden.any()
    found = find_log_likelihood(ASIA.distributions, ASIA.graph.arcs, gapped)
    alone = [
        find_log_likelihood(ASIA.distributions, ASIA.graph.arcs, gapped.select([row]))[0]
        for row in range(200)
    ]
    assert_allclose(found, alone, atol=1e-10)
