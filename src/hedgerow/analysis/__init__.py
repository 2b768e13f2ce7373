"""Analysis: what the outputs of ensembles and learners show.

Margins of the vote, how fast an ensemble converges, how much correlated errors cost, how accurate a committee of
a given size can be, which rows are outliers, and measures for many labels. Functions here read `Outputs`, so they
work for any fitted ensemble. `hedgerow.analysis.comparison` tests differences between methods;
`hedgerow.analysis.bias_variance` takes errors apart.

Try first: `margins` and `convergence`. `hedgerow.compare`, `hedgerow.bias_variance` and `hedgerow.find_outliers`
are at the flat door.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
