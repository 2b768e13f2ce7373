"""Cards and public names know each other."""

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_selection import SelectKBest

import hedgerow
from hedgerow.cards import CARDS, find_cards
from hedgerow.foundation.doors import find_public, list_public_names

PROVIDED = sorted({name for card in CARDS.values() for name in card.provides})
ESTIMATORS = sorted(
    name for name in list_public_names() if name.endswith(("Classifier", "Regressor", "Selector"))
)

DOORS = {name: getattr(hedgerow, name) for name in hedgerow.__all__}
PUBLIC = DOORS | {name: find_public(name) for name in list_public_names()}

ABOUT_VALUES = {"ambiguity-decomposition"}


def test_names_are_unique():
    titles = [card.title for card in CARDS.values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_every_public_estimator_has_a_card(name):
    assert name in PROVIDED


@pytest.mark.parametrize("name", PROVIDED)
def test_every_name_on_a_card_is_public(name):
    assert callable(find_public(name))


@pytest.mark.filterwarnings("ignore:.* found none of")  # of two columns a selector may like none
@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.name)
def test_the_line_of_python_works(card):
    if card.use.startswith("forest."):
        method = card.use.removeprefix("forest.").split("(")[0]
        assert callable(getattr(hedgerow.RandomForestClassifier, method))
        return
    X = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.0]] * 10) + np.arange(40)[:, None] / 40
    y = np.array([0, 1, 0, 1] * 9 + [1, 0, 0, 1])
    kind = "Regressor" if card.name in ABOUT_VALUES else "Classifier"
    forest = getattr(hedgerow, f"RandomForest{kind}")(7, random_state=0).fit(X, y)
    scores = np.random.default_rng(0).random((12, 3))
    given = {
        "X": X,
        "y": y,
        "estimator": hedgerow.DecisionTreeClassifier(),
        "outputs": hedgerow.Outputs.from_estimator(forest, X, y),
        "selector": SelectKBest(k=1),
        "scores": pd.DataFrame(scores, columns=list("abc"), index=[f"data {i}" for i in range(12)]),
    }
    made = eval(card.use, PUBLIC | given)
    if hasattr(made, "fit"):
        assert made.fit(X, y).predict(X).shape == (40,)
    else:
        assert made is not None


def test_a_card_is_found_by_name_title_and_class():
    assert [card.name for card in find_cards("Random-Forest")] == ["random-forest"]
    assert [card.name for card in find_cards("extremely randomised trees")] == ["extra-trees"]
    assert "mdl-stopping" in [card.name for card in find_cards("decisiontreeclassifier")]


def test_an_unknown_name_gets_the_nearest_ones():
    with pytest.raises(LookupError, match="Did you mean random-forest"):
        find_cards("random-florest")
