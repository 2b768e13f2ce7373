from tests.selection.causal.oracle import Oracle

from hedgerow.selection.causal.shrinking import shrink_blanket


def test_those_that_others_explain_leave():
    chain = Oracle([[], [0], [1], [2]])
    assert shrink_blanket(chain, 3, [0, 1, 2]) == [2]
    assert shrink_blanket(chain, 1, [3, 2, 0]) == [2, 0]
    assert shrink_blanket(chain, 1, []) == []
