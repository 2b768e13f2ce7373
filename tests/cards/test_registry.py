"""Cards and public names know each other."""

import inspect
from operator import attrgetter

import pytest

import hedgerow
from hedgerow.cards import CARDS, find_cards

PROVIDED = sorted({name for card in CARDS.values() for name in card.provides})
ESTIMATORS = sorted(
    name for name in hedgerow.__all__ if name.endswith(("Classifier", "Regressor", "Selector"))
)


def test_names_are_unique():
    titles = [card.title for card in CARDS.values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_every_public_estimator_has_a_card(name):
    assert name in PROVIDED


@pytest.mark.parametrize("name", PROVIDED)
def test_every_name_on_a_card_is_public(name):
    assert inspect.isclass(attrgetter(name)(hedgerow))


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.name)
def test_the_line_of_python_works(card):
    if card.use.startswith("forest."):
        method = card.use.removeprefix("forest.").split("(")[0]
        assert callable(getattr(hedgerow.RandomForestClassifier, method))
        return
    estimator = eval(card.use, {name: getattr(hedgerow, name) for name in card.provides if "." not in name})
    rows = [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.0]] * 10
    assert estimator.fit(rows, [0, 1, 0, 1] * 10).predict(rows).shape == (40,)


def test_a_card_is_found_by_name_title_and_class():
    assert [card.name for card in find_cards("Random-Forest")] == ["random-forest"]
    assert [card.name for card in find_cards("extremely randomised trees")] == ["extra-trees"]
    assert "mdl-stopping" in [card.name for card in find_cards("decisiontreeclassifier")]


def test_an_unknown_name_gets_the_nearest_ones():
    with pytest.raises(LookupError, match="Did you mean random-forest"):
        find_cards("random-florest")
