"""Combination: how do predictions become one."""

from hedgerow.cards.index_entry import Call, Factory, Listing

# fmt: off
METHODS = (
    Listing("pairwise-coupling", "Pairwise coupling", Factory("PairwiseClassifier", decision="coupling"),
            home="couple_pairs"),
    Listing("platt-scaling", "Platt scaling", Call("fit_platt", "X[:, 0], y == 1"), also="PlattScaling"),
    Listing("pcut", "PCut: a threshold that keeps the number of labels",
            Call("pcut", "scores, cardinality=1.5"), also="label_cardinality label_density"),
    Listing("voting", "Plurality and weighted vote", Factory("EnsembleClassifier", combination="vote"),
            home="Vote", only="classification", also="WeightedVote"),
    Listing("veto", "Veto", Factory("EnsembleClassifier", combination="veto"), home="Veto",
            only="classification"),
    Listing("borda-count", "Borda count", Factory("EnsembleClassifier", combination="borda"),
            home="BordaCount", only="classification"),
    Listing("fixed-rules", "Mean, product, minimum, maximum, median and trimmed mean",
            Factory("EnsembleClassifier", combination="product"), home="Product", only="classification",
            also="Mean MeanProbability Minimum Maximum Median WeightedMedian TrimmedMean EnsembleRegressor"),
    Listing("confidence-weighting", "Votes weighted by leaf size or purity",
            Factory("EnsembleClassifier", combination="confidence_weighted"), home="ConfidenceWeighted",
            only="classification"),
    Listing("naive-bayes-combination", "Naive-Bayes combination",
            Factory("EnsembleClassifier", combination="naive_bayes"), home="NaiveBayesCombination",
            only="classification"),
    Listing("decision-templates", "Decision templates",
            Factory("EnsembleClassifier", combination="decision_templates"), home="DecisionTemplates",
            only="classification"),
    Listing("dynamic-integration", "Dynamic integration",
            Factory("EnsembleClassifier", combination=Factory("DynamicIntegration")),
            home="DynamicIntegration"),
)
