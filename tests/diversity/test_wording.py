from dataclasses import replace

import pytest

from hedgerow.diversity.wording import DiversityFacts, describe_classes, describe_values

NAN = float("nan")
GOOD = DiversityFacts(
    n_members=100, n_rows=1000, out_of_bag=False, identical=False, error=0.09, member_error=0.18, noise=0.01,
    likeness=0.42, baseline=0.5, constant='"yes"',
)  # fmt: skip


def test_a_good_ensemble():
    assert describe_classes(GOOD) == (
        "On average a member errs on 18.0 % of the 1,000 rows, the vote of all 100 on 9.0 %: voting removes 50 % of "
        "the errors. The mean kappa of two members is 0.42 (1: always the same answer, 0: no more alike than chance): "
        "they differ moderately."
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"error": 0.17}, "no more of a difference than chance would make"),
        ({"error": 0.18, "noise": 0.0}, "no more of a difference than chance would make"),
        ({"error": 0.25}, "voting does harm"),
        ({"out_of_bag": True}, "1,000 out-of-bag rows"),
        ({"n_rows": 1}, "of the 1 row,"),
        ({"n_members": 2}, "the vote of both on"),
        ({"likeness": -0.3}, "they contradict each other more than chance"),
        ({"likeness": -0.02}, "nearly independent"),
        ({"likeness": 0.3}, "they differ a great deal"),
        ({"likeness": 0.7}, "they are much alike"),
        ({"likeness": 0.97}, "they are nearly copies of each other"),
        ({"likeness": 1.0}, "they are nearly copies of each other"),
        ({"likeness": NAN}, "No two members predict the same row"),
        ({"member_error": 0.5}, 'no better than always answering "yes", though the ensemble is.'),
        ({"member_error": 0.6, "error": 0.55}, 'always answering "yes", and neither is the ensemble.'),
        ({"member_error": 0.0, "error": 0.0}, "No member errs on any of the 1,000 rows"),
        (
            {"member_error": NAN, "error": NAN},
            "Without the truth, nothing tells whether their differences help.",
        ),
        (
            {"identical": True, "error": 0.18},
            "All 100 members give the same answers, so they are worth one. Each errs on 18.0 %",
        ),
        (
            {"identical": True, "n_members": 2, "member_error": NAN},
            "Both members give the same answers, so they are worth one.",
        ),
        (
            {"n_members": 1},
            "There is one member, so there is nothing to differ from. It errs on 9.0 % of the 1,000 rows.",
        ),
    ],
)
def test_words_for_classes(changes, words):
    assert words in describe_classes(replace(GOOD, **changes))


def test_nothing_is_said_about_errors_that_are_not_known():
    for changes in ({}, {"identical": True}, {"n_members": 1}):
        said = describe_classes(replace(GOOD, member_error=NAN, error=NAN, baseline=NAN, **changes))
        assert "errs" not in said
        assert "nan" not in said


VALUES = replace(
    GOOD, member_error=5.0, likeness=4.0, error=3.0, baseline=9.0, noise=NAN, constant="the mean"
)


def test_good_regressors():
    assert describe_values(VALUES) == (
        "A member is off by 5 (root mean square, 1,000 rows), the mean of all 100 by 3: 40.0 % less. Members lie 4 "
        "from their mean, and this spread is all that averaging removes: 5^2 - 4^2 = 3^2."
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"baseline": 4.0}, "A member is no better than always answering the mean, though the ensemble is."),
        (
            {"identical": True, "error": 5.0},
            "All 100 members give the same values, so they are worth one. Each is off by 5",
        ),
        ({"n_members": 1}, "nothing to differ from. It is off by 3"),
        ({"member_error": NAN, "error": NAN}, "Without the truth, nothing tells whether that helps."),
    ],
)
def test_words_for_values(changes, words):
    assert words in describe_values(replace(VALUES, **changes))
