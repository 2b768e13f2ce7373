from typer.testing import CliRunner

import hedgerow
from hedgerow.cli.application import app


def test_the_version_is_said():
    assert CliRunner().invoke(app, ["--version"]).stdout == f"hedgerow {hedgerow.__version__}\n"


def test_every_verb_has_an_example():
    for command in app.registered_commands:
        assert command.callback is not None
        assert f"Example: hedgerow {command.name}" in (command.callback.__doc__ or "")
