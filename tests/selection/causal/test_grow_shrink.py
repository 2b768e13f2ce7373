from hypothesis import given
from tests.selection.causal.oracle import Oracle, graphs

from hedgerow.selection.causal.grow_shrink import grow_shrink


@given(graphs(most=7))
def test_with_true_independences_it_finds_the_blanket(oracle):
    """Margaritis & Thrun 1999, theorem of correctness."""
    target = oracle.n_variables - 1
    for node in range(oracle.n_variables):
        others = [other for other in range(oracle.n_variables) if other != node]
        assert sorted(grow_shrink(oracle, node, others)) == oracle.blanket(node)
    assert target not in grow_shrink(oracle, target, range(target))


def test_a_second_pass_finds_what_the_first_opened():
    """0 -> 2 <- 1: the spouse depends only once the child is known."""
    collider = Oracle([[], [], [0, 1]])
    assert sorted(grow_shrink(collider, 0, [1, 2])) == [1, 2]
