"""``python -m hedgerow.cli`` is the ``hedgerow`` command."""

from hedgerow.cli import main

main()
