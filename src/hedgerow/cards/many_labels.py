"""Cards of the methods for rows that carry several labels."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="binary-relevance",
        title="Binary relevance",
        axis="recipe",
        idea="Learn each label by itself.",
        paper=(
            "G. Tsoumakas and I. Katakis, Multi-label classification: an overview, International Journal of Data "
            "Warehousing and Mining 3, 2007, pp. 1-13."
        ),
        use="BinaryRelevanceClassifier()",
        provides=("BinaryRelevanceClassifier",),
        equations="P(l | x) from column l of Y alone, for each label l.",
        differences="All trees grow from one prepared table. The threshold may be learned by PCut.",
        complexity="L times the learner, for L labels.",
        see=("label-powerset", "rakel", "classifier-chains"),
    ),
    Card(
        name="label-powerset",
        title="Label powerset",
        axis="recipe",
        idea="Make each set of labels that occurs a class of one question.",
        paper=(
            "G. Tsoumakas and I. Katakis, Multi-label classification: an overview, International Journal of Data "
            "Warehousing and Mining 3, 2007, pp. 1-13."
        ),
        use="LabelPowersetClassifier()",
        provides=("LabelPowersetClassifier",),
        equations="P(l) is the sum of P(S) over the label sets S that hold l.",
        complexity="The learner with as many classes as label sets occur, at most N.",
        see=("binary-relevance", "rakel", "pruned-sets"),
    ),
    Card(
        name="rakel",
        title="RAkEL: random k-labelsets",
        axis="recipe",
        idea="Let each member learn a few labels, drawn at random, as one question, and vote label by label.",
        paper=(
            "G. Tsoumakas, I. Katakis and I. Vlahavas, Random k-labelsets for multilabel classification, IEEE TKDE "
            "23, 2011, pp. 1079-1089."
        ),
        use="RAkELClassifier(labelset_size=3)",
        provides=("RAkELClassifier",),
        equations="Label l is on where votes for l / members that know l > t.",
        differences=(
            "A label that no drawn subset holds gets one more subset. Members may give probabilities instead of "
            "votes, and the threshold may be learned by PCut."
        ),
        complexity="min(2 L, C(L, k)) learners of at most 2^k classes; L / k of them without overlap.",
        see=("label-powerset", "binary-relevance", "pcut"),
    ),
    Card(
        name="classifier-chains",
        title="Ensembles of classifier chains",
        axis="recipe",
        idea="Ask about one label after the other, each time with the answers so far as features, in random orders.",
        paper=(
            "J. Read, B. Pfahringer, G. Holmes and E. Frank, Classifier chains for multi-label classification, ECML "
            "PKDD, 2009, pp. 254-269."
        ),
        use="ChainEnsembleClassifier(n_estimators=10)",
        provides=("ChainEnsembleClassifier",),
        equations="h_j(x, y_1, ..., y_(j-1)) says label j; scores are mean votes of chains in random orders.",
        differences=(
            "PCut looks at rows that a chain has not seen and is kept, so that one new row can be answered. Links may "
            "be told probabilities. All links grow from one prepared table of features and labels."
        ),
        complexity="T L learners on up to F + L features.",
        see=("binary-relevance", "pcut", "rakel"),
    ),
    Card(
        name="pruned-sets",
        title="Pruned sets and their ensembles",
        axis="recipe",
        idea="Replace rare label sets by frequent ones that they hold; vote over random parts of the rows.",
        paper=(
            "J. Read, B. Pfahringer and G. Holmes, Multi-label classification using ensembles of pruned sets, ICDM, "
            "2008, pp. 995-1000."
        ),
        use="PrunedSetsEnsembleClassifier(n_estimators=10)",
        provides=("PrunedSetsClassifier", "PrunedSetsEnsembleClassifier", "prune_label_sets"),
        equations="A set seen p times or less gives its rows to its largest frequent proper subsets, b at most.",
        differences="Where no label set is frequent, none is pruned. Equal candidates come in the order of 0 and 1.",
        complexity="T learners of the frequent label sets; a row stands in the table as often as a member needs it.",
        see=("label-powerset", "pcut"),
    ),
    Card(
        name="ml-knn",
        title="ML-kNN",
        axis="learner",
        idea="Count how many neighbours carry a label, and read the count by Bayes' rule.",
        paper=(
            "M.-L. Zhang and Z.-H. Zhou, ML-KNN: a lazy learning approach to multi-label learning, Pattern Recognition "
            "40, 2007, pp. 2038-2048."
        ),
        use="MLKNNClassifier(n_neighbors=10)",
        provides=("MLKNNClassifier",),
        equations="P(l | d) = P_1 P(d | 1) / (P_1 P(d | 1) + (1 - P_1) P(d | 0)), with smoothed shares.",
        differences=(
            "Numbers are divided by their standard deviation unless scaling='none'; categories and missing values are "
            "compared as by NearestClassifier."
        ),
        complexity="One search for neighbours, O(N^2 F), whatever the number of labels.",
        see=("instance-pruning", "binary-relevance"),
    ),
    Card(
        name="instance-pruning",
        title="Instance-based ensemble pruning as many labels (IBEP-MLC)",
        axis="recipe",
        idea="Learn, as labels of a row, which models of a library are right about it, and hear only those.",
        paper=(
            "F. Markatopoulou, G. Tsoumakas and I. Vlahavas, Instance-based ensemble pruning via multi-label "
            "classification, ICTAI, 2010, pp. 401-408."
        ),
        use="InstancePruningClassifier()",
        provides=("InstancePruningClassifier",),
        equations="S(x) = {m : P(m is right about x) > t}, or the most probable models; majority vote of S(x).",
        differences=(
            "The library is of 14 models of hedgerow's own unless another is given; the paper has 200. The threshold "
            "may be the one of greatest example-based precision."
        ),
        complexity="Each model is fitted once for each fold and once more; a model answers only rows it is chosen for.",
        see=("instance-selection", "ml-knn"),
    ),
    Card(
        name="pcut",
        title="PCut: a threshold that keeps the number of labels",
        axis="combination",
        idea="Cut scores of labels where rows get as many labels, on average, as the training rows have.",
        paper=(
            "J. Read, B. Pfahringer, G. Holmes and E. Frank, Classifier chains for multi-label classification, ECML "
            "PKDD, 2009, pp. 254-269."
        ),
        use="pcut(scores, cardinality=1.5)",
        provides=("pcut", "label_cardinality", "label_density"),
        equations="t = argmin |LCard - mean_i sum_l [W_il >= t]|, over the distinct scores; the largest of equal ones.",
        differences="Estimators learn it at fit from rows left out, not from the rows that are asked about.",
        complexity="O(N L log(N L)).",
        see=("classifier-chains", "pruned-sets", "rakel"),
    ),
    Card(
        name="multi-label-measures",
        title="Measures of many labels",
        axis="reading",
        idea="Judge predicted labels one by one, row by row, label by label and as a ranking.",
        paper=(
            "R. Schapire and Y. Singer, BoosTexter: a boosting-based system for text categorization, Machine Learning "
            "39, 2000, pp. 135-168."
        ),
        use="multi_label_report(scores > 0.5, scores > 0.4, scores)",
        provides=("multi_label_report",),
        equations="Jaccard |Y & Z| / |Y | Z| of a row; Hamming loss: share of wrong cells; rankings from the scores.",
        differences="Coverage counts from 0, as in the paper. Where nothing is right, predicting nothing is.",
        complexity="O(N L log L).",
        see=("binary-relevance",),
    ),
)
