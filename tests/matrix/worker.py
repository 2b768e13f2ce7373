"""A process that may die: it is asked for one estimator and one scenario at a time."""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import sys

_MOST_MEMORY = 8 * 2**30


def main() -> None:
    """Read pairs of names, one to a line, and write what comes of each."""
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whoever prints does not disturb the replies
    from tests.matrix.asking import FaultError, judge

    for line in sys.stdin:
        name, scenario = json.loads(line)
        try:
            reply = judge(name, scenario)
        except FaultError as fault:
            reply = f"fault: {fault}"
        except Exception as error:
            reply = f"fault: {type(error).__name__}: {error}"
        print(json.dumps(reply), file=replies, flush=True)


if __name__ == "__main__":
    main()
