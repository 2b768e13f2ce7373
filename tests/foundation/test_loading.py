import gc
import subprocess
import sys

import pytest

from hedgerow.foundation.loading import import_quickly, load_kernel


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that remembers whether the collector was at rest, and one that fails."""
    (tmp_path / "remembers.py").write_text("import gc\nwas_enabled = gc.isenabled()\n")
    (tmp_path / "fails.py").write_text("raise RuntimeError('no luck')\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "remembers"
    sys.modules.pop("remembers", None)


def test_the_collector_rests_while_a_module_loads_and_wakes_up_again(module):
    assert gc.isenabled()
    assert import_quickly(module).was_enabled is False
    assert gc.isenabled()


def test_the_collector_wakes_up_after_an_error(module):
    with pytest.raises(RuntimeError, match="no luck"):
        import_quickly("fails")
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off(module):
    gc.disable()
    try:
        import_quickly(module)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_kernel_is_found_by_name():
    from hedgerow._kernels.column_ranks import rank_columns

    assert load_kernel("column_ranks", "rank_columns") is rank_columns


def test_no_public_name_loads_numba_before_it_is_used():
    code = (
        "import sys\n"
        "from hedgerow.foundation.doors import find_public, list_public_names\n"
        "for name in list_public_names():\n"
        "    find_public(name)\n"
        "    assert 'numba' not in sys.modules, name\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
