"""Cards of the bias-variance analysis."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="bias-variance",
        title="Bias and variance for any loss",
        axis="reading",
        idea=(
            "Train on many samples, ask all models about the same rows, and part the error into what nobody can avoid, "
            "what the models have in common, and what differs between them."
        ),
        paper="G. James, Variance and bias for general loss functions, Machine Learning 51, 2003, pp. 115-135.",
        use="bias_variance(estimator, X, y)",
        provides=("bias_variance", "BiasVarianceDisplay"),
        equations=(
            "E L(Y, H) = Var(Y) + SE + VE; for 0-1 loss Var(Y) = 1 - max P(Y), SE = P(Y = S(Y)) - P(Y = S(H)), "
            "VE = P(Y = S(H)) - P(Y = H). Squared error gives the squared bias and the variance."
        ),
        differences=(
            "Noise may be known, estimated by neighbours or by support vector machines, or taken as zero, where it "
            "counts as bias. Ties go to the lowest class, or are averaged. A factor of Domingos that is 0/0 is its "
            "limit."
        ),
        complexity="R fits and R N predictions; counts take N K numbers, and predictions are kept only when asked for.",
        see=("bias-variance-definitions", "subsampled-cross-validation", "bagging"),
    ),
    Card(
        name="bias-variance-definitions",
        title="Definitions of bias and variance for classes",
        axis="reading",
        idea="Eight ways to part the same 0-1 error, computed from one run and laid side by side.",
        paper=(
            "R. Kohavi and D. Wolpert, ICML 1996; L. Breiman, Technical Report 460, 1996; P. Domingos, ICML 2000; "
            "E. Kong and T. Dietterich, ICML 1995; R. Tibshirani, Technical Report, 1996; G. Webb, Machine Learning "
            "40, 2000; J. Rogers, PhD thesis, University of Southampton, 2007, eq. 2.4-2.7."
        ),
        use="bias_variance(estimator, X, y).compare_definitions()",
        provides=("bias_variance",),
        equations="Each is elementwise in two tables, P(Y) and P(H): what the class could be, and what is predicted.",
        differences=(
            "The unbiased terms of Kohavi and Wolpert move the correction from the bias to the variance, so that they "
            "still sum to the error."
        ),
        complexity="N K for each definition; nothing is fitted again.",
        see=("bias-variance",),
    ),
    Card(
        name="subsampled-cross-validation",
        title="Sub-sampled cross-validation",
        axis="reading",
        idea=(
            "Test every row equally often with training sets of a chosen size, two of which share a chosen part of "
            "their rows."
        ),
        paper=(
            "G. Webb and P. Conilione, Estimating bias and variance from data, Monash University, 2005; C. Zor, "
            "T. Windeatt and B. Yanikoglu, Bias-variance analysis of ECOC and bagging using neural nets, SUEMA 2010."
        ),
        use='bias_variance(estimator, X, y, protocol="subsampled_cv")',
        provides=("bias_variance",),
        equations=(
            "Segments of t = ceil(m / (1 - delta) + 1) rows, cut into ceil(t / (t - m)) folds; m rows of the rest of a "
            "segment train the model that is asked about a fold."
        ),
        differences="50 repetitions by default, as many as Zor et al. have classifiers; the reference code has 10.",
        complexity="About 2 N / t fits per repetition for delta = 1/2.",
        see=("bias-variance",),
    ),
)
