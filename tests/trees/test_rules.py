import pytest

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.rules import count_features, make_rules


def rules_of(*, n_samples=100, n_features=10, weight=100, **parameters):
    values = DecisionTreeClassifier(**parameters).get_params()
    return make_rules(
        values, n_classes=2, n_samples=n_samples, n_features=n_features, weight=weight, unit=1.0
    )


@pytest.mark.parametrize(
    ("n_features", "expected"), [(8, 4), (9, 4), (10, 4), (16, 5), (34, 6), (60, 6), (500, 9), (1, 1)]
)
def test_the_number_of_features_of_the_forest_papers(n_features, expected):
    assert count_features("log2+1", n_features) == expected


@pytest.mark.parametrize(
    ("max_features", "expected"),
    [(None, 50), ("sqrt", 7), ("log2", 5), (3, 3), (99, 50), (0.5, 25), (0.001, 1), (1.0, 50)],
)
def test_features_per_node(max_features, expected):
    assert count_features(max_features, 50) == expected


@pytest.mark.parametrize("max_features", [0, -1, 0.0, 1.5, "all", "auto", [3]])
def test_bad_numbers_of_features_name_the_way_out(max_features):
    with pytest.raises(ValueError, match=r"max_features=.*must be an int of 1 or more, or a share in"):
        count_features(max_features, 10)


def test_shares_become_counts():
    rules = rules_of(min_samples_leaf=0.034, min_samples_split=0.101, min_weight_fraction_leaf=0.055)
    assert (rules.min_rows_leaf, rules.min_rows_split, rules.min_weight_leaf) == (4, 11, 6)
    assert rules_of().max_depth > 10**9


def test_the_order_of_growth():
    assert rules_of().order == 0
    assert rules_of(pruning="mdl").order == 1
    assert rules_of(max_leaf_nodes=4).order == 2


def test_the_list_of_the_best_is_kept_only_where_it_is_drawn_from():
    assert rules_of().n_best == 0
    assert rules_of(split="top_k", n_best=7).n_best == 7


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"criterion": "squared_error"}, "criterion='squared_error' must be 'entropy'"),
        ({"split": "worst"}, "split='worst' must be 'best'"),
        ({"pruning": "hedge"}, "pruning='hedge'"),
        ({"pruning": "mdl", "criterion": "gini"}, "criterion='entropy'"),
        ({"pruning": "mdl", "max_leaf_nodes": 4}, "max_leaf_nodes=None"),
        ({"pruning": "mdl", "split": "random"}, "split='best'"),
        ({"max_depth": 0}, "int of 1 or more, or None"),
        ({"max_depth": 2.5}, "max_depth=2.5"),
        ({"max_depth": True}, "max_depth=True must be an int"),
        ({"max_leaf_nodes": 1}, "int of 2 or more"),
        ({"n_best": 0}, "n_best=0"),
        ({"min_weight_fraction_leaf": 0.6}, r"must be a number in \[0, 0\.5\]"),
        ({"min_impurity_decrease": -1.0}, "min_impurity_decrease"),
        ({"ccp_alpha": "high"}, "ccp_alpha"),
    ],
)
def test_parameters_that_no_tree_can_grow_by(parameters, message):
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier(**parameters).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("parameters", [{"criterion": "gini"}, {"pruning": "mdl"}])
def test_parameters_for_classes_only(parameters):
    with pytest.raises(ValueError, match="must be"):
        DecisionTreeRegressor(**parameters).fit([[0.0], [1.0]], [0.0, 1.0])


def test_other_prunings_go_with_anything():
    DecisionTreeClassifier(criterion="gini", max_leaf_nodes=4).check_together()


@pytest.mark.parametrize("name", ["min_samples_split", "min_samples_leaf"])
@pytest.mark.parametrize("value", [0, -1, 0.0, 1.5, "2"])
def test_bad_counts(name, value):
    with pytest.raises(ValueError, match=rf"{name}=.*must be an int"):
        DecisionTreeClassifier(**{name: value}).fit([[0.0], [1.0]], [0, 1])
