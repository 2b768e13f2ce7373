"""What is remarkable about a table and a model, in sentences; one small file per finding."""

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding, Severity
from hedgerow.findings.looking import RULES, find_all

__all__ = ["RULES", "Case", "Finding", "Severity", "find_all"]
