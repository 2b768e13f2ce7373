"""A report: one plain dict about a table and a model, and one self-contained page made from it."""

from hedgerow.report.report import Report

__all__ = ["Report"]
