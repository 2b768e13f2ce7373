import pytest
from rich.console import Console

from hedgerow import ForestRelevance
from hedgerow.cli.relevance import print_relevance
from hedgerow.datasets import make_simple


@pytest.fixture(scope="module")
def relevance():
    sample = make_simple(random_state=1)
    return ForestRelevance(local=None, adjust="holm", random_state=0).fit(sample.X, sample.y).relevance_


def show(relevance, width, **settings):
    console = Console(width=width, no_color=True, force_terminal=False)
    with console.capture() as captured:
        print_relevance(console, relevance, **settings)
    return captured.get()


def test_features_have_p_values_and_bars_and_the_strongest_is_first(relevance):
    shown = show(relevance, 100)
    assert shown.splitlines()[1].startswith("x1 ")
    assert "█" in shown
    assert f"of {len(relevance)} tests are adjusted by Holm" in " ".join(shown.split()).replace("the ", "")


def test_a_narrow_screen_loses_the_bars_only(relevance):
    shown = show(relevance, 44)
    assert "█" not in shown
    assert "p (Holm)" in shown
    assert max(map(len, shown.splitlines())) <= 44


def test_more_can_be_said(relevance):
    assert "Asked on 5 rows." in show(relevance, 200, asked=" Asked on 5 rows.")
