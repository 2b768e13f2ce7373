from types import SimpleNamespace

import pytest

from hedgerow.foundation.rollback import all_or_nothing


def change_and_fail(thing, error):
    with all_or_nothing(thing):
        thing.kept, thing.added = 5, 6
        del thing.removed
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_failure_undoes_every_change(error):
    thing = SimpleNamespace(kept=1, removed=2)
    with pytest.raises(error):
        change_and_fail(thing, error)
    assert thing == SimpleNamespace(kept=1, removed=2)


def test_success_keeps_the_changes():
    thing = SimpleNamespace()
    with all_or_nothing(thing):
        thing.added = 1
    assert thing.added == 1
