"""Cards of choosing members."""

from __future__ import annotations

from hedgerow.cards.card import Card

_MARGINEANTU = "D. Margineantu and T. Dietterich, Pruning adaptive boosting, ICML, 1997"
_PRUNED = ("prune", "PrunedEnsembleClassifier", "PrunedEnsembleRegressor")

CARDS = (
    Card(
        name="fitselect",
        title="FitSelect",
        axis="reading",
        idea="Rank members by a mixture of accuracy and diversity, and cut the ranking where the vote is best.",
        paper=(
            "H. Elghazel, A. Aussem and F. Perraud, Trading-off diversity and accuracy for optimal ensemble tree "
            "selection in random forests, SUEMA, 2010."
        ),
        use="FitSelectClassifier(n_estimators=10)",
        provides=(
            "FitSelectClassifier",
            "FitSelectRegressor",
            "FitSelect",
            "fitness",
            *_PRUNED,
        ),
        equations="alpha a_i / max a + (1 - alpha) d_i / max d, alpha = 0, 0.1, ..., 1.",
        differences=(
            "Ties are settled: the shortest ranking, then the alpha that keeps fewest members, then the largest. All "
            "members may stay. Other learners, values, weights of rows and out-of-bag rows. The published gain over a "
            "forest of all rows did not come out on nine other data sets: it lost 0.6 points with a ninth of the "
            "trees."
        ),
        complexity="O(T N K) for each alpha that changes the ranking; the pairs are never looked at.",
        see=("forward-selection", "kappa-pruning"),
    ),
    Card(
        name="forward-selection",
        title="Ensemble selection",
        axis="reading",
        idea="Let the model join that helps the committee most, again and again, with replacement.",
        paper=(
            "R. Caruana, A. Niculescu-Mizil, G. Crew and A. Ksikes, Ensemble selection from libraries of models, ICML, "
            "2004."
        ),
        use="ForwardSelectionClassifier([estimator, DecisionTreeClassifier(max_depth=1)], n_bags=2)",
        provides=(
            "ForwardSelectionClassifier",
            "ForwardSelectionRegressor",
            "ForwardSelection",
            *_PRUNED,
        ),
        equations=(
            "Next member: argmin_t error(F + h_t), F the sum of those chosen so far; a member may be chosen again, "
            "and its weight is how often it was. Bags: the mean of the weights found in random halves of the library."
        ),
        differences=(
            "Rows are not held out: models are judged by cross-validation and the chosen ones are fitted again. The "
            "number of steps is the same in all bags and chosen by the error of the joint committee."
        ),
        complexity="O(T N) for each step and bag: one look-up of each member's answers.",
        see=("fitselect", "reduce-error-pruning"),
    ),
    Card(
        name="kappa-pruning",
        title="Kappa pruning and the kappa-error hull",
        axis="reading",
        idea="Keep the pairs that agree least, or the pairs on the lower left edge of the kappa-error diagram.",
        paper=f"{_MARGINEANTU}; J. Rogers, PhD thesis, University of Southampton, 2007, section 3.4.",
        use='choose_members(outputs, "hull")',
        provides=(
            "choose_members",
            "KappaPruning",
            "KappaErrorHull",
            "find_lower_left_hull",
            *_PRUNED,
        ),
        equations=(
            "kappa = (p_o - p_e) / (1 - p_e) for each pair, p_o the share of rows on which both say the same and p_e "
            "what chance would give. The hull: corners of the lower left edge of (kappa, mean error)."
        ),
        differences=(
            "Only the edge of the hull between the most diverse and the most accurate pair is kept. A pair without a "
            "kappa counts as alike. Any measure of pairs; values by the correlation of errors."
        ),
        complexity="O(T^2 N / 64) for all pairs, O(T^2 log T) to sort them.",
        see=("reduce-error-pruning", "fitselect"),
    ),
    Card(
        name="reduce-error-pruning",
        title="Reduce-error pruning",
        axis="reading",
        idea="Let the member join with which the vote errs least, each once, and exchange members on request.",
        paper=f"{_MARGINEANTU}.",
        use='choose_members(outputs, "reduce_error")',
        provides=("choose_members", "ReduceError", "BestMembers", *_PRUNED),
        equations=(
            "Next member: argmin_t error((F + h_t) / (n + 1)), without replacement; the first is the one that errs "
            "least."
        ),
        differences="Backfitting is off unless asked for; it is T times as expensive.",
        complexity="O(T N) for each member that joins.",
        see=("forward-selection",),
    ),
    Card(
        name="margin-distance",
        title="Margin distance minimisation",
        axis="reading",
        idea="Let members join that bring the mean signature nearest to a point where every row is just right.",
        paper="G. Martinez-Munoz and A. Suarez, Pruning in ordered bagging ensembles, ICML, 2006.",
        use='choose_members(outputs, "margin_distance", n_members=3)',
        provides=("choose_members", "MarginDistance", *_PRUNED),
        equations="argmin_t |o - (c_t + sum of those that joined) / T|, o = (p, ..., p), p = 0.075.",
        differences="Weights of rows; silent members have a signature of 0.",
        complexity="O(T N) for each member that joins: a product of a matrix with a vector.",
        see=("reduce-error-pruning",),
    ),
    Card(
        name="cluster-pruning",
        title="Pruning by clustering",
        axis="reading",
        idea="Group members that answer alike, and keep the best of each group.",
        paper=(
            "G. Giacinto, F. Roli and G. Fumera, Design of effective multiple classifier systems by clustering of "
            "classifiers, ICPR, 2000."
        ),
        use='choose_members(outputs, "cluster")',
        provides=("choose_members", "ClusterPruning", *_PRUNED),
        equations=(
            "Distance of two members: the share of rows on which they answer differently; average linkage; the member "
            "with the least error of each cluster is kept."
        ),
        differences="The number of clusters is the one whose committee errs least, unless it is given.",
        complexity="O(T^2 N / 64) for all pairs, O(T^2) to cluster.",
        see=("kappa-pruning",),
    ),
    Card(
        name="genetic-selection",
        title="Genetic selection and Opitz's fitness",
        axis="reading",
        idea="Breed committees by their error; or let members go that are neither accurate nor different.",
        paper=(
            "Z.-H. Zhou, J. Wu and W. Tang, Ensembling neural networks: many could be better than all, Artificial "
            "Intelligence 137, 2002; D. Opitz, Feature selection for ensembles, AAAI, 1999."
        ),
        use='choose_members(outputs, "opitz")',
        provides=("choose_members", "GeneticSelection", "OpitzSelection", *_PRUNED),
        equations=(
            "Fitness of a committee: 1 - error. Opitz: accuracy_t + lambda diversity_t, both scaled to their means; "
            "lambda is raised by a tenth where diversity falls and lowered where errors rise."
        ),
        differences=(
            "Masks evolve in place of weights. Opitz breeds feature subsets; here his fitness, with its adaptive "
            "lambda, chooses among members that are there."
        ),
        complexity="O(P T N K) for a generation of P committees; O(T^2 N) for Opitz.",
        see=("fitselect",),
    ),
    Card(
        name="instance-selection",
        title="Instance-based pruning",
        axis="reading",
        idea="Hear about each row only the members that are probably right about it, by its neighbours.",
        paper=(
            "F. Markatopoulou, G. Tsoumakas and I. Vlahavas, Instance-based ensemble pruning via multi-label "
            "classification, ICTAI, 2010; A. Ko, R. Sabourin and A. Britto, From dynamic classifier selection to "
            "dynamic ensemble selection, Pattern Recognition 41, 2008."
        ),
        use='PrunedEnsembleClassifier(method="instance")',
        provides=("InstanceSelection", *_PRUNED),
        equations="P(right | d) by ML-kNN: d of the k neighbours are classified rightly; members above 0.5 vote.",
        differences=(
            "Out-of-bag answers serve as well as cross-validated ones. Numbers are scaled and categories compared "
            "before distances are measured. KNORA-E, KNORA-U and overall local accuracy are rules of the same method."
        ),
        complexity="O(N F) for the distances of a row and O(T k) to count.",
        see=("forward-selection",),
    ),
)
