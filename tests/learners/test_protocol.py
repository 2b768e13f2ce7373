import pickle

from hedgerow.learners import MemberError


def test_the_error_of_a_member_names_it_and_survives_pickling():
    assert str(pickle.loads(pickle.dumps(MemberError(3)))) == "member 3 could not be fitted"
