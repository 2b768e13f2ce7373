from sklearn.linear_model import Ridge

from hedgerow import RandomForestRegressor
from hedgerow.cards import METHODS
from hedgerow.report.sections import citations
from hedgerow.report.sections.citations import describe_citations


def test_every_method_that_is_always_used_has_a_card():
    assert {*citations._ALWAYS, *citations._OF_MEMBERS} <= set(METHODS)


def test_values_have_no_margins():
    names = [card["name"] for card in describe_citations([RandomForestRegressor(), Ridge()], "regression")]
    assert names[0] == "random-forest"
    assert "margins" not in names
    assert len(names) == len(set(names))


def test_a_single_model_has_no_members_to_cite():
    names = [card["name"] for card in describe_citations([Ridge()], "regression", has_members=False)]
    assert names == list(citations._ALWAYS)
