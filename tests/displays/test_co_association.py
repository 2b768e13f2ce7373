import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError

from hedgerow.displays.co_association import CoAssociationDisplay
from hedgerow.selection.unsupervised import ClusterEnsemble, ClusterEnsembleSelector

TOGETHER = np.array([[1.0, 0.1, 0.9, 0.2], [0.1, 1.0, 0.2, 0.8], [0.9, 0.2, 1.0, 0.1], [0.2, 0.8, 0.1, 1.0]])
LABELS = [0, 1, 0, 1]


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_rows_of_a_cluster_are_side_by_side():
    display = CoAssociationDisplay.from_matrix(TOGETHER, LABELS).plot()
    assert display.labels.tolist() == [0, 0, 1, 1]
    order = [0, 2, 1, 3]
    np.testing.assert_array_equal(display.ax_.get_images()[0].get_array(), TOGETHER[np.ix_(order, order)])
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["0  (2)", "1  (2)"]
    assert display.ax_.get_title(loc="left") == "Rows of a cluster meet in 85% of the members, others in 15%"
    assert len(display.ax_.lines) == 2


def test_an_order_holds_within_clusters():
    display = CoAssociationDisplay.from_matrix(TOGETHER, LABELS, order=[3, 2, 1, 0])
    order = [2, 0, 3, 1]
    np.testing.assert_array_equal(display.together, TOGETHER[np.ix_(order, order)])


@pytest.mark.parametrize("wrap", [lambda ensemble: ensemble, ClusterEnsembleSelector])
def test_an_ensemble_or_its_selector_is_drawn(wrap):
    X = np.repeat([[0.0, 0.0], [5.0, 5.0], [0.0, 9.0]], 10, axis=0)
    X = X + np.random.default_rng(0).normal(size=X.shape)
    ensemble = ClusterEnsemble(20, clusterer=KMeans(n_init=2), n_clusters=3, max_features=2, random_state=0)
    display = CoAssociationDisplay.from_estimator(wrap(ensemble).fit(X)).plot()
    assert (np.diff(display.labels) >= 0).all()
    assert display.together.shape == (30, 30)
    figure, ax = plt.subplots()
    assert display.plot(ax).figure_ is figure


def test_many_rows_are_thinned():
    X = np.random.default_rng(0).normal(size=(1100, 2))
    ensemble = ClusterEnsemble(3, clusterer=KMeans(n_init=1), base_clusters=2, random_state=0).fit(X)
    assert len(CoAssociationDisplay.from_estimator(ensemble).labels) == 550


def test_one_cluster_and_lone_rows_have_titles():
    one = CoAssociationDisplay.from_matrix(TOGETHER, [0, 0, 0, 0]).plot()
    assert one.ax_.get_title(loc="left") == "One cluster holds all rows"
    lone = CoAssociationDisplay.from_matrix(TOGETHER, [0, 1, 2, 3]).plot()
    assert "meet in none of the members" in lone.ax_.get_title(loc="left")


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match=r"together has shape \(4, 4\) and labels have shape \(2,\)"):
        CoAssociationDisplay.from_matrix(TOGETHER, [0, 1])
    with pytest.raises(NotFittedError):
        CoAssociationDisplay.from_estimator(ClusterEnsemble())
