from dataclasses import dataclass

import pytest

from hedgerow.foundation.records import take_fields


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
