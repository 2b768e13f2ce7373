"""Many labels: a row carries none, one or several of them, and they depend on each other.

One model for each label (`BinaryRelevanceClassifier`), for each set of labels (`LabelPowersetClassifier`), for
random small sets (`RAkELClassifier`), chains, pruned sets and nearest neighbours. `pcut` chooses thresholds;
`label_cardinality` and `label_density` describe a table of labels. `hedgerow.analysis.multi_label_report`
measures all.

Try first: `RAkELClassifier`, beside `BinaryRelevanceClassifier` as the baseline.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
