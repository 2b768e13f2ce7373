from sklearn.linear_model import Ridge

from hedgerow import RandomForestRegressor
from hedgerow.cards import CARDS
from hedgerow.report.sections import citations
from hedgerow.report.sections.citations import describe_citations


def test_every_method_that_is_always_used_has_a_card():
    assert set(citations._ALWAYS) <= set(CARDS)


def test_values_have_no_margins():
    names = [card["name"] for card in describe_citations([RandomForestRegressor(), Ridge()], "regression")]
    assert names[0] == "random-forest"
    assert "margins" not in names
    assert len(names) == len(set(names))
