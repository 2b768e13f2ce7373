from hedgerow.findings.finding import Case as Case
from hedgerow.findings.finding import Finding as Finding
from hedgerow.findings.finding import Severity as Severity
from hedgerow.findings.rules import RULES as RULES
from hedgerow.findings.rules import find_all as find_all
