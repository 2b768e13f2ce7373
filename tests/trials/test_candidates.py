import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_regressor
from sklearn.feature_selection import SelectKBest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

from hedgerow import Outputs, datasets, encoders, load_model, save_model
from hedgerow.cards import METHODS, Call, Factory
from hedgerow.foundation.doors import find_public
from hedgerow.tables.column_choice import choose_columns
from hedgerow.trials import candidates, find_method
from hedgerow.trials.candidates import TableScaler, list_candidates, make_linear_baseline, make_method


def test_seeds_and_threads_are_passed_on():
    table = pd.DataFrame(np.zeros((4, 2)))
    forest, first, linear = list_candidates(table, "classification", n_jobs=2, random_state=7)
    assert (forest.estimator.n_jobs, forest.estimator.random_state) == (2, 7)
    assert (first.estimator.n_jobs, first.estimator.random_state) == (2, 7)
    assert linear.name == "linear"


@pytest.mark.parametrize(("task", "has_first"), [("classification", False), ("regression", True)])
def test_a_large_table_is_not_for_the_slow_first_choice(monkeypatch, task, has_first):
    monkeypatch.setattr(candidates, "MOST_CELLS_FOR_FIRST_CHOICE", 7)
    names = [candidate.name for candidate in list_candidates(pd.DataFrame(np.zeros((4, 2))), task)]
    assert ("hedgerow" in names) == has_first


def test_each_call_makes_its_own_estimator():
    (one,), (other,) = (candidates.make_candidates(["forest"], "regression") for _ in range(2))
    assert one.estimator is not other.estimator


@pytest.mark.parametrize(("task", "has_first"), [("classification", False), ("regression", True)])
def test_nor_is_a_wide_one(task, has_first):
    names = [candidate.name for candidate in list_candidates(pd.DataFrame(np.zeros((4, 1_001))), task)]
    assert ("hedgerow" in names) == has_first


def test_a_name_that_comes_twice_takes_part_once():
    made = candidates.make_candidates(["LINEAR", "forest", "linear", "forest"], "classification")
    assert [candidate.name for candidate in made] == ["linear", "forest"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("forest", "RandomForestClassifier"),
        ("Forest", "RandomForestClassifier"),
        ("hedgerow", "HedgerowClassifier"),
        ("rotation-forest", "RotationForestClassifier"),
        ("RotationForest", "RotationForestClassifier"),
        ("rotationforestclassifier", "RotationForestClassifier"),
        ("RandomForestRegressor", "RandomForestClassifier"),
        ("random-oracle", "BaggingClassifier"),
        ("forest-rc", "EnsembleClassifier"),
        ("dynamic-integration", "EnsembleClassifier"),
    ],
)
def test_classifiers_go_by_many_names(name, kind):
    assert type(find_method(name, "classification")).__name__ == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("forest", "RandomForestRegressor"),
        ("hedgerow", "HedgerowRegressor"),
        ("bagging", "BaggingRegressor"),
        ("adaboost-r2", "AdaBoostR2Regressor"),
        ("decision-tree", "DecisionTreeRegressor"),
        ("random-oracle", "BaggingRegressor"),
    ],
)
def test_regressors_take_the_place_of_classifiers(name, kind):
    assert type(find_method(name, "regression")).__name__ == kind


def test_a_card_brings_its_parameters():
    assert find_method("pert", "classification").split == "pert"
    nested = find_method("forest-rc", "classification")
    assert nested.estimator.max_features == "log2+1"
    assert nested.view == "combinations"


def test_what_suits_classes_only_is_left_out():
    assert find_method("decision-tree", "regression").criterion != "entropy"


@pytest.mark.parametrize("name", ["proximity", "kappa-pruning", "bias-variance", "cfs"])
def test_what_is_no_estimator_is_refused(name):
    with pytest.raises(LookupError, match=f"{name}.* (is not an estimator|does not predict)"):
        find_method(name, "classification")


def test_many_labels_are_refused():
    with pytest.raises(LookupError, match="many labels"):
        find_method("rakel", "classification")


@pytest.mark.parametrize("name", ["adaboost", "veto", "mdl-stopping", "DecorateClassifier", "boosting"])
def test_a_method_for_classes_is_refused_for_numbers(name):
    with pytest.raises(LookupError, match="for regression"):
        find_method(name, "regression")


def test_an_unknown_name_gets_a_suggestion():
    with pytest.raises(LookupError, match="Did you mean 'bagging'"):
        find_method("bagg", "classification")


X = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.0]] * 10) + np.arange(40)[:, None] / 40
LABELS = np.array([0, 1, 0, 1] * 9 + [1, 0, 0, 1])
OF_OTHER_ROWS = {"protein-composition"}  # cards of what reads sequences instead of numbers


def make_raw_material():
    """What encoders read: sequences, pictures, texts and readers, a few of each."""
    faces = datasets.make_eye_regions({(): 3, (1, 2): 3}, random_state=0)
    readers = datasets.make_readers(2, n_searches=2, n_pages=4, random_state=0)
    terms = encoders.encode_texts(readers.texts.documents, column="text", topics="topic")
    looked_at = encoders.encode_gaze(readers.fixations, readers.words).frame()
    return {
        "sequences": ["MKVLAAGIVG", "MKVLAAGIVGLCAKTWERDN", "WWWWWHHHHHKKKKKDDDDD"],
        "images": faces.images,
        "eyes": faces.eyes,
        "terms": terms,
        "topics": terms.topics,
        "fixations": readers.fixations,
        "words": readers.words,
        "records": looked_at.merge(readers.searches),
    }


@pytest.mark.filterwarnings("ignore:.* found none of")  # of two columns a selector may like none
@pytest.mark.parametrize("task", ["classification", "regression"])
def test_every_factory_makes_what_can_be_fitted(task):
    fitted = []
    for name, method in METHODS.items():
        if name in OF_OTHER_ROWS:
            continue
        try:
            model = make_method(method, task)
        except LookupError:
            continue
        if task == "classification" or is_regressor(model):
            fitted.append(fit(model, task))
            assert not hasattr(model, "predict") or len(model.predict(X)) == 40, name
    assert len(fitted) > (100 if task == "classification" else 35)


def fit(model, task):
    if model.get_params().get("n_estimators", 0) in (100, 500):
        model.set_params(n_estimators=5)
    y = LABELS if task == "classification" else LABELS + X[:, 1]
    tags = get_tags(model).classifier_tags
    if tags is not None and not tags.multi_class:
        y = np.column_stack([y, 1 - y])
    return model.fit(X, y)


def test_every_classifier_on_a_card_can_be_made():
    """What is written as a classifier or a regressor is one for the task of its name."""
    for method in METHODS.values():
        if isinstance(method.use, Factory):
            task = "regression" if method.use.name.endswith("Regressor") else "classification"
            assert type(make_method(method, task)).__name__ == method.use.name


def test_every_call_on_a_card_works():
    scores = np.random.default_rng(0).random((12, 3))
    raw_material = make_raw_material()
    for method in METHODS.values():
        if not isinstance(method.use, Call) or method.use.name.startswith("forest."):
            continue
        y = LABELS + X[:, 1] if method.name == "ambiguity-decomposition" else LABELS
        kind = "Regressor" if method.name == "ambiguity-decomposition" else "Classifier"
        forest = find_method(f"RandomForest{kind}", "regression" if kind == "Regressor" else "classification")
        given = {
            "X": X,
            "y": y,
            "estimator": find_public("DecisionTreeClassifier")(),
            "model": forest,
            "outputs": Outputs.from_estimator(forest.set_params(n_estimators=7).fit(X, y), X, y),
            "selector": SelectKBest(k=1),
            "models": {"forest": forest, "tree": find_public("DecisionTreeClassifier")()},
            **raw_material,
            "scores": pd.DataFrame(scores, columns=list("abc"), index=[f"data {i}" for i in range(12)]),
        }
        if method.use.name == "top_words":
            given["X"] = raw_material["terms"].X
        if method.use.name == "operating_points":
            given["scores"] = scores
        name, _, made_by = method.use.name.partition(".")
        function = getattr(find_public(name), made_by) if made_by else find_public(name)
        assert eval(f"function({method.use.arguments})", {"function": function, **given}) is not None


def test_numbers_are_scaled_as_scikit_learn_does():
    generator = np.random.default_rng(0)
    values = generator.normal(3, 5, (50, 3))
    values[::7, 1] = np.nan
    frame = pd.DataFrame(values, columns=["a", "b", "c"])
    expected = StandardScaler().fit_transform(SimpleImputer(strategy="median").fit_transform(values))
    np.testing.assert_allclose(TableScaler().fit_transform(frame), expected)


def test_categories_become_indicators_and_unknown_ones_nothing():
    scaler = TableScaler().fit(pd.DataFrame({"c": ["u", "v", "w"]}))
    said = scaler.transform(pd.DataFrame({"c": ["v", "z", None]}))
    np.testing.assert_array_equal(said, [[0, 1, 0], [0, 0, 0], [0, 0, 0]])


def test_constant_and_empty_columns_are_zero():
    frame = pd.DataFrame({"a": [2.0, 2.0], "b": [np.nan, np.nan]})
    np.testing.assert_array_equal(TableScaler().fit_transform(frame), np.zeros((2, 2)))


def test_it_can_be_cloned():
    assert isinstance(clone(make_linear_baseline("classification")).named_steps["model"], LogisticRegression)


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_it_can_be_saved(task, classes, numbers, tmp_path):
    table = classes if task == "classification" else numbers
    features = choose_columns(table).take(table).features
    model = make_linear_baseline(task).fit(features, np.asarray(table.target))
    save_model(model, tmp_path / "linear.hdg")
    loaded = load_model(tmp_path / "linear.hdg")
    np.testing.assert_array_equal(loaded.predict(features), model.predict(features))
