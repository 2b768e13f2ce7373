"""Cards of the selectors that need no target."""

from __future__ import annotations

from hedgerow.cards.card import Card

CARDS = (
    Card(
        name="cluster-ensemble",
        title="Random cluster ensembles (RCE)",
        axis="features",
        idea=(
            "Cluster bootstrap samples in random features, let the members agree on clusters, and keep the features "
            "whose shuffling moves rows out of bag to other clusters."
        ),
        paper=(
            "H. Elghazel and A. Aussem, Feature selection for unsupervised learning using random cluster ensembles, "
            "ICDM 2010; S. Monti, P. Tamayo, J. Mesirov and T. Golub, Consensus clustering, Machine Learning 52, 2003; "
            "A. Strehl and J. Ghosh, Cluster ensembles, Journal of Machine Learning Research 3, 2002."
        ),
        use="ClusterEnsembleSelector(ClusterEnsemble(200), random_state=0).fit(X).cluster_supports_",
        provides=("ClusterEnsembleSelector", "ClusterEnsemble"),
        equations=(
            "Dissimilarity 1 - A/S, with A the members that put both rows into one cluster and S those that have "
            "drawn both; average link, cut where the mean NMI with the members is largest. I(i, v): share of the "
            "members in which row i, out of bag, changes its nearest centroid when feature v is shuffled; summed "
            "over a cluster, and cut at the largest f_(i+1) - 2 f_i + f_(i-1)."
        ),
        differences=(
            "Features are standardised, categories are indicators and missing values lie at the mean. The paper "
            "divides A by the number of members even for pairs that were not drawn together ('paper'). The number "
            "of clusters of a member is chosen once, on all rows, by the index of Davies and Bouldin. Weights are "
            "chances to be drawn. New rows join the cluster whose labels they share most. Where there are more than "
            "20,000 rows, a sample of them is linked."
        ),
        complexity=(
            "T clusterings dominate; co-association takes N^2 T / 64 word operations, linkage O(N^2), both in 2 N^2 "
            "bytes; importances O(N T m k) for m features and k clusters of a member."
        ),
        see=("unsupervised-forest", "cluster-wrapper", "cefs"),
    ),
    Card(
        name="self-organising-map",
        title="Self-organising map",
        axis="learner",
        idea="Fit a grid of units to the rows, each together with its neighbours, and join the units to clusters.",
        paper="T. Kohonen, Self-Organizing Maps, 3rd edition, Springer, 2001.",
        use="ClusterEnsemble(clusterer=SelfOrganisingMap()).fit_predict(X)",
        provides=("SelfOrganisingMap",),
        equations="w_u = sum_i h(u, b_i) x_i / sum_i h(u, b_i), h Gaussian on the grid, b_i the unit nearest to row i.",
        differences=(
            "About 5 sqrt(N) units, 50 epochs, a width that shrinks from half the grid to half a step, and average "
            "link on the units: none of it is told where random cluster ensembles use the map."
        ),
        complexity="O(E N U F) for E epochs and U units.",
        see=("cluster-ensemble",),
    ),
    Card(
        name="unsupervised-forest",
        title="Unsupervised random forest",
        axis="features",
        idea=(
            "Let a forest tell the rows from synthetic ones whose features are independent, and keep the features "
            "that it needs for that."
        ),
        paper=(
            "L. Breiman and A. Cutler, Random forests manual, 2003; T. Shi and S. Horvath, Unsupervised learning with "
            "random forest predictors, Journal of Computational and Graphical Statistics 15, 2006."
        ),
        use="UnsupervisedForestSelector(random_state=0).fit(X).dissimilarity(X)",
        provides=("UnsupervisedForestSelector",),
        equations=(
            "Every column of N synthetic rows is drawn from the same column, with replacement. Dissimilarity of two "
            "rows: sqrt(1 - share of trees in which they meet in a leaf)."
        ),
        differences=(
            "The scree rule cuts the importances. An error out of bag near one half says that nothing can be told "
            "apart; it is kept in oob_error_."
        ),
        complexity="A forest on 2 N rows.",
        see=("random-forest", "cluster-ensemble"),
    ),
    Card(
        name="cluster-wrapper",
        title="Wrappers around a clusterer",
        axis="features",
        idea=(
            "Add the feature with which a clusterer finds the best clusters, by scatter separability or the index of "
            "Davies and Bouldin, until none makes them better."
        ),
        paper=(
            "J. Dy and C. Brodley, Feature selection for unsupervised learning, Journal of Machine Learning Research "
            "5, 2004; M. Morita, R. Sabourin, F. Bortolozzi and C. Suen, Unsupervised feature selection using "
            "multi-objective genetic algorithms for handwritten word recognition, ICDAR 2003."
        ),
        use='ClusterWrapperSelector("separability", n_clusters=3).fit(X).path_',
        provides=("ClusterWrapperSelector",),
        equations=(
            "trace(Sw^-1 Sb); subset S2 beats S1 if crit(S2, C2) crit(S1, C2) > crit(S1, C1) crit(S2, C1), with C the "
            "clusters found in a subset. Davies-Bouldin: mean over clusters of max (s_i + s_j) / d_ij."
        ),
        differences=(
            "Subsets of the same size are compared by the criterion itself, since cross-projection of two unrelated "
            "features is decided by chance. The number of clusters is fixed, or chosen once by the index of Davies "
            "and Bouldin, not by merging components. The index is searched forward, not by a genetic algorithm."
        ),
        complexity="A clustering for each of up to F^2 / 2 candidates; ten times that for a range of ten numbers.",
        see=("cluster-ensemble", "cefs"),
    ),
    Card(
        name="feature-compression",
        title="Feature similarity by maximal information compression",
        axis="features",
        idea="Let one feature stand for its nearest ones, in the densest neighbourhood first.",
        paper=(
            "P. Mitra, C. A. Murthy and S. K. Pal, Unsupervised feature selection using feature similarity, IEEE "
            "Transactions on Pattern Analysis and Machine Intelligence 24, 2002."
        ),
        use="CompressionSelector(2, max_loss=0.3).fit(X).representatives_",
        provides=("CompressionSelector",),
        equations="Distance of two features: the smaller eigenvalue of their covariance; 1 - |r| for variances of 1.",
        differences=(
            "Features have variance 1 unless scale=False, since the index knows units. The widest group is a "
            "parameter; by default the first one sets it. Categories take part by their indicators."
        ),
        complexity="O(N F^2) for the distances, O(F^2 log F) for each group.",
        see=("feature-clusters", "cluster-ensemble"),
    ),
    Card(
        name="cefs",
        title="Clustering ensembles guided feature selection (CEFS)",
        axis="features",
        idea="Search the features by which one clustering agrees best with the consensus of an ensemble.",
        paper=(
            "Y. Hong, S. Kwong, Y. Chang and Q. Ren, Unsupervised feature selection using clustering ensembles and "
            "population based incremental learning algorithm, Pattern Recognition 41, 2008; S. Baluja, "
            "Population-based incremental learning, Carnegie Mellon University, CMU-CS-94-163, 1994."
        ),
        use="CEFSSelector(n_generations=50, random_state=0).fit(X).agreement_",
        provides=("CEFSSelector",),
        equations="p <- (1 - lr) p + lr best, for the subset of a generation that agrees best (adjusted Rand index).",
        differences=(
            "The ensemble and its consensus are those of random cluster ensembles; the numbers of the search, 50 "
            "subsets in 100 generations at a rate of 0.1, are ours. Subsets are judged once; of equal ones the "
            "smaller is kept."
        ),
        complexity="Up to 5,000 clusterings.",
        see=("cluster-ensemble", "cluster-wrapper"),
    ),
)
