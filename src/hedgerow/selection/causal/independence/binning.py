"""How finely to cut numbers for tests that count."""

from __future__ import annotations

ROWS_PER_DEGREE = 5  # Spirtes, Glymour & Scheines 2000: fewer rows say nothing
_CONDITIONS = 2
_MOST_BINS = 10


def choose_bins(n_rows: float, n_classes: int | None) -> int:
    """Choose the most bins with which tests given two other features still have five rows per degree of freedom.

    Coarse bins do not separate what their numbers separate: within a bin, a cause still tells something. Fine bins
    leave no rows for conditions. So bins grow with the rows: 2 at 150 rows, 3 at 500, 6 at 5,000.

    Parameters
    ----------
    n_rows : float
        Number of rows, or what their weights are worth.
    n_classes : int or None
        Number of classes of the target; None is a target of values, which is cut as the features are.

    Returns
    -------
    int
        The largest b from 2 to 10 with ``5 (r - 1) (b - 1) b^2 <= n_rows``, where r is b or the number of classes,
        whichever is more; 2 where there is none.

    Examples
    --------
    >>> choose_bins(5000, None), choose_bins(500, 2), choose_bins(1800, 10)
    (6, 3, 3)
    """

    def fits(n_bins: int) -> bool:
        widest = max(n_bins, n_classes or 0)
        n_degrees = (widest - 1) * (n_bins - 1) * n_bins**_CONDITIONS
        return bool(ROWS_PER_DEGREE * n_degrees <= n_rows)

    return max((n_bins for n_bins in range(2, _MOST_BINS + 1) if fits(n_bins)), default=2)
