"""What is called on a full disk."""

from __future__ import annotations

import os
import sys


def write_to_full_device(*arguments: str) -> None:
    """Run the command with its results going to a device that takes nothing."""
    from hedgerow.cli import main

    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
    sys.argv = ["hedgerow", *arguments]
    main()
