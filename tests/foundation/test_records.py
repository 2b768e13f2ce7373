from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from hedgerow.foundation.records import list_rows, take_fields


@dataclass
class Box:
    width: int
    height: int

    @property
    def area(self):
        return self.width * self.height


def test_fields_and_properties_come_in_the_order_asked_for():
    assert list(take_fields(Box(2, 3), "area", "width").items()) == [("area", 6), ("width", 2)]


def test_an_unknown_field_is_refused():
    with pytest.raises(AttributeError, match="depth"):
        take_fields(Box(2, 3), "depth")


def test_rows_of_a_frame_are_plain_and_know_what_is_missing():
    frame = pd.DataFrame({"n": np.array([1, 2]), 3: [np.nan, 0.5], "label": ["a", None]})
    rows = list_rows(frame)
    assert rows == [{"n": 1, "3": None, "label": "a"}, {"n": 2, "3": 0.5, "label": None}]
    assert type(rows[0]["n"]) is int
