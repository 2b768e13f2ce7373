"""``python -m hedgerow.cli`` is the ``hedgerow`` command."""

from hedgerow.cli import main

if __name__ == "__main__":
    main()
