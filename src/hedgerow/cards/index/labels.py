"""Labels: what is a member to tell apart."""

from hedgerow.cards.method import Factory, Method

# fmt: off
METHODS = (
    Method("random-partitions", "Random class partitions",
           Factory("EnsembleClassifier", code="random_partitions", combination="vote", n_estimators=20),
           home="codes.RandomPartitions", only="classification"),
    Method("dense-code", "Codes with rows far apart",
           Factory("ECOCClassifier", code="dense_random"), home="codes.DenseRandom",
           also="codes.SparseRandom codes.MaximalDistance codes.Exhaustive codes.min_row_distance "
                "codes.row_distances codes.count_correctable"),
    Method("pairs-and-rest", "Fixed codes: one against the rest, all pairs, bits",
           Factory("ECOCClassifier", code="one_vs_one", decoding="attenuated"), home="codes.OneVsOne",
           also="codes.OneVsRest codes.BinaryCode codes.GrayCode codes.GivenCode codes.check_code "
                "codes.is_valid codes.repair"),
    Method("evolved-minimal-code", "Evolved minimal codes",
           Factory("ECOCClassifier", code=Factory("codes.MinimalCode"), bootstrap=False),
           home="codes.MinimalCode",
           also="codes.GeneticAlgorithm codes.PBIL codes.count_minimal_codes codes.list_minimal_codes"),
    Method("discriminant-code", "Discriminant codes (DECOC)",
           Factory("ECOCClassifier", code=Factory("codes.Discriminant"), bootstrap=False),
           home="codes.Discriminant"),
)
