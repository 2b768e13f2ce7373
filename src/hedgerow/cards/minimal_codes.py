"""Cards of the codes that are made for the data, and of the machines that learn their columns."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="evolved-minimal-code",
        title="Evolved minimal codes",
        axis="labels",
        idea=(
            "Give K classes words of ceil(log2 K) bits, and breed the words whose questions are easiest to learn, as "
            "judged on held-out rows."
        ),
        paper=(
            "M. Bautista, X. Baro, O. Pujol, P. Radeva, J. Vitria and S. Escalera, Compact evolutive design of "
            "error-correcting output codes, SUEMA, 2010."
        ),
        use="ECOCClassifier(code=codes.MinimalCode(), bootstrap=False)",
        provides=(
            "MinimalCode",
            "GeneticAlgorithm",
            "PBIL",
            "count_minimal_codes",
            "list_minimal_codes",
        ),
        equations=(
            "There are (2^B)! / ((2^B - K)! 2^B B!) different codes of B columns. Children take each bit from one of "
            "two parents; a mutated bit flips with probability Phi(-1/2); parents are drawn by 1 / sqrt(rank). PBIL: "
            "q = (1 - l) q + l b for the two best b."
        ),
        differences=(
            "The paper divides the number of codes by 2N, which counts some twice. Repeated words become the nearest "
            "unused ones. Populations, rates and the split of the rows, which the paper leaves open, are those of the "
            "toolbox whose operators it names, and one half. For at most 8 classes all codes can be tried."
        ),
        complexity=(
            "Each question is learned once, at most 2^(K-1) - 1 of them; a generation is otherwise O(P N B) look-ups "
            "for P codes."
        ),
        see=("discriminant-code", "tuned-svc"),
    ),
    Card(
        name="discriminant-code",
        title="Discriminant codes (DECOC)",
        axis="labels",
        idea=(
            "Part the classes into the two groups that the features tell most about, and so on within each group: a "
            "tree of K - 1 questions."
        ),
        paper=(
            "O. Pujol, P. Radeva and J. Vitria, Discriminant ECOC: a heuristic method for application dependent design "
            "of error correcting output codes, IEEE PAMI 28, 2006, pp. 1007-1012."
        ),
        use="ECOCClassifier(code=codes.Discriminant(), bootstrap=False)",
        provides=("Discriminant",),
        equations=(
            "I = V_in + V_all - 2 V_btw, the quadratic mutual information with Gaussian windows (K. Torkkola, JMLR 3, "
            "2003)."
        ),
        differences=(
            "All groupings are tried for at most 10 classes, and a floating search moves one class at a time for more. "
            "Windows are half as wide as the largest distance between class means. Features are standardised. Of a "
            "large class 200 rows are drawn."
        ),
        complexity="O(n^2 F) windows for n <= 10,000 drawn rows, once; O(2^m) groupings of m <= 10 classes a node.",
        see=("evolved-minimal-code",),
    ),
    Card(
        name="tuned-svc",
        title="Support vector machines with bred parameters",
        axis="learner",
        idea=(
            "Breed the cost and the kernel width of each machine by its cross-validated error, so that every question "
            "of a code gets its own."
        ),
        paper=(
            "A. Lorena and A. de Carvalho, Evolutionary tuning of SVM parameter values in multiclass problems, "
            "Neurocomputing 71, 2008, pp. 3326-3334."
        ),
        use="ECOCClassifier(codes.TunedSVC(), code=codes.MinimalCode(), bootstrap=False)",
        provides=("TunedSVC",),
        equations="log2 C in [-5, 15] and log2 gamma in [-15, 3], 16 bits each: low + v / (2^16 - 1) (high - low).",
        differences=(
            "Ranges, bits, 10 pairs and 20 generations are choices of this library. Features are standardised. "
            "Parameters of large tables are judged on 2,000 rows."
        ),
        complexity="At most 210 pairs, two machines on half of the rows each; squared distances once.",
        see=("evolved-minimal-code",),
    ),
)
