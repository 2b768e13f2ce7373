import pytest

from hedgerow.codes import Identity, resolve_code


@pytest.mark.parametrize("choice", [None, "identity", Identity()])
def test_every_way_to_ask_the_real_question(choice):
    assert isinstance(resolve_code(choice), Identity)


@pytest.mark.parametrize("wrong", ["ecoc?", 1, Identity])
def test_anything_else_is_refused_with_the_way_out(wrong):
    with pytest.raises(ValueError, match="is not known; use None"):
        resolve_code(wrong)
