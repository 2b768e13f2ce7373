import pytest

from hedgerow.reproduce.experiments.deng import PROTOCOLS, try_cell
from hedgerow.reproduce.tables import PublishedCell


@pytest.mark.parametrize("form", ["linear", "nonlinear"])
@pytest.mark.parametrize("selector", ["CFSBestFirst", "CFSGene", "MMPC"])
def test_distances_are_those_of_two_of_eight(form, selector):
    distance = try_cell(f"gaussian / {form} / H / {selector}", 0, 0)["distance"]
    possible = {((a / 2) ** 2 + (b / 6) ** 2) ** 0.5 for a in range(3) for b in range(7)}
    assert min(abs(distance - each) for each in possible) < 1e-12


def test_the_published_distance_of_correlations_comes_out():
    # Table 2, linear: 0.33 for both searches and all targets.
    for target in "GHI":
        assert try_cell(f"gaussian / linear / {target} / CFSBestFirst", 0, 0)["distance"] == pytest.approx(
            1 / 3
        )


def test_an_average_is_over_three_targets():
    reading = PROTOCOLS["deng-t3"].read(PublishedCell("ACE", "nonlinear_avg", "", 0.56))
    assert reading.cells == tuple(f"other / nonlinear / {target} / ACE" for target in "GHI")
