import pytest
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.utils import get_tags

from hedgerow import DecisionTreeClassifier
from hedgerow.foundation.base_estimator import check_base_estimator
from hedgerow.foundation.training_set import adopt_input_tags


def test_none_is_the_default_and_others_are_cloned():
    assert isinstance(check_base_estimator(None, None, "classifier", GaussianNB), GaussianNB)
    given = GaussianNB(var_smoothing=0.5)
    made = check_base_estimator(None, given, "classifier", DecisionTreeClassifier)
    assert made is not given
    assert made.var_smoothing == 0.5


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (3, r"estimator=3 cannot be fitted; pass a scikit-learn classifier, or None for GaussianNB\(\)"),
        (GaussianNB, "cannot be fitted"),
        (Ridge(), r"estimator=Ridge\(\) is not a classifier; DecisionTreeClassifier needs a classifier"),
    ],
)
def test_what_cannot_be_used_is_refused(given, words):
    with pytest.raises(ValueError, match=words):
        check_base_estimator(DecisionTreeClassifier(), given, "classifier", GaussianNB)


def test_tags_are_those_of_the_base_estimator():
    assert not adopt_input_tags(get_tags(DecisionTreeClassifier()), GaussianNB()).input_tags.allow_nan
    assert adopt_input_tags(get_tags(GaussianNB()), None).input_tags.allow_nan
    assert adopt_input_tags(get_tags(GaussianNB()), DecisionTreeClassifier()).input_tags.allow_nan
