"""Labels: what is a member to tell apart."""

from hedgerow.cards.index_entry import Factory, Listing

# fmt: off
METHODS = (
    Listing("random-partitions", "Random class partitions",
            Factory("EnsembleClassifier", code="random_partitions", combination="vote", n_estimators=20),
            home="RandomPartitions", only="classification"),
    Listing("dense-code", "Codes with rows far apart", Factory("ECOCClassifier", code="dense_random"),
            home="DenseRandom",
            also="SparseRandom MaximalDistance Exhaustive min_row_distance row_distances count_correctable"),
    Listing("pairs-and-rest", "Fixed codes: one against the rest, all pairs, bits",
            Factory("ECOCClassifier", code="one_vs_one", decoding="attenuated"), home="OneVsOne",
            also="OneVsRest BinaryCode GrayCode GivenCode check_code is_valid repair"),
    Listing("evolved-minimal-code", "Evolved minimal codes",
            Factory("ECOCClassifier", code=Factory("MinimalCode"), bootstrap=False), home="MinimalCode",
            also="GeneticAlgorithm PBIL count_minimal_codes list_minimal_codes"),
    Listing("discriminant-code", "Discriminant codes (DECOC)",
            Factory("ECOCClassifier", code=Factory("Discriminant"), bootstrap=False), home="Discriminant"),
)
