"""The label axis: which classes a member tells apart.

A code turns one problem of many classes into many problems of two: one against the rest, one against one, random
and exhaustive codes, codes that a search makes as short as possible (`MinimalCode`) and codes that look at the
data (`Discriminant`). `Decoding` turns the members' predictions into a class again. Further functions measure
codes.

Try first: ``EnsembleClassifier(code="one_vs_rest")``, or `hedgerow.ensembles.ECOCClassifier`, the recipe.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
