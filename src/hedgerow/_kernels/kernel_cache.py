"""Compiled kernels on disk: a folder for each state of the code, and in it one file for each kernel.

    hedgerow-0f3c...        digest of all source files of kernels, of versions, processor and switches
        growing.grow_trees-5b1e....kernel      32 bytes: digest of what follows | machine code

So what an edited kernel or another version of Numba would compile is never taken for something else, wherever the
folder lies, and a file that is not as it was written is noticed before it runs.
"""

from __future__ import annotations

import logging
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from numba import config as numba_config

from hedgerow.foundation.atomic_file import replacing

logger = logging.getLogger("hedgerow")

config: Any = numba_config  # its names are made when it is imported
_HOME = Path(__file__).parent
_CHECK_SIZE = 32
_N_FOLDERS = 8  # states of the code that are kept: a few versions, switches and checkouts beside each other
_STALE_PART = 3600.0  # seconds after which nobody writes to a half-written file any more
_SWITCHES = (
    "BOUNDSCHECK", "CPU_FEATURES", "CPU_NAME", "DEBUGINFO_DEFAULT", "ENABLE_AVX", "LOOP_VECTORIZE", "OPT",
    "SLP_VECTORIZE",
)  # fmt: skip
_told: set[str] = set()


class KernelStore:
    """The machine code of one kernel on disk.

    Parameters
    ----------
    kernel : str
        Module and name of the kernel.
    state : str
        Digest of all that the machine code depends on.
    """

    def __init__(self, kernel: str, state: str) -> None:
        self._kernel, self._state = kernel, state

    def load(self, signature: Any, unpack: Callable[[bytes], Any]) -> Any:
        """What `unpack` makes of the machine code that is kept; None where there is none, or a damaged file."""
        for place in find_places():
            path = place / self._state / self._name(signature)
            try:
                content = path.read_bytes()
            except OSError:
                continue
            with suppress(Exception):  # any file may be damaged in any way
                if _digest([content[_CHECK_SIZE:]]) == content[:_CHECK_SIZE]:
                    found = unpack(content[_CHECK_SIZE:])
                    _mark_as_used(path.parent)
                    return found
            with suppress(OSError):
                path.unlink()
            tell_of_damage(path.parent)
        announce_compilation(self._state)
        return None

    def save(self, signature: Any, content: bytes) -> None:
        """Keep machine code in the first place that can be written to."""
        folder = find_writable(Path(self._state))
        if folder is not None:
            with suppress(OSError), replacing(folder / self._name(signature)) as file:  # a disk may be full
                file.write(_digest([content]) + content)

    def _name(self, signature: Any) -> str:
        return f"{self._kernel}-{_digest([str(signature).encode()])[:4].hex()}.kernel"


def find_places() -> list[Path]:
    """Folders in which compiled kernels may lie, the first choice first."""
    if config.CACHE_DIR:
        return [Path(config.CACHE_DIR)]
    return [_HOME / "__pycache__", *_find_user_cache()]


def find_writable(folder: Path) -> Path | None:
    """Make a folder in the first place that can be written to; None, with a warning, where there is none.

    Parameters
    ----------
    folder : Path
        The folder of a state of the code, or one in it.
    """
    for place in find_places():
        with suppress(OSError):
            is_new = not (place / folder.parts[0]).is_dir()
            (place / folder).mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=place / folder).close()
            if is_new:
                drop_old_folders(place / folder.parts[0])
            return place / folder
    tell_once(
        "unwritable",
        "compiled kernels cannot be kept, because no folder for them can be written to: "
        "set NUMBA_CACHE_DIR to one that can",
    )
    return None


def _find_user_cache() -> Iterator[Path]:
    given = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    if given:
        yield Path(given) / "hedgerow"
        return
    with suppress(RuntimeError):  # a user without a home
        library = "Library/Caches" if sys.platform == "darwin" else ".cache"
        yield Path.home() / library / "hedgerow"


@cache
def describe_state(*switches: str) -> str:
    """Name of the folder for kernels compiled from the sources as they are, here and now.

    Parameters
    ----------
    *switches : str
        How this process compiles.
    """
    sources = [
        part for path in sorted(_HOME.glob("*.py")) for part in (path.name.encode(), path.read_bytes())
    ]
    processor = (binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten(), platform.machine())
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    options = (f"{name}={getattr(config, name, None)}" for name in _SWITCHES)
    words = (*processor, *versions, *options, *switches)
    return f"hedgerow-{_digest([*sources, *(word.encode() for word in words)]).hex()[:24]}"


def _digest(parts: Iterable[bytes]) -> bytes:
    digest = blake2b(digest_size=_CHECK_SIZE)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()


def drop_old_folders(newest: Path) -> None:
    """Remove the folders beside a new one that were used least lately, and half-written files.

    Parameters
    ----------
    newest : Path
        The folder of the kernels in use, which stays.
    """
    with suppress(OSError):  # another process may clear away, too
        beside = [folder for folder in newest.parent.glob("hedgerow-*") if folder != newest]
        beside.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in beside[_N_FOLDERS - 1 :]:
            shutil.rmtree(folder, ignore_errors=True)
        for part in newest.parent.glob("hedgerow-*/.*.part"):
            if part.stat().st_mtime < time.time() - _STALE_PART:
                part.unlink(missing_ok=True)


@cache
def _mark_as_used(folder: Path) -> None:
    with suppress(OSError):
        os.utime(folder)


def announce_compilation(state: str) -> None:
    """Say once that the user will have to wait, unless only some kernel that was not used before is missing.

    Parameters
    ----------
    state : str
        Name of the folder of the kernels.
    """
    if not any((place / state).is_dir() for place in find_places()):
        tell_once(
            "compiling", "compiling the kernels that this needs, once on this machine (about 15 seconds)"
        )


def tell_of_damage(folder: Path) -> None:
    """Warn once that something is compiled again.

    Parameters
    ----------
    folder : Path
        Where the damaged file lay.
    """
    tell_once("damaged", f"a compiled kernel in {folder} was damaged; it is compiled again")


def tell_once(topic: str, message: str) -> None:
    """Log a warning, the first time that there is something to say about a topic.

    Parameters
    ----------
    topic, message : str
        What it is about, and what there is to say.
    """
    if topic not in _told:
        _told.add(topic)
        logger.warning(message)
