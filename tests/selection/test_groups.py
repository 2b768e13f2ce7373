import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.groups import Groups, Units, find_columns

NAMES = ("a", "b", "c", "d")


def test_without_groups_every_feature_is_its_own():
    groups = Groups.read(None, NAMES)
    assert groups.is_trivial
    assert groups.names == NAMES
    np.testing.assert_array_equal(groups.complete(np.array([1, 0, 0, 1], bool)), [1, 0, 0, 1])


@pytest.mark.parametrize(
    "given_as",
    [
        {"one": ["a", "c"]},
        [["a", "c"]],
        [("a", 2)],
        [np.array([0, 2])],
        [[True, False, True, False]],
        ["u", "v", "u", "w"],
        np.array([7, 1, 7, 0]),
    ],
    ids=str,
)
def test_every_way_to_say_that_two_features_belong_together(given_as):
    groups = Groups.read(given_as, NAMES)
    assert len(groups) == 3
    assert groups.labels[0] == groups.labels[2]
    assert len(set(groups.labels)) == 3


def test_groups_keep_their_names_and_singles_their_own():
    groups = Groups.read({"one": ["d", "a"], "nobody": []}, NAMES)
    assert [groups.names[label] for label in groups.labels] == ["one", "b", "c", "one"]


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ([["a", "b"], ["b"]], "feature 'b' is in two groups, 'group 0' and 'group 1'"),
        (["u", "v"], "2 labels for 4 features"),
        ([["a", "bb"]], "groups names 'bb', which is not a feature. Did you mean 'b'"),
        ([[9]], "names column 9, but the columns are 0 to 3"),
    ],
)
def test_what_makes_no_groups_is_refused(groups, message):
    with pytest.raises(ValueError, match=message):
        Groups.read(groups, NAMES)


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.floats(-9, 9) | st.just(float("nan")), st.floats(0, 1)), min_size=1
    )
)
def test_pooling_is_that_of_the_twin(features):
    labels, scores, p_values = zip(*features, strict=True)
    groups = Groups.read(labels, [f"x{place}" for place in range(len(labels))])
    pooled, pooled_p = groups.pool_scores(np.array(scores)), groups.pool_p_values(np.array(p_values))
    for group, name in enumerate(groups.names):
        members = [place for place, label in enumerate(labels) if str(label) == name]
        known = [scores[place] for place in members if scores[place] == scores[place]]
        np.testing.assert_equal(pooled[group], max(known) if known else np.nan)
        assert pooled_p[group] == pytest.approx(min(1, len(members) * min(p_values[m] for m in members)))


@pytest.mark.parametrize("columns", [["b", "d"], [1, 3], [1, -1], (False, True, False, True), ["b", 3]])
def test_columns_by_name_position_or_mask(columns):
    np.testing.assert_array_equal(find_columns(columns, NAMES, "fixed_features"), [0, 1, 0, 1])


def test_a_single_column_needs_no_list():
    np.testing.assert_array_equal(find_columns("c", NAMES, "fixed_features"), [0, 0, 1, 0])
    np.testing.assert_array_equal(find_columns(None, NAMES, "fixed_features"), [0, 0, 0, 0])


def test_a_mask_must_fit():
    with pytest.raises(ValueError, match="fixed_features is a mask of 2 entries for 4 features"):
        find_columns([True, False], NAMES, "fixed_features")


def find_units(fixed=(), groups=None):
    return Units.find(Groups.read(groups, NAMES), np.isin(NAMES, fixed))


def test_features_are_units_of_their_own():
    units = find_units()
    assert len(units) == 4
    assert units.names == NAMES
    assert units.spread(np.array([False, True, False, True])).tolist() == [False, True, False, True]


def test_groups_move_together_in_the_order_of_their_first_column():
    units = find_units(groups={"pair": ["b", "d"]})
    assert units.names == ("a", "pair", "c")
    assert units.spread(np.array([False, True, False])).tolist() == [False, True, False, True]


def test_fixed_features_are_in_every_subset_with_their_groups():
    units = find_units(["d"], {"pair": ["b", "d"]})
    assert units.names == ("a", "c")
    assert units.spread(np.array([False, False])).tolist() == [False, True, False, True]


def test_something_must_be_left_to_search():
    with pytest.raises(ValueError, match="holds all 4 features"):
        find_units(NAMES)
