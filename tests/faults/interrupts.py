"""KeyboardInterrupt at every place at which the interpreter looks for one."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any, Self, TypeVar

T = TypeVar("T")

# The library, and what it hands its waiting and its cleaning up to.
_FOLLOWED = (
    "/hedgerow/",
    "/contextlib.py",
    "/threading.py",
    "/concurrent/futures/",
    "/queue.py",
    "/tempfile.py",
)
# After these the interpreter looks whether a signal has come; the taking of a lock is a call, too.
_LOOKS = ("CALL", "RESUME", "JUMP_BACKWARD")


@cache
def _find_places(code: CodeType) -> frozenset[int]:
    """Offsets of a function before which an interrupt may be raised."""
    steps = list(dis.get_instructions(code))
    followed = {later.offset for step, later in pairwise(steps) if step.opname.startswith(_LOOKS)}
    jumps = {step.argval for step in steps if step.opname.startswith("JUMP_BACKWARD")}
    return frozenset(followed | jumps)


class Interrupter:
    """Counts the places that this thread passes, and raises at one of them.

    Parameters
    ----------
    moment : int
        The number of the place to raise at; negative for none.
    """

    def __init__(self, moment: int = -1) -> None:
        self.moment = moment
        self.n_passed = 0
        self.raised_at = ""

    def __enter__(self) -> Self:
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        if not any(part in frame.f_code.co_filename for part in _FOLLOWED):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._pass

    def _pass(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "opcode" and frame.f_lasti in _find_places(frame.f_code):
            number, self.n_passed = self.n_passed, self.n_passed + 1
            if number == self.moment:
                sys.settrace(None)
                self.raised_at = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                raise KeyboardInterrupt
        return self._pass


def count_places(call: Callable[[], object]) -> int:
    """How many places a call passes."""
    with Interrupter() as interrupter:
        call()
    return interrupter.n_passed


def interrupt(call: Callable[[], object], moment: int) -> str:
    """Interrupt a call at a place; return where it was, or an empty text where the call had ended before."""
    interrupter = Interrupter(moment)
    try:
        with interrupter:
            call()
    except KeyboardInterrupt:
        pass
    return interrupter.raised_at
