from hedgerow.cli import screen
from hedgerow.cli.remarks import print_findings
from hedgerow.findings import Finding


def test_findings_are_told_with_their_severity(capsys):
    print_findings(screen.out(), [Finding("code", "serious", "Column [red] is bad.")])
    said = capsys.readouterr().out
    assert "Findings\n" in said
    assert "serious  Column [red] is bad." in said


def test_no_findings_are_said_to_be_none(capsys):
    print_findings(screen.out(), [])
    assert capsys.readouterr().out == "Findings: none.\n"
