"""Cards of mask ensembles."""

from __future__ import annotations

from hedgerow.cards.card import Card

_CUNNINGHAM = (
    "P. Cunningham and J. Carney, Diversity versus quality in classification ensembles based on feature selection, "
    "TCD-CS-2000-02, Trinity College Dublin, 2000"
)

CARDS = (
    Card(
        name="mask-ensemble",
        title="Hill-climbed masks",
        axis="recipe",
        idea=(
            "Nearest neighbours vote, each through its own subset of the features, which starts at random and is "
            "changed by one feature at a time wherever that gets more left-out rows right."
        ),
        paper=f"{_CUNNINGHAM}.",
        use="MaskEnsembleClassifier(n_estimators=50)",
        provides=("MaskEnsembleClassifier", "MaskEnsembleDisplay"),
        equations=(
            "Flip l is kept if Acc(L with l flipped) > Acc(L); E_x = -sum_k p_k log p_k over the shares of votes. "
            "Squared distance over the features of the mask; Rogers 2007, eq. 3.30."
        ),
        differences=(
            "Every row is left out in turn, or a fresh split is drawn for each member, where the paper has one split "
            "for all. k is 1 unless set, features are standardised, categories and missing values have a distance. "
            "Flips must be better, not as good. Choice of the best candidates may weigh entropy in, and growth may stop"
            " when entropy does. The accuracies of the report are about rows that guided the search."
        ),
        complexity=(
            "A flip costs one pass over N^2 distances of single precision, eight at once, whatever the mask; about 4 F "
            "flips a member. 4 N^2 bytes a thread; N is at most max_search_samples."
        ),
        see=("random-subspace", "genetic-masks"),
    ),
    Card(
        name="genetic-masks",
        title="Genetic ensemble feature selection",
        axis="recipe",
        idea="The masks of an ensemble are crossed and mutated, and the accurate and different ones stay.",
        paper=(
            "D. W. Opitz, Feature selection for ensembles, AAAI, 1999, pp. 379-384; J. Rogers, PhD thesis, University "
            "of Southampton, 2007, section 6.5."
        ),
        use='MaskEnsembleClassifier(search="genetic")',
        provides=("MaskEnsembleClassifier",),
        equations=(
            "Fitness = accuracy / mean + lambda difference / mean, the difference being the share of rows on which a "
            "mask and the vote differ (Rogers 2007, eq. 3.24); lambda times 1.1 or 0.9."
        ),
        differences=(
            "Left-out rows in place of a validation set; uniform crossover, 3 % mutation and 20 generations, which the "
            "sources leave open. Nearest neighbours by default, where Opitz has neural networks."
        ),
        complexity="T (1 + generations) masks, each O(N^2 F) for nearest neighbours or five fits of another learner.",
        see=("mask-ensemble", "random-subspace"),
    ),
)
