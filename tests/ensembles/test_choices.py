import pytest

from hedgerow.codes import OneVsRest
from hedgerow.codes.identity import Identity
from hedgerow.combination import MeanProbability, Vote
from hedgerow.ensembles.choices import Choices
from hedgerow.resampling import Bootstrap, Full
from hedgerow.views import AllFeatures, Subspace


def test_what_is_not_chosen_is_the_plain_table_and_the_classes_as_they_are():
    choices = Choices(None, Bootstrap(), MeanProbability())
    assert isinstance(choices.view, AllFeatures)
    assert isinstance(choices.code, Identity)


def test_shorthands_are_read_and_objects_are_cloned():
    view = Subspace(3)
    choices = Choices.read(None, "full", "vote", view, "one_vs_rest")
    assert [type(each) for each in (choices.resampling, choices.combination, choices.code)] == [
        Full,
        Vote,
        OneVsRest,
    ]
    assert choices.view.get_params() == view.get_params()
    assert choices.view is not view


def test_unknown_shorthands_are_refused():
    with pytest.raises(ValueError, match="view='fisheye'"):
        Choices.read(None, "full", "vote", "fisheye")
