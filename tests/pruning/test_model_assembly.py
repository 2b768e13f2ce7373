import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import ExtraTreesClassifier

from hedgerow import RandomForestClassifier
from hedgerow.outputs import Outputs
from hedgerow.pruning import InstanceSelection, choose_members
from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.model_assembly import describe_path, leaves_rows_out
from hedgerow.pruning.pruned import prune

X, y = load_breast_cancer(return_X_y=True)
TRAIN, HELD, TEST = slice(0, None, 3), slice(1, None, 3), slice(2, None, 3)
INPUTS, TARGET = load_diabetes(return_X_y=True)
FOREST = RandomForestClassifier(30, random_state=0).fit(X[TRAIN], y[TRAIN])


@pytest.mark.parametrize("method", ["genetic", "fitselect"])
def test_other_rows_follow_the_same_committees(method):
    outputs = Outputs.from_estimator(FOREST, X[HELD], y[HELD])
    search = choose_members(outputs, method, random_state=0)
    path = describe_path(search, "here", {"there": make_evaluator(outputs)})
    np.testing.assert_allclose(path["there"], path["here"], atol=1e-12)


def test_the_error_of_choosing_by_row_is_that_of_the_other_rows():
    pruned = prune(FOREST, X[HELD], y[HELD], InstanceSelection("knora_u", n_neighbours=3))
    held, truth = X[HELD], y[HELD]
    outputs = Outputs.from_estimator(FOREST, held, truth)
    wrong = 0
    for row in range(len(held)):
        others = np.delete(np.arange(len(held)), row)
        chooser = InstanceSelection("knora_u", n_neighbours=3).learn(
            outputs.select_rows(others), held[others]
        )
        combination_weights = chooser.choose(held[[row]])[:, 0]
        votes = [combination_weights[outputs.answers[:, row] == k].sum() for k in (0, 1)]
        wrong += int(np.argmax(votes)) != truth[row]
    # scales are those of all rows here, and of the other rows there
    assert pruned.path_["validation_error"].item() == pytest.approx(wrong / len(held), abs=0.011)
    assert pruned.path_.columns.tolist() == ["n_members", "validation_error", "chosen"]


def test_bags_are_known_or_not():
    assert leaves_rows_out(FOREST, 190)
    assert not leaves_rows_out(ExtraTreesClassifier(3).fit(X[TRAIN], y[TRAIN]), 190)
    assert not leaves_rows_out([FOREST], 190)
