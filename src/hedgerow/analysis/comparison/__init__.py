"""Comparison: is one method better than another, or could it be chance: tests of differences.

`hedgerow.compare` reads a table of scores, or what scikit-learn's `cross_validate` returns, chooses a test and
says the result in words. Here are the single tests it is made of: of two methods (`wilcoxon`, `sign_test`,
`corrected_t`, `dietterich_t`, `alpaydin_f`), of many (`friedman`, `nemenyi`, `bonferroni_dunn`, `holm`), and the
spread of a score (`standard_error`, `binomial_standard_error`).

Try first: `hedgerow.compare(scores)`.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
