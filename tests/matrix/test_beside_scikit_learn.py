"""On odd inputs the answers are those of scikit-learn, where it has the method and gives an answer."""

import warnings

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.golden.public import public
from tests.matrix.scenarios import SCENARIOS, make_case

# Without gaps, categories and weights, which the peers read otherwise or not, and numbers that they overflow on.
ODD = (
    "ordinary", "column by column", "every second row of another", "backwards in memory", "big-endian", "lists",
    "a data frame", "single precision", "integers", "one feature", "two features", "3 rows", "9 rows",
    "more features than rows", "a hundred rows", "a constant column", "numbers far from zero",
    "a column of 1e-20", "a column of 1e+20", "a column of 1e+100", "all numbers of 1e-30", "all numbers of 1e+30",
    "classes of text", "classes of truth values", "classes of negative numbers", "classes of large numbers",
    "five classes", "a class of one row", "integers later", "tiny numbers later", "one row later",
)  # fmt: skip
PAIRS = {
    "nearest": (
        lambda: public.NearestClassifier(3),
        lambda: make_pipeline(StandardScaler(), KNeighborsClassifier(3)),
    ),
    "naive Bayes": (public.NaiveBayesClassifier, GaussianNB),
    "tree": (
        lambda: public.DecisionTreeClassifier(criterion="gini", max_depth=1),
        lambda: DecisionTreeClassifier(max_depth=1, random_state=0),
    ),
}


def _ask(make, case):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        model = make().fit(case.X, case.y)
        return model.predict(case.X_new), model


@pytest.mark.parametrize("scenario", ODD)
@pytest.mark.parametrize("method", ["nearest", "naive Bayes"])
def test_classes_are_those_of_scikit_learn(method, scenario):
    ours, theirs = PAIRS[method]
    case = SCENARIOS[scenario].change(make_case("classes"), "classes")
    np.testing.assert_array_equal(_ask(ours, case)[0], _ask(theirs, case)[0])


def _find_impurity(model, X, y):
    """Sum of the Gini impurities of the leaves, each as often as it has rows."""
    leaves = model.apply(X)
    counts = [np.unique(np.asarray(y)[leaves == leaf], return_counts=True)[1] for leaf in np.unique(leaves)]
    return sum(each.sum() - (each**2).sum() / each.sum() for each in counts)


@pytest.mark.parametrize("scenario", [name for name in ODD if name != "a column of 1e+100"])
def test_one_cut_is_as_good_as_that_of_scikit_learn(scenario):
    case = SCENARIOS[scenario].change(make_case("classes"), "classes")
    ours, theirs = (_ask(make, case)[1] for make in PAIRS["tree"])
    assert _find_impurity(ours, case.X, case.y) <= _find_impurity(theirs, case.X, case.y) + 1e-9


@pytest.mark.parametrize("power", [-100, -40, 0, 40, 100])
def test_a_tree_of_values_fits_as_well_as_that_of_scikit_learn(power):
    case = make_case("values")
    ours = DecisionTreeRegressor(max_depth=2, random_state=0).fit(case.X, case.y).score(case.X, case.y)
    found = public.DecisionTreeRegressor(max_depth=2).fit(case.X, np.ldexp(case.y, power))
    assert found.score(case.X, np.ldexp(case.y, power)) == pytest.approx(ours, abs=0.02)
