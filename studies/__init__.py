"""Does it hold? What the relevance methods promise, measured on data with a known truth and on published tables.

``python -m studies`` runs every study and stores its numbers, ``--only power`` some of them, ``--quick`` a small
version that stores nothing; ``--page`` writes the stored numbers into docs/studies/relevance.md. The peer of the study
of power comes with the ``bench`` dependency group.
"""
