"""Data frames of either library, what tables can complain about, and what of frames and records is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    from numpy.typing import NDArray

    Frame: TypeAlias = pd.DataFrame | pl.DataFrame


class TableError(ValueError):
    """A table cannot be read or used; the message says where and what to do."""


class MissingFileError(TableError, FileNotFoundError):
    """The file is not there. Caught as a `TableError` and as a `FileNotFoundError`."""


class ColumnTypeError(TableError, TypeError):
    """A column holds things that are neither numbers, categories, booleans nor text."""


class ColumnWarning(UserWarning):
    """A column was read, but is probably of no use to a model: an identifier or free text."""


def is_frame(data: Any) -> TypeGuard[Frame]:
    """Tell a pandas or polars data frame from everything else, importing neither.

    Examples
    --------
    >>> import numpy as np, pandas as pd
    >>> is_frame(pd.DataFrame({"a": [1]})), is_frame(np.ones((2, 2)))
    (True, False)
    """
    return hasattr(data, "columns") and hasattr(data, "dtypes")


def to_pandas(frame: Frame) -> pd.DataFrame:
    """Turn a data frame into a pandas one, without pyarrow; a pandas frame is returned as it is.

    Parameters
    ----------
    frame : pandas.DataFrame or polars.DataFrame
        Polars categories become pandas categories: those of an ``Enum`` in its order, others in sorted order.

    Returns
    -------
    pandas.DataFrame
    """
    import pandas as pd

    if isinstance(frame, pd.DataFrame):
        return frame
    return pd.DataFrame({series.name: _to_pandas_series(series) for series in frame})


def _to_pandas_series(series: pl.Series) -> pd.Series[Any]:
    import pandas as pd
    import polars as pl

    if series.dtype.is_numeric() and not series.dtype.is_decimal():
        return pd.Series(series.to_numpy())
    if isinstance(series.dtype, pl.Enum):
        return pd.Series(pd.Categorical(series.to_list(), categories=series.dtype.categories.to_list()))
    if series.dtype == pl.Categorical:
        return pd.Series(pd.Categorical(series.to_list()))
    if series.dtype.is_temporal():
        raise dates_error(series.name, series.dtype)
    if series.dtype.is_nested():
        raise ColumnTypeError(
            f"Column {series.name!r} holds {series.dtype} values. Spread them over columns, or drop it."
        )
    return pd.Series(
        series.to_list(), dtype=bool if series.dtype == pl.Boolean and not series.null_count() else object
    )


def dates_error(name: object, dtype: object) -> ColumnTypeError:
    """The error for a column of dates, which have no one meaning as a number."""
    return ColumnTypeError(
        f"Column {name!r} holds dates ({dtype}). Turn it into numbers that mean something, "
        f"such as the year, the day of the week or the days since an event, or drop it."
    )


def take_rows(table: Any, rows: NDArray[np.intp] | slice) -> Any:
    """Some rows of a data frame, an array, a sparse matrix or a list.

    Examples
    --------
    >>> import numpy as np
    >>> take_rows([[1, 2], [3, 4], [5, 6]], np.array([2, 0]))
    [[5, 6], [1, 2]]
    """
    if hasattr(table, "iloc"):
        return table.iloc[rows]
    if isinstance(table, list | tuple):
        return table[rows] if isinstance(rows, slice) else [table[row] for row in rows]
    if hasattr(table, "tocsr"):
        return table.tocsr()[rows]
    if hasattr(table, "__getitem__"):
        return table[rows]
    import numpy as np

    return np.asarray(table)[rows]


def check_names(names: Iterable[str]) -> None:
    """Refuse column names that occur twice.

    Examples
    --------
    >>> check_names(["a", "b", "a"])
    Traceback (most recent call last):
        ...
    hedgerow.foundation.frames.TableError: Column name 'a' occurs 2 times. Give every column its own name.
    """
    repeated = {name: count for name, count in Counter(names).items() if count > 1}
    if repeated:
        listed = ", ".join(f"{name!r} occurs {count} times" for name, count in repeated.items())
        raise TableError(f"Column name {listed}. Give every column its own name.")


def take_fields(record: object, *names: str) -> dict[str, Any]:
    """Some fields and properties of a record, by name and in this order.

    Examples
    --------
    >>> take_fields(3 + 4j, "imag", "real")
    {'imag': 4.0, 'real': 3.0}
    """
    return {name: getattr(record, name) for name in names}


def list_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame as plain values by the name of the column; None for what is missing.

    Examples
    --------
    >>> import pandas as pd
    >>> list_rows(pd.DataFrame({"a": [1, 2], "b": [0.5, None]}))
    [{'a': 1, 'b': 0.5}, {'a': 2, 'b': None}]
    """
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]
