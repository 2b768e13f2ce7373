import numpy as np
from hypothesis import given
from tests.selection.causal.oracle import graphs

from hedgerow.selection.causal.hiton import hiton
from hedgerow.selection.causal.independence.linear import LinearTest


@given(graphs())
def test_with_true_independences_it_finds_the_blanket(oracle):
    for node in range(oracle.n_variables):
        others = [other for other in range(oracle.n_variables) if other != node]
        assert sorted(hiton(oracle, node, others, 9)) == oracle.blanket(node)


def test_spouses_come_last():
    rng = np.random.default_rng(0)
    target, spouse = rng.normal(size=(2, 500))
    child = target + spouse + rng.normal(size=500)
    test = LinearTest.of([column[:, None] for column in (spouse, child, target)])
    assert hiton(test, 2, [0, 1], 2) == [1, 0]
