"""Reproductions as one Markdown page: what came out again, what did not."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import get_args

from hedgerow.reproduce.comparison import ComparedCell, Reproduction, Verdict
from hedgerow.reproduce.reproduction import find_status
from hedgerow.reproduce.tables import PublishedTable, published_tables

_ROUNDING = 1e-12  # equal trials have a standard error of this order
_INTRODUCTION = """\
# Published tables, run again

hedgerow carries every table of its sources, and the experiments behind those whose data are at hand.
`hedgerow reproduce` lists them; `hedgerow reproduce rogers-5.2 --trials 100 --jobs 2` runs one again and says for each
cell whether it comes out:

- **agrees**: published and measured are within two standard errors of their difference, and half a unit of the last
  printed digit. By chance alone, about one cell in twenty would not be.
- **differs**: they are not.
- **not comparable**: there is no number, no measurement, or no way to tell how certain they are.

Where a source prints no spread, that of the trials here, for its number of trials, stands in. Where data are generated,
how much samples differ counts as uncertainty of the published value. Cells that share trials are not independent: the
rows of one table are, its columns are not.

Finished trials are kept in a file. A run that is stopped, or killed, goes on where it was; several processes may
share one file. This page is what `hedgerow reproduce all --trials 100` found; tables whose trials take long have fewer.
All cells are in {download}`one file <reproduction.csv>`.
"""

_REASONS = """\
## What differs, and why

Rogers (2007) and Rogers and Gunn (2005). Other readings of the text were tried; which of them bring a cell near is told
with numbers on the pages about [relevance](studies/relevance.md) and [ensembles](studies/ensembles.md). In short:

- The published numbers of WBC differ among themselves by three standard errors for procedures that are the same.
- The published trees seem to have paid less for naming a feature than the formula says. That matters where features are
  many: Sonar with DT1, DT2 and the ensembles of trees that stop early; and bagging on Ionosphere.
- Where columns have few values, as in Votes and WBC, trees of published size come out when a node that draws a constant
  feature becomes a leaf. Here such a node draws again.
- Errors of members, Q, numbers of nodes and numbers of features are printed without a spread, and follow the size of
  the trees closely. The spread of the trials here is small, so little things differ by many standard errors.
- The published CFS keeps one of the two features of Simple, and one of Votes; here it keeps 1.9 and 3.0.

The other sources:

- The distances of Deng et al. (2010) depend on arcs of the network that are not published. Of 32 that differ, 29 are
  smaller here: the blankets are found more exactly, above all by MMPC.
- On the toy of Zliobaite (2010), which score stands in a row of the table is not said; see
  [local experts](studies/local-experts.md).
- The tests of Elghazel et al. (2010) against the random forest seem to be those against forward selection, printed
  twice.
- Elghazel and Aussem (2010) keep two features of iris where three are kept here; how many depends on how the scree of
  each cluster is cut. Their rows of other methods come from another paper, whose stopping rules differ.
- Casale et al. (2010) print the best of many variants. Parity and the disjunctive pattern are other problems here, for
  their printed formulas are not complete.
- The mixtures of Armano and Hatami (2010) are right about 89 % of iris. One small network that has converged is right
  about 95 %, and so are both mixtures here; see [mixtures of experts](studies/mixtures-of-experts.md).
- On iris, one row of Bautista et al. (2010) is better than here by two points; on wine, one is worse by as much. How
  their machines were tuned is told in part; see [codes](studies/codes.md).
- The decision tree of Evans's lecture is better than a full tree on Pima and Sonar: it was probably pruned.
"""


def render_page(reproductions: Iterable[Reproduction]) -> str:
    """Return a page with a summary, the cells of each table, and the tables that cannot be run.

    Parameters
    ----------
    reproductions : iterable of Reproduction
        What was run.

    Returns
    -------
    str
        Markdown.
    """
    found = list(reproductions)
    parts = [_INTRODUCTION, "## Summary", _summarise(found), _REASONS]
    for reproduction in found:
        parts += [f"## {reproduction.table.identifier}", _render(reproduction)]
    parts += ["## Tables that cannot be run here", _list_others(published_tables())]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _summarise(found: list[Reproduction]) -> str:
    rows = [[each.table.identifier, each.table.caption, *map(str, each.counts().values())] for each in found]
    sums = [sum(each.counts()[verdict] for each in found) for verdict in get_args(Verdict)]
    rows.append(["all", "", *map(str, sums)])
    return _draw(["table", "what it shows", "agree", "differ", "not comparable"], rows)


def _render(found: Reproduction) -> str:
    measured = [cell for cell in found.cells if cell.n_trials]
    trials = sorted({cell.n_trials for cell in measured})
    counted = f"{trials[0]} to {trials[-1]}" if len(trials) > 1 else "".join(map(str, trials))
    words = [
        found.table.caption,
        f"{found.table.citation}.",
        f"Trials of a cell: {counted or 'none'}.",
        *found.remarks,
    ]
    if len(measured) < len(found.cells):
        words.append(f"{len(found.cells) - len(measured)} cells that were not measured are left out.")
    rows = [_list_cell(found.table, cell) for cell in measured]
    return "\n".join(words) + "\n\n" + _draw(["row", "column", "published", "measured", "z", "verdict"], rows)


def _list_cell(table: PublishedTable, cell: ComparedCell) -> list[str]:
    published, decimals = cell.published, table.printed_decimals(cell.published.quantity)
    return [
        published.row,
        " ".join(filter(None, (published.column, published.quantity))),
        write_value(published.value, cell.published_standard_error, decimals),
        write_value(cell.measured, cell.standard_error, decimals),
        "" if math.isnan(cell.z) else f"{cell.z:+.1f}",
        cell.verdict,
    ]


def write_value(value: float | str, standard_error: float, decimals: int) -> str:
    """Write a value and its standard error, if there is one, with the digits of the source.

    Examples
    --------
    >>> write_value(0.0345, 0.00224, 4)
    '0.0345 ± 0.0022'
    """
    if isinstance(value, str):
        return value
    if math.isnan(value):
        return ""
    return f"{value:.{decimals}f}" + (
        f" ± {standard_error:.{decimals}f}" if standard_error > _ROUNDING else ""
    )


def _list_others(tables: Iterable[PublishedTable]) -> str:
    others = [table for table in tables if find_status(table) == "cannot run"]
    rows = [[table.identifier, table.caption, table.needs or ""] for table in others]
    return _draw(["table", "what it shows", "needs"], rows)


def _draw(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
