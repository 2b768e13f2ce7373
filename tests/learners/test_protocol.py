import pickle

import numpy as np
import pytest

from hedgerow.learners import MemberError
from hedgerow.learners.protocol import check_seen


def test_the_error_of_a_member_names_it_and_survives_pickling():
    assert str(pickle.loads(pickle.dumps(MemberError(3)))) == "member 3 could not be fitted"


def test_the_first_member_that_sees_nothing_is_named():
    check_seen(np.eye(3))
    with pytest.raises(MemberError) as raised:
        check_seen(np.array([[0.0, 1.0], [0.0, 0.0], [0.0, 0.0]]), first=4)
    assert raised.value.index == 5
    assert str(raised.value.__cause__) == "a member sees no row with a positive weight"
