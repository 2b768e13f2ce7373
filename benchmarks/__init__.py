"""How fast, how accurate and how small, beside the peers: one file per claim, all libraries in one run.

``python -m benchmarks`` measures everything, ``--quick`` a small version of it, ``--only fit_regression genes`` some of
it; ``--page`` puts the stored numbers into docs/benchmarks.md.
"""
