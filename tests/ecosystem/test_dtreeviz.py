"""dtreeviz reads our trees."""

import pytest
from sklearn.datasets import load_iris
from tests.ecosystem.packages import need

from hedgerow import DecisionTreeClassifier

pytestmark = pytest.mark.filterwarnings("ignore")
dtreeviz = need("dtreeviz")


def test_the_path_of_a_row_is_told():
    iris = load_iris(as_frame=True)
    tree = DecisionTreeClassifier(max_depth=3).fit(iris.data, iris.target)
    picture = dtreeviz.model(
        tree,
        iris.data,
        iris.target,
        feature_names=iris.feature_names,
        target_name="kind",
        class_names=[*iris.target_names],
    )
    row = iris.data.iloc[120].to_numpy()
    told = picture.explain_prediction_path(row)
    assert "petal" in told
    nodes = picture.shadow_tree
    assert nodes.nnodes() == tree.tree_.node_count
    assert nodes.predict(row) == tree.predict(iris.data.iloc[[120]])[0]
