"""skops writes our models to files and asks which types to trust."""

import pytest
from numpy.testing import assert_array_equal
from sklearn.datasets import load_iris
from tests.ecosystem.packages import need

from hedgerow import RandomForestClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
files = need("skops.io")


def test_a_forest_comes_back():
    X, y = load_iris(return_X_y=True)
    forest = RandomForestClassifier(n_estimators=5, random_state=0).fit(X, y)
    written = files.dumps(forest)
    asked = files.get_untrusted_types(data=written)
    assert asked
    assert all(name.startswith(("hedgerow.", "numpy.")) for name in asked)
    assert_array_equal(files.loads(written, trusted=asked).predict_proba(X), forest.predict_proba(X))
