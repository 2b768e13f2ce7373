"""Cards of the methods that turn, mix or drop features."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="random-rotation",
        title="Random rotation",
        axis="features",
        idea=(
            "Turn random pairs of features by random angles, for each tree anew, so that its cuts are oblique to "
            "the others'."
        ),
        paper="J. Rogers, PhD thesis, University of Southampton, 2007, section 4.3.2.",
        use="RandomRotationClassifier(n_estimators=100)",
        provides=("RandomRotationClassifier", "RandomRotationRegressor", "RandomRotation"),
        equations=(
            "x_a' = x_a cos b + x_b sin b, x_b' = x_b cos b - x_a sin b, b uniform in [0, pi/2]. Rogers 2007, eq. "
            "4.28 and algorithm 2."
        ),
        differences=(
            "Features are standardised first. Rotations accumulate from member to member as in the paper, or, "
            "with accumulate=False, start again for each. Missing numbers become medians, categories indicators. "
            "Importances are shared out to the input features by squared loadings."
        ),
        complexity=(
            "Bagging, and O(N F) to turn and O(N F log N) to code the table for each tree; a member keeps a seed."
        ),
        see=("rotation-forest", "bagging", "forest-rc"),
    ),
    Card(
        name="rotation-forest",
        title="Rotation forest",
        axis="features",
        idea=(
            "Part the features at random into groups of three and turn each group to the principal axes of a "
            "sample, for each tree anew."
        ),
        paper=(
            "J. Rodriguez, L. Kuncheva and C. Alonso, Rotation forest: a new classifier ensemble method, IEEE "
            "PAMI 28, 2006, pp. 1619-1630."
        ),
        use="RotationForestClassifier(n_estimators=100)",
        provides=("RotationForestClassifier", "RotationForestRegressor", "PCARotation"),
        equations="A block-diagonal orthogonal matrix of PCA loadings; 3 C(F, 3) features can be derived from F.",
        differences=(
            "Features are standardised first and trees are not pruned. With bootstrap=True the axes, too, are "
            "learned from the member's own rows, so that out-of-bag scores are honest. In regression no classes "
            "are left out. sub_sample=False learns the axes from all rows of the member (Rogers 2007)."
        ),
        complexity="O(N F g) a tree for groups of g features, beside the tree; a member keeps F g single floats.",
        see=("random-rotation", "bagging", "random-forest"),
    ),
    Card(
        name="forest-rc",
        title="Forest-RC: random linear combinations",
        axis="features",
        idea="Let nodes choose between random sums of three features instead of between features.",
        paper="L. Breiman, Random forests, Machine Learning 45, 2001, section 5.",
        use=(
            'EnsembleClassifier(DecisionTreeClassifier(max_features="log2+1"), view="combinations", n_estimators=100)'
        ),
        provides=("EnsembleClassifier", "EnsembleRegressor", "RandomCombinations"),
        equations="z = c_1 x_i + c_2 x_j + c_3 x_k, c uniform in [-1, 1], features distinct.",
        differences=(
            "Combinations are drawn for each tree, four times as many as there are features, and nodes draw from "
            "that pool; Breiman draws them at each node. There are no importances."
        ),
        complexity="That of a random forest on a table as wide as the pool, coded for each tree.",
        see=("random-forest", "random-rotation"),
    ),
    Card(
        name="input-decimation",
        title="Input decimation",
        axis="features",
        idea="Give each member all rows and classes but only the features that are most correlated with one class.",
        paper=(
            "N. Oza and K. Tumer, Input decimation ensembles: decorrelation through dimensionality reduction, "
            "Multiple Classifier Systems, LNCS 2096, 2001, pp. 238-247."
        ),
        use='EnsembleClassifier(view="decimation", resampling="full", n_estimators=2)',
        provides=("EnsembleClassifier", "EnsembleRegressor", "InputDecimation"),
        equations="The m features with the largest |Corr(x_f, I(y = c))|, c = t mod K.",
        differences=(
            "Half of the features unless told otherwise; several sizes may take turns. In regression, slices of "
            "the target stand for classes."
        ),
        complexity="K times the learner, and O(N F) for the correlations of a member.",
        see=("random-subspace",),
    ),
    Card(
        name="feature-boost",
        title="FeatureBoost",
        axis="recipe",
        idea="Grow each member without some of the features that the one before it relied on.",
        paper=(
            "J. O'Sullivan, J. Langford, R. Caruana and A. Blum, FeatureBoost: a meta-learning algorithm that "
            "improves model robustness, ICML, 2000, pp. 703-710."
        ),
        use="FeatureBoostClassifier(n_estimators=50)",
        provides=("FeatureBoostClassifier",),
        equations=(
            "r_f = max(0, error with x_f shuffled - error) out of bag; m is the smallest number of features, "
            "drawn by r, whose shuffling raises the mean error by more than 0.05. Rogers 2007, section 3.4."
        ),
        differences=(
            "Written after Rogers' summary. The rise that suffices (0.05) and the draws it is averaged over (20) "
            "are choices of this library. At most the features with any reliance are left out, and never all."
        ),
        complexity="A learner and O(F + 20 m) predictions a round, one round after the other.",
        see=("random-subspace", "bagging"),
    ),
)
