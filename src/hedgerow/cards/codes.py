"""Cards of the codes that pose two-class questions, and of how their answers are read."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="ecoc",
        title="Error-correcting output codes",
        axis="recipe",
        idea=(
            "Give each class a word of -1 and +1, let each member learn one letter of it, and answer the class whose "
            "word is nearest to what the members say."
        ),
        paper=(
            "T. Dietterich and G. Bakiri, Solving multiclass learning problems via error-correcting output codes, "
            "JAIR 2, 1995, pp. 263-286."
        ),
        use='ECOCClassifier(code="maximal_distance")',
        provides=("ECOCClassifier", "Decoding", "measure_distances", "resolve_decoding"),
        equations=(
            "A code whose closest rows differ in d places forgives floor((d - 1) / 2) wrong letters. Distances: "
            "Hamming, L1, Euclidean; losses -z, exp(-z), max(0, 1 - z) of z = answer times letter; -log of the "
            "product of chances."
        ),
        differences=(
            "Answers are soft. A class that a column leaves out counts one half, or not at all (attenuated). "
            "Probabilities are a softmax or Platt curves of the scores, fitted to out-of-bag scores. Two classes are "
            "bagging, or one member."
        ),
        complexity="A learner on two classes for each column; decoding N rows is a product of N x T and T x K.",
        see=("csep", "random-partitions", "dense-code", "pairs-and-rest"),
    ),
    Card(
        name="csep",
        title="Bootstrapped, class-separability-weighted ECOC",
        axis="recipe",
        idea=(
            "Let members learn from bootstrap samples, and weigh each column for each class by how well it tells the "
            "class from the others."
        ),
        paper=(
            "R. Smith and T. Windeatt, Facial action unit recognition using filtered local binary pattern features "
            "with bootstrapped and weighted ECOC classifiers, SUEMA, 2010."
        ),
        use='ECOCClassifier(n_estimators=20, weights="csep", calibration="platt")',
        provides=("ECOCClassifier", "class_separability", "score_groups"),
        equations=(
            "W_ck = n_c (T_k - a_ck) - (n_c - a_ck) (P - n_c), in proportion to the accuracy in class c plus that in "
            "the rest minus one; cut at 0, rows sum to one. F = 1 - sum W |s - z|."
        ),
        differences=(
            "Weights may come from out-of-bag answers (csep_rows='oob'). For codes with zeros only the rows that a "
            "column saw count. Platt curves are fitted to out-of-bag scores; the authors use training scores."
        ),
        complexity="O(P T) for P rows, where the published loop is O(P^2 T).",
        see=("ecoc", "bagging"),
    ),
    Card(
        name="random-partitions",
        title="Random class partitions",
        axis="labels",
        idea="Part the classes in two at random for each member; every class on the side it answers has a vote.",
        paper=(
            "C. Zor, T. Windeatt and B. Yanikoglu, Bias-variance analysis of ECOC and bagging using neural nets, "
            "SUEMA, 2010; with even parts, R. Smith and T. Windeatt, SUEMA, 2010."
        ),
        use='EnsembleClassifier(code="random_partitions", combination="vote", n_estimators=20)',
        provides=("EnsembleClassifier", "RandomPartitions"),
        equations="votes = (T + X M^T) / 2 for answers X and code M of -1 and +1: Hamming decoding.",
        differences="All questions are asked once before one is asked again, and rows are distinct.",
        complexity="A learner on two classes for each member.",
        see=("ecoc", "dense-code"),
    ),
    Card(
        name="dense-code",
        title="Codes with rows far apart",
        axis="labels",
        idea="Choose the questions so that the words of any two classes differ in many places.",
        paper=(
            "E. Allwein, R. Schapire and Y. Singer, Reducing multiclass to binary: a unifying approach for margin "
            "classifiers, JMLR 1, 2000, pp. 113-141; T. Dietterich and G. Bakiri, JAIR 2, 1995."
        ),
        use='ECOCClassifier(code="dense_random")',
        provides=(
            "DenseRandom",
            "SparseRandom",
            "MaximalDistance",
            "Exhaustive",
            "min_row_distance",
            "row_distances",
            "count_correctable",
        ),
        equations="10 log2 K columns without zeros, 15 log2 K with half of the entries 0; all 2^(K-1) - 1 to K = 11.",
        differences=(
            "Of 1,000 random matrices, not 10,000, the best is kept. MaximalDistance climbs entry by entry instead of "
            "using BCH codes. No question is asked twice, so few classes have shorter codes."
        ),
        complexity="O(K^2 T) for each matrix tried, O(K T) for each step of the climb.",
        see=("ecoc", "pairs-and-rest"),
    ),
    Card(
        name="pairs-and-rest",
        title="Fixed codes: one against the rest, all pairs, bits",
        axis="labels",
        idea="Ask for each class, for each pair of classes, or for each bit of the number of the class.",
        paper=(
            "M. Bautista et al., Compact evolutive design of error-correcting output codes, SUEMA, 2010, section 2.1, "
            "compares them."
        ),
        use='ECOCClassifier(code="one_vs_one", decoding="attenuated")',
        provides=(
            "OneVsRest",
            "OneVsOne",
            "BinaryCode",
            "GrayCode",
            "GivenCode",
            "check_code",
            "is_valid",
            "repair",
        ),
        equations="K, K (K - 1) / 2 and ceil(log2 K) columns.",
        differences="With more members than columns, columns are asked in turn: on bootstrap samples answers differ.",
        complexity="A column of a pair learns from the rows of two classes.",
        see=("ecoc", "dense-code"),
    ),
)
