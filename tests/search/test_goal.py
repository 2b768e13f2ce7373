from hedgerow.search.goal import Goal


def test_patience_is_the_users_or_the_usual():
    assert Goal().wait(5) == 5
    assert Goal(patience=0).wait(5) == 0
