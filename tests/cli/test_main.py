"""The command as a whole: exit codes and messages, in a process of its own where that matters."""

import signal
import subprocess
import sys
import time

import pytest

import hedgerow
from hedgerow import cli
from hedgerow.cli import application, options


def command(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "hedgerow.cli", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_version_is_said():
    assert command("--version").stdout == f"hedgerow {hedgerow.__version__}\n"


def test_an_unknown_method_is_a_message():
    result = command("methods", "no-such-method")
    assert result.returncode == 2
    assert result.stderr.startswith("Error: There is no method card 'no-such-method'.")
    assert "Traceback" not in result.stderr


def test_the_module_may_be_imported():
    code = "import sys; sys.argv = ['x', '--nonsense']; import hedgerow.cli.__main__"
    subprocess.run([sys.executable, "-c", code], timeout=60, check=True)


def test_an_unknown_verb_is_a_message():
    result = command("dmeo")
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_output_to_a_pipe_is_plain():
    assert "\x1b" not in command("methods", "bagging").stdout


def test_an_unknown_table_is_a_message():
    result = command("demo", "--data", "no-such-table")
    assert result.returncode == 2
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("error", [ValueError, KeyError, FileNotFoundError, ImportError])
def test_foreseen_errors_become_messages(monkeypatch, capsys, error):
    def fail():
        raise error("the way out")

    monkeypatch.setattr(application, "app", fail)
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code == 2
    assert "Error: the way out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ZeroDivisionError("by zero"),
            "unexpected error occurred (ZeroDivisionError: by zero). Run the command again with --debug",
        ),
        (MemoryError(), "not enough memory. Take fewer rows or columns"),
    ],
)
def test_unforeseen_errors_keep_their_traceback_for_those_who_ask(monkeypatch, capsys, error, said):
    def fail():
        raise error

    monkeypatch.setattr(application, "app", fail)
    monkeypatch.delenv(options.TRACEBACK, raising=False)
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code == 2
    assert said in capsys.readouterr().err
    monkeypatch.setenv(options.TRACEBACK, "1")
    with pytest.raises(type(error)):
        cli.main()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for children")
def test_ctrl_c_is_a_clean_stop():
    code = (
        "import time\nfrom hedgerow import cli\nfrom hedgerow.cli.application import app\n"
        "def wait():\n    print('waiting', flush=True)\n    time.sleep(30)\n"
        "app.command('wait')(wait)\n"
        "cli.main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "wait"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout.readline() == "waiting\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Stopped." in errors
    assert "Traceback" not in errors


@pytest.mark.skipif(sys.platform == "win32", reason="no shell with pipes")
@pytest.mark.parametrize("arguments", [["methods"], ["methods", "--json"]])
def test_a_reader_that_has_seen_enough_is_no_error(arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "hedgerow.cli", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        process.stdout.close()
        errors = process.stderr.read()
    assert (process.returncode, errors) == (0, b"")
