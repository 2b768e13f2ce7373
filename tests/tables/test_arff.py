"""The ARFF reader."""

import numpy as np
import pytest

from hedgerow.tables import TableError
from hedgerow.tables.arff import parse_arff

WEATHER = r"""% a comment
@RELATION weather
@attribute outlook {sunny, 'very rainy', "it's \"fine\""}
@ATTRIBUTE 'air temperature' REAL
@attribute windy{TRUE,FALSE}

@attribute note string
@attribute day DATE "yyyy-MM-dd"
@data
% another
sunny, 1e1, TRUE, 'a, b', 2020-01-01
'very rainy', ?, ?, '?', ?
"it's \"fine\"", -3, FALSE, 'it\'s', 2020-01-02
"""


def test_every_type_is_read():
    frame = parse_arff(WEATHER)
    assert list(frame) == ["outlook", "air temperature", "windy", "note", "day"]
    assert frame["outlook"].tolist() == ["sunny", "very rainy", 'it\'s "fine"']
    assert list(frame["outlook"].cat.categories) == ["sunny", "very rainy", 'it\'s "fine"']
    np.testing.assert_array_equal(frame["air temperature"], [10, np.nan, -3])
    assert list(frame["windy"].cat.categories) == ["TRUE", "FALSE"]
    assert frame["windy"].isna().tolist() == [False, True, False]
    assert frame["note"].tolist() == ["a, b", "?", "it's"]
    assert frame["day"].isna().tolist() == [False, True, False]


HEADER = "@relation r\n@attribute a real\n@attribute b {x,y}\n@data\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "1\n", "Line 5 has 1 values, but 2 attributes are declared"),
        (HEADER + "one,x\n", "Line 5: 'one' is not a number, as 'a' is declared"),
        (HEADER + "1,z\n", "Line 5: 'z' is not one of the declared values of 'b'"),
        (HEADER + "{0 1, 1 x}\n", "Line 5 is sparse ARFF.*SparseToNonSparse"),
        (HEADER + "1,'x\n", "Line 5 has a quote that does not close"),
        ("@relation r\n@data\n1\n", "Line 2 begins the data, but no @attribute"),
        ("@relation r\n@attribute a real\n", "no @data line"),
        ("@relation r\n@attribute a\n@data\n", "Line 2 declares no name and type"),
        ("@relation r\n@attribute a relational\n@data\n", "Line 2 declares 'a' as relational"),
        ("a,b\n1,2\n", "Line 1 is neither @relation, @attribute nor @data"),
        ("@attribute a real\n@attribute a real\n@data\n", "'a' occurs 2 times"),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(TableError, match=message):
        parse_arff(text)
