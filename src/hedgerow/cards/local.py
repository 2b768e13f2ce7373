"""Cards of methods for which relevance, or competence, differs from place to place."""

from __future__ import annotations

from hedgerow.cards.card import Card

_ROGERS = "J. Rogers, PhD thesis, University of Southampton, 2007"
_APTE = (
    "C. Apte, S. Hong, J. Hosking, J. Lepre, E. Pednault and B. Rosen, Decomposition of heterogeneous classification "
    "problems, Intelligent Data Analysis 2, 1998, pp. 81-96"
)

CARDS = (
    Card(
        name="contextual-relevance",
        title="Contextual relevance",
        axis="reading",
        idea="A feature that tells a row from its nearest rows of another class is relevant there.",
        paper=(
            "S. Hong, Use of contextual information for feature ranking and discretization, IEEE Transactions on "
            "Knowledge and Data Engineering 9, 1997, pp. 718-730."
        ),
        use="contextual_relevance(X, y)",
        provides=("contextual_relevance",),
        equations="s(f) = sum_i sum_{j in NN_i} |x_i(f) - x_j(f)|, NN_i the K nearest rows of any other class.",
        differences=(
            "Distances are Euclidean, over columns divided by their standard deviation; Hong's weights 1 / D^2 are "
            "optional. Missing values differ by what is to be expected within the class."
        ),
        complexity="O(N^2 F) time, in blocks of rows of bounded memory.",
        see=("relieff", "class-relevance", "local-features"),
    ),
    Card(
        name="relieff",
        title="RELIEF and ReliefF",
        axis="reading",
        idea="A feature should differ between near rows of different classes and agree between near rows of one.",
        paper=(
            "K. Kira and L. Rendell, A practical approach to feature selection, ICML 1992, pp. 249-256; I. Kononenko, "
            "Estimating attributes: analysis and extensions of RELIEF, ECML 1994, pp. 171-182."
        ),
        use="contextual_relevance(X, y, hits=True)",
        provides=("contextual_relevance",),
        equations="W(f) = mean_i [sum_{c != y_i} P_c / (1 - P_{y_i}) mean_{misses of c} diff - mean_{hits} diff].",
        differences=(
            "All rows are looked at unless a number is given. A missing number differs by the mean difference to the "
            "known values of the class; Kononenko defines it for categories only. A class with fewer rows than K "
            "neighbours counts with those it has."
        ),
        complexity="O(m N F) for m rows, in blocks of rows of bounded memory.",
        see=("contextual-relevance",),
    ),
    Card(
        name="class-relevance",
        title="Class relevance",
        axis="reading",
        idea="A feature matters to a class as far as its values there are spread otherwise than in the rest.",
        paper=(
            "N. Howe and C. Cardie, Examining locally varying weights for nearest neighbor algorithms, ICCBR 1997, "
            f"pp. 455-466; {_ROGERS}."
        ),
        use="class_relevance(X, y)",
        provides=("class_relevance",),
        equations="R(f, k) = sum_v |P(v | k) - P(v | not k)|, from 0 to 2. Rogers 2007, eq. 6.12.",
        differences=(
            "Numbers are cut where that shortens the description of the classes (Fayyad and Irani 1993), or into bins "
            "of the same weight; a missing value is a value of its own."
        ),
        complexity="O(F N log N).",
        see=("contextual-relevance", "importance-profiles"),
    ),
    Card(
        name="importance-profiles",
        title="Importance profile angle",
        axis="reading",
        idea="Two regions differ in what matters by the angle between their vectors of feature relevance.",
        paper=f"{_APTE}; {_ROGERS}.",
        use="importance_profile_angle([1, 0, 0.5], [0.2, 0.9, 0.5])",
        provides=("importance_profile_angle",),
        equations="arccos(a . b / |a| |b|). Rogers 2007, eq. 6.16 and 6.17.",
        differences="The angle of two zero vectors is 0, that of one with any other a right one.",
        complexity="O(F).",
        see=("profile-tree",),
    ),
    Card(
        name="profile-tree",
        title="Profile tree",
        axis="learner",
        idea="A tree cuts the table where what tells the classes apart changes, and fits a model in each region.",
        paper=f"{_APTE}; {_ROGERS}.",
        use="ProfileTreeClassifier(min_samples_region=10)",
        provides=("ProfileTreeClassifier",),
        equations="argmax over cuts of the angle between the profiles of the two sides. Rogers 2007, section 6.3.",
        differences=(
            "The search is ours: gains that chance explains are left out, both sides must have a profile, and of cuts "
            "with nearly the same angle the one with the longest profiles is taken."
        ),
        complexity="O(N F^2) per node of the tree, and the models.",
        see=("importance-profiles", "local-features"),
    ),
    Card(
        name="local-features",
        title="Local feature selection for lazy learners (RC)",
        axis="learner",
        idea="Every known row drops the features in which it differs from its like, where leave-one-out allows it.",
        paper=(
            "P. Domingos, Control-sensitive feature selection for lazy learners, Artificial Intelligence Review 11, "
            "1997, pp. 227-253."
        ),
        use="LocalFeatureClassifier()",
        provides=("LocalFeatureClassifier",),
        equations="D(x, i)^2 = sum_{f in S_i} (x(f) - x_i(f))^2.",
        differences=(
            "Only the distances to the row that has changed are computed again: it comes closer to all others, so no "
            "other neighbour changes. Missing values differ by what is to be expected."
        ),
        complexity="O(N^2 F) per pass, O(N F) memory.",
        see=("contextual-relevance", "profile-tree"),
    ),
    Card(
        name="dynamic-integration",
        title="Dynamic integration",
        axis="combination",
        idea="A row is answered by the members that did well on training rows like it which they had not seen.",
        paper=(
            "S. Puuronen and A. Tsymbal, Local feature selection with dynamic integration of classifiers, Fundamenta "
            "Informaticae 47, 2001, pp. 91-117; A. Tsymbal, M. Pechenizkiy and P. Cunningham, Dynamic integration with "
            "random forests, ECML 2006, pp. 801-808."
        ),
        use="EnsembleClassifier(combination=DynamicIntegration())",
        provides=("DynamicIntegration", "EnsembleClassifier", "EnsembleRegressor"),
        equations=(
            "w_t(x) = sum_{i in OOB_t} s(x, x_i)^3 m_t(x_i) / sum_{i in OOB_t} s(x, x_i)^3. "
            "Rogers 2007, eq. 7.20 to 7.22."
        ),
        differences=(
            "Errors are out of bag, not cross-validated. A negative weight speaks for all other classes; values are "
            "weighed by 1 / (epsilon + error). When a row is judged out of bag, trees that have seen it make no rows "
            "alike, since they would give its class away. The restriction to members on the path of a tree is left out."
        ),
        complexity="O(N T) memory; per row O(T) for each training row met in a leaf, or O(N F) for distances.",
        see=("local-features",),
    ),
)
