"""Bias and variance: what an error is made of, by several definitions.

`hedgerow.bias_variance` fits a model many times and takes its error apart; here are the ways to make its training
sets (`FreshSamples`, `Resamples`, `RepeatedFolds`, `SubsampledCrossValidation`, `GivenSplits`), its record
`BiasVariance`, and `decompose`, which reads predictions that exist already.

Try first: `hedgerow.bias_variance(model, X, y)`; then `FreshSamples` where a generator can draw new rows.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
