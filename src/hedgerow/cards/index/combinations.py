"""Combination: how do predictions become one."""

from hedgerow.cards.method import Call, Factory, Method

# fmt: off
METHODS = (
    Method("pairwise-coupling", "Pairwise coupling", Factory("PairwiseClassifier", decision="coupling"),
           home="couple_pairs"),
    Method("platt-scaling", "Platt scaling", Call("fit_platt", "X[:, 0], y == 1"), also="PlattScaling"),
    Method("pcut", "PCut: a threshold that keeps the number of labels",
           Call("pcut", "scores, cardinality=1.5"), also="label_cardinality label_density"),
    Method("voting", "Plurality and weighted vote", Factory("EnsembleClassifier", combination="vote"),
           home="Vote", only="classification", also="WeightedVote"),
    Method("veto", "Veto", Factory("EnsembleClassifier", combination="veto"), home="Veto",
           only="classification"),
    Method("borda-count", "Borda count", Factory("EnsembleClassifier", combination="borda"),
           home="BordaCount", only="classification"),
    Method("fixed-rules", "Mean, product, minimum, maximum, median and trimmed mean",
           Factory("EnsembleClassifier", combination="product"), home="Product", only="classification",
           also="Mean MeanProbability Minimum Maximum Median WeightedMedian TrimmedMean EnsembleRegressor"),
    Method("confidence-weighting", "Votes weighted by leaf size or purity",
           Factory("EnsembleClassifier", combination="confidence_weighted"), home="ConfidenceWeighted",
           only="classification"),
    Method("naive-bayes-combination", "Naive-Bayes combination",
           Factory("EnsembleClassifier", combination="naive_bayes"), home="NaiveBayesCombination",
           only="classification"),
    Method("decision-templates", "Decision templates",
           Factory("EnsembleClassifier", combination="decision_templates"), home="DecisionTemplates",
           only="classification"),
    Method("dynamic-integration", "Dynamic integration",
           Factory("EnsembleClassifier", combination=Factory("DynamicIntegration")),
           home="DynamicIntegration"),
)
