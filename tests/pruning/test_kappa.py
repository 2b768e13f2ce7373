from itertools import combinations

import numpy as np
from hypothesis import given, settings
from sklearn.metrics import cohen_kappa_score
from tests.pruning.drawn import PENCIL, outputs

from hedgerow.outputs import Outputs
from hedgerow.pruning import KappaPruning, choose_members
from hedgerow.pruning.kappa import list_pairs


@settings(max_examples=25)
@given(outputs(weighted=False, abstaining=False))
def test_the_least_alike_pairs_join_first(said):
    def alike(first, second):
        if np.array_equal(said.answers[first], said.answers[second]):
            return 1.0
        return round(cohen_kappa_score(said.answers[first], said.answers[second]), 9)

    pairs = sorted(combinations(range(said.n_members), 2), key=lambda pair: alike(*pair))
    first, second, found = list_pairs(said, "kappa")
    np.testing.assert_allclose(found, [alike(*pair) for pair in zip(first, second, strict=True)], atol=1e-8)
    expected = list(dict.fromkeys(member for pair in pairs for member in pair)) or [0]
    assert choose_members(said, KappaPruning()).committees[-1].tolist() == expected


def test_pairs_that_never_meet_are_alike():
    predicted = np.array([[1, 1, 0, 0], [1, 1, 1, 1], [0, 0, 1, 1]], dtype=bool)
    said = Outputs.from_predictions(
        [[0, 1, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0]], [0, 1, 0, 1], predicted=predicted
    )
    assert list_pairs(said, "kappa")[2].tolist() == [-1.0, 1.0, -1.0]


def test_values_are_alike_by_their_errors():
    said = Outputs.from_predictions(
        [[0.0, 1.0, 4.0], [2.0, 1.0, 0.0], [0.0, 1.0, 5.0]], [1, 1, 1], regression=True
    )
    assert choose_members(said, "kappa", n_members=2).kept.tolist() == [0, 1]


def test_other_measures_and_a_lone_member():
    assert len(choose_members(PENCIL, KappaPruning("double_fault"), n_members=2).kept) == 2
    assert choose_members(PENCIL.select([0]), "kappa").kept.tolist() == [0]
