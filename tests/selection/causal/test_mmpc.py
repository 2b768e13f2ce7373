import numpy as np
from hypothesis import given
from tests.selection.causal.oracle import graphs

from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.mmpc import mmpc


@given(graphs())
def test_with_true_independences_it_finds_parents_and_children(oracle):
    for node in range(oracle.n_variables):
        others = [other for other in range(oracle.n_variables) if other != node]
        assert sorted(mmpc(oracle, node, others, 9)) == oracle.neighbours(node)


def test_spouses_are_not_among_them():
    rng = np.random.default_rng(0)
    target, spouse = rng.normal(size=(2, 500))
    child = target + spouse + rng.normal(size=500)
    test = LinearTest.of([column[:, None] for column in (spouse, child, target)])
    assert mmpc(test, 2, [0, 1], 2) == [1]
