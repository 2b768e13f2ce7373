import numpy as np
import pandas as pd
from tests.export.models import ask, make_classes, make_table

from hedgerow import DecisionTreeRegressor, RandomForestClassifier
from hedgerow.export import to_matrix
from hedgerow.export.inputs import Inputs
from hedgerow.pruning import PrunedEnsembleClassifier

TABLE = make_table(40)
FOREST = RandomForestClassifier(4, random_state=0).fit(TABLE, make_classes(TABLE, 2))


def test_columns_have_the_names_and_the_categories_of_the_frame():
    inputs = Inputs.of(FOREST)
    assert inputs.names == ("size", "age", "dose", "color", "site")
    assert inputs.categories[:4] == (None, None, None, tuple("abcdef"))
    assert list(inputs.list_categories()) == ["color", "site"]
    assert inputs.list_categories()["color"] == [*"abcdef"]


def test_columns_of_an_array_are_numbered():
    tree = DecisionTreeRegressor().fit([[1.0, 2.0], [3.0, 4.0]], [0.0, 1.0])
    assert Inputs.of(tree) == Inputs(("x0", "x1"), (None, None))


def test_labels_that_are_numbers_are_told_as_words():
    X = pd.DataFrame({"grade": pd.Categorical([3, 1, 2])})
    tree = DecisionTreeRegressor().fit(X, [0.0, 1.0, 2.0])
    assert Inputs.of(tree).categories == (("1", "2", "3"),)


def test_the_matrix_is_what_the_model_reads():
    matrix = to_matrix(FOREST, TABLE)
    np.testing.assert_array_equal(matrix[:, :3], TABLE[["size", "age", "dose"]])
    codes = TABLE["color"].cat.codes.to_numpy()
    np.testing.assert_array_equal(matrix[:, 3], np.where(codes < 0, np.nan, codes))
    np.testing.assert_array_equal(ask(FOREST.predict_proba, matrix), FOREST.predict_proba(TABLE))


def test_a_label_that_was_not_learned_is_missing():
    strange = TABLE.assign(color="violet")
    assert np.isnan(to_matrix(FOREST, strange)[:, 3]).all()


def test_a_pruned_model_reads_by_the_ensemble_that_it_keeps():
    pruned = PrunedEnsembleClassifier(RandomForestClassifier(4), n_members=2, validation="out_of_bag")
    pruned.fit(TABLE, make_classes(TABLE, 2))
    np.testing.assert_array_equal(to_matrix(pruned, TABLE), to_matrix(FOREST, TABLE))
    assert Inputs.of(pruned) == Inputs.of(FOREST)
