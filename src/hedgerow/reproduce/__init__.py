"""Published tables, the experiments behind them, and what comes out when these are run again."""

from hedgerow.reproduce.comparison import ComparedCell, Reproduction
from hedgerow.reproduce.page import render_page
from hedgerow.reproduce.reproducing import find_status, reproduce, runnable_tables
from hedgerow.reproduce.results import read_results, write_results
from hedgerow.reproduce.store import TrialKey, TrialStore
from hedgerow.reproduce.tables import PublishedCell, PublishedTable, find_table, published_tables

__all__ = [
    "ComparedCell",
    "PublishedCell",
    "PublishedTable",
    "Reproduction",
    "TrialKey",
    "TrialStore",
    "find_status",
    "find_table",
    "published_tables",
    "read_results",
    "render_page",
    "reproduce",
    "runnable_tables",
    "write_results",
]
