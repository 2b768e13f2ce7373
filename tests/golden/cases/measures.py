"""Measures and other functions: numbers from predictions, from tables, and from numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from tests.golden.public import public
from tests.golden.tables import rows_of


@cache
def _forest(table: str, n_estimators: int = 9) -> Any:
    rows = rows_of(table)
    name = "RandomForestRegressor" if table == "diabetes" else "RandomForestClassifier"
    return getattr(public, name)(n_estimators, max_depth=4, oob_score=True, random_state=0).fit(
        rows.X, rows.y
    )


@cache
def _outputs(table: str) -> Any:
    """What the members of a forest predict for new rows."""
    rows = rows_of(table)
    return public.Outputs.from_estimator(_forest(table), rows.X_new, rows.y_new)


def _draw(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).random(shape)


_OF_CLASSES = (
    "abstain", "added_error", "breiman_bound", "coincident_errors_of_all", "coincident_failure_diversity", "combine",
    "conditional_entropy_error", "correctness_entropy", "count_correct", "count_pairs", "difficulty",
    "diversity_report", "ensemble_curve", "find_outliers", "generalised_diversity", "interrater_kappa",
    "kohavi_wolpert_variance", "margins", "member_disagreement", "pairwise", "raw_margins",
    "risk_coverage", "row_confidence", "row_vote_ambiguity", "row_vote_entropy", "sharkey_type", "vote_ambiguity",
    "tumer_ghosh_correlation", "vote_entropy",
)  # fmt: skip
_OF_VALUES = (
    "ambiguity_decomposition", "diversity_report", "ensemble_curve", "find_outliers", "member_ambiguity",
)  # fmt: skip
_PAIRWISE = (
    "agreement", "disagreement", "kappa", "correctness_kappa", "correctness_disagreement", "q", "correlation",
    "double_fault", "coincident_errors", "distance", "error_covariance", "error_correlation",
)  # fmt: skip
_RULES = (
    "accuracy_weighted", "bayes_net", "borda", "confidence_weighted", "decision_templates", "maximum", "mean",
    "mean_probability", "median", "minimum", "naive_bayes", "product", "trimmed_mean", "veto", "vote",
    "weighted_median", "weighted_vote",
)  # fmt: skip
# "instance" chooses for each row, so only an ensemble can use it.
_METHODS = (
    "best", "cluster", "fitselect", "forward", "genetic", "hull", "kappa", "margin_distance", "opitz", "reduce_error",
)  # fmt: skip
_ARGUMENTS: dict[str, dict[str, Any]] = {"abstain": {"coverage": 0.8}}


def _measure(name: str, table: str, **options: Any) -> Callable[[], Any]:
    return lambda: getattr(public, name)(_outputs(table), **{**_ARGUMENTS.get(name, {}), **options})


def _outputs_of(table: str) -> dict[str, Any]:
    said = _outputs(table)
    found = {"errors": said.errors(), "consensus": said.consensus(), "correct": None, "votes": None}
    if said.is_classification:
        found |= {"votes": said.votes(), "shares": said.vote_shares(), "correct": said.correct}
    oob = public.Outputs.from_estimator(_forest(table), rows_of(table).X, rows_of(table).y, out_of_bag=True)
    return {**found, "out-of-bag errors": oob.errors(), "some": said.select([0, 2]).errors()}


def _decompose(table: str, **options: Any) -> Callable[[], Any]:
    def answer() -> Any:
        rows = rows_of(table)
        tree = public.DecisionTreeRegressor if table == "diabetes" else public.DecisionTreeClassifier
        return public.bias_variance(
            tree(max_depth=3), rows.X, rows.y, **{"n_replicates": 6, "random_state": 0, **options}
        )

    return answer


def _scores() -> Any:
    return np.round(0.8 + 0.1 * _draw(8, 4) + np.array([0, 0.02, 0.05, -0.03]), 3)


def _joint() -> Any:
    joint = np.zeros((2, 2, 2, 2))
    for a in range(2):
        for b in range(2):
            joint[a, b, a, a ^ b] = 0.2
            joint[a, b, a, 1 - (a ^ b)] = 0.05
    return joint


def _tree_text() -> Any:
    text = public.export_text(_forest("iris").estimators_[0])
    return np.array(text.splitlines())


def _choose(method: str) -> Callable[[], Any]:
    return lambda: public.choose_members(_outputs("iris"), method, random_state=0)


def _prune() -> Any:
    rows = rows_of("iris")
    pruned = public.prune(_forest("iris"), rows.X, rows.y, random_state=0)
    return pruned.predict_proba(rows.X_new)


def _importances() -> Any:
    rows, forest = rows_of("iris"), _forest("iris")
    return {
        "permutation": forest.oob_permutation_importance(rows.X, rows.y),
        "proximity": forest.proximity(rows.X_new),
        "gain": forest.feature_importances_,
    }


def _contextual(table: str, **options: Any) -> Callable[[], Any]:
    return lambda: public.contextual_relevance(rows_of(table).X, rows_of(table).y, **options)


def _committee() -> Any:
    rows = rows_of("iris")
    trees = [public.DecisionTreeClassifier(max_depth=depth, random_state=0) for depth in (1, 2, None)]
    said = public.committee_outputs(trees, rows.X, rows.y, cv=3, random_state=0)
    return {"errors": said.errors(), "consensus": said.consensus()}


def _label_sets() -> Any:
    rows = rows_of("labels")
    scores = np.clip(rows.y_new * 0.5 + 0.5 * _draw(*rows.y_new.shape), 0, 1)
    return public.multi_label_report(rows.y_new, scores > 0.5, scores)


def _codes_of(table: str) -> tuple[Any, Any]:
    codes = public.Discretiser("equal_frequency", n_bins=4).fit_transform(rows_of(table).X, rows_of(table).y)
    return np.asarray(codes).astype(int), np.unique(rows_of(table).y, return_inverse=True)[1]


def _information(name: str, with_condition: bool = False) -> Callable[[], Any]:
    def answer() -> Any:
        X, y = _codes_of("sonar")
        more = (X[:, 1],) if with_condition else ()
        return [getattr(public, name)(X[:, column], y, *more) for column in range(2, 6)]

    return answer


def _test(name: str) -> Any:
    X, y = _codes_of("sonar")
    return getattr(public, name)(X[:, 0], y, X[:, 1])


def _learn_without_each() -> Any:
    rule, said = public.NaiveBayesCombination(), _outputs("iris")
    tallies = [rule.tally(said.select_rows(rows)) for rows in (np.arange(0, 30), np.arange(30, 60))]
    rules = public.learn_without_each(rule, tallies)
    return [public.combine(said, each).scores for each in rules]


_CODE = np.array([[-1, 1, 1], [1, -1, 1], [1, 1, -1]], dtype=np.int8)
_SIDES = np.sign(_draw(20, 3) - 0.5)
_COUNTS = np.array([[3.0, 4], [10, 1], [6, 6]])

# Arguments written out, one call each.
_CALLS: dict[str, Callable[[], Any]] = {
    "Combined on iris": lambda: public.combine(_outputs("iris"), "mean_probability"),
    "Outputs on iris": lambda: _outputs_of("iris"),
    "Outputs on wbc": lambda: _outputs_of("wbc"),
    "Outputs on diabetes": lambda: _outputs_of("diabetes"),
    "NormalLimits on iris": lambda: (
        public.NormalLimits([0], coverage=0.9).fit(rows_of("iris").X).transform(rows_of("iris").X_new)
    ),
    "SectorMeans on iris": lambda: public.SectorMeans({"a": [0, 2], "b": [3]}).fit_transform(
        rows_of("iris").X
    ),
    "added_error with posteriors": lambda: public.added_error(_outputs("iris"), bayes_error=0.02),
    "added_error_factor": lambda: public.added_error_factor(np.array([1, 5, 25]), 0.3),
    "bias_variance on iris": _decompose("iris"),
    "bias_variance on diabetes": _decompose("diabetes"),
    "bias_variance with subsampled_cv on iris": _decompose("iris", protocol="subsampled_cv", n_replicates=2),
    "bias_variance with every definition on wbc": lambda: _decompose("wbc")().compare_definitions(),
    "blanket_recovery": lambda: public.blanket_recovery([True, True, False, False, True], [0, 1, 2]),
    "bootstrap_coverage": lambda: public.bootstrap_coverage(np.array([5, 50]), 20),
    "cautious_threshold": lambda: public.cautious_threshold(_draw(30), 0.65),
    "check_code": lambda: public.check_code(_CODE),
    "class_relevance on sonar": lambda: public.class_relevance(rows_of("sonar").X, rows_of("sonar").y),
    "class_relevance on iris": lambda: public.class_relevance(rows_of("iris").X, rows_of("iris").y, n_bins=4),
    "class_separability": lambda: public.class_separability(_SIDES, np.arange(20) % 3, _CODE),
    "committee_outputs on iris": _committee,
    "compare": lambda: public.compare(_scores(), rows="datasets"),
    "compare with a control": lambda: public.compare(_scores(), rows="datasets", control="method 0"),
    "compare with folds": lambda: public.compare(_scores()[:, :2], rows="folds", n_folds=8),
    "compare_margins on iris": lambda: public.compare_margins(_outputs("iris"), _draw(60)),
    "conditional_entropy_error with the other direction on iris": _measure(
        "conditional_entropy_error", "iris", direction="truth_given_prediction"
    ),
    "conditional_mutual_information": _information("conditional_mutual_information", with_condition=True),
    "contextual_relevance on sonar": _contextual("sonar"),
    "contextual_relevance with hits on iris": _contextual("iris", hits=True, n_neighbours=5),
    "contextual_relevance on diabetes": _contextual("diabetes"),
    "convergence": lambda: public.convergence(_draw(40)),
    "count_correctable": lambda: [public.count_correctable(each) for each in (1, 3, 4, 7)],
    "count_minimal_codes": lambda: [public.count_minimal_codes(each) for each in (3, 4, 6)],
    "couple_pairs": lambda: public.couple_pairs(
        np.array([[[0.5, 0.9, 0.6], [0.1, 0.5, 0.3], [0.4, 0.7, 0.5]]])
    ),
    "effective_members": lambda: public.effective_members(np.array([2, 10, 100]), 0.2),
    "entropy": lambda: public.entropy(_codes_of("sonar")[0][:, 0]),
    "expect_correlations": lambda: public.expect_correlations(34, 10, 5, jaccard=0.4),
    "expected_irrelevant_gain": lambda: public.expected_irrelevant_gain([10, 10, 100], [1, 5, 50]),
    "expected_irrelevant_gain with the midpoint": lambda: public.expected_irrelevant_gain(
        [10, 100], null="midpoint"
    ),
    "expected_irrelevant_gain with permutations": lambda: public.expected_irrelevant_gain(
        null="permutation", x=_draw(20), y=np.arange(20) % 2, n_permutations=50, random_state=0
    ),
    "exponential_loss": lambda: public.exponential_loss(np.linspace(-1, 1, 7)),
    "export_text on iris": _tree_text,
    "find_lower_left_hull": lambda: public.find_lower_left_hull(_draw(20, 2)),
    "fit_platt": lambda: public.fit_platt(_draw(40) + 0.3 * (np.arange(40) % 2), np.arange(40) % 2 == 1),
    "fitness on iris": lambda: public.fitness(_outputs("iris"), 0.5),
    "g2_test": lambda: _test("g2_test"),
    "importance_profile_angle": lambda: public.importance_profile_angle([1, 0, 0.5], [0.2, 0.9, 0.5]),
    "in_bag_probability": lambda: public.in_bag_probability(np.array([0.1, 0.5]), 20),
    "is_marginally_relevant": lambda: [public.is_marginally_relevant(_joint(), each) for each in range(3)],
    "is_markov_blanket": lambda: [public.is_markov_blanket(_joint(), 1, each) for each in ([0], [])],
    "is_valid": lambda: [public.is_valid(_CODE), public.is_valid(_CODE[:, :1])],
    "label_cardinality on labels": lambda: public.label_cardinality(rows_of("labels").y),
    "label_density on labels": lambda: public.label_density(rows_of("labels").y),
    "leaf_sizes on iris": lambda: public.leaf_sizes(_forest("iris"), rows_of("iris").X_new),
    "list_minimal_codes": lambda: public.list_minimal_codes(4),
    "logistic_loss": lambda: public.logistic_loss(np.linspace(-1, 1, 7)),
    "majority_accuracy": lambda: public.majority_accuracy(np.array([1, 4, 25]), 0.65),
    "majority_error": lambda: public.majority_error(np.array([1, 4, 25]), 0.35),
    "margin_p_value": lambda: public.margin_p_value([8, 3, 5], [2, 7, 5]),
    "measure_co_association": lambda: public.measure_co_association(
        [[0, 0, -1], [0, 0, 1], [1, -1, 0], [-1, 1, 0], [1, 1, 0]]
    ),
    "measure_distances": lambda: public.measure_distances(_SIDES, _CODE),
    "min_row_distance": lambda: public.min_row_distance(_CODE),
    "multi_label_report on labels": _label_sets,
    "mutual_information": _information("mutual_information"),
    "never_out_of_bag": lambda: public.never_out_of_bag(50, np.array([5, 20])),
    "node_complexity": lambda: public.node_complexity(_COUNTS),
    "operating_points": lambda: public.operating_points(_draw(30), _draw(30, 2)[:, 1] > 0.6).frame(),
    "observed_margins": lambda: public.observed_margins(_draw(30), 9),
    "pcut": lambda: public.pcut(_draw(20, 4), cardinality=1.5),
    "plurality_error": lambda: public.plurality_error(3, [[0.6, 0.4, 0.0], [0.4, 0.3, 0.3]]),
    "prune on iris": _prune,
    "prune_label_sets on labels": lambda: public.prune_label_sets(rows_of("labels").y, max_rare=3),
    "RandomForestClassifier with importances on iris": _importances,
    "relevance_type": lambda: np.array([str(public.relevance_type(_joint(), each)) for each in range(3)]),
    "repair": lambda: public.repair(
        np.array([[1, 1], [1, 1], [-1, 1], [-1, -1]], dtype=np.int8), np.random.RandomState(0)
    ),
    "required_weight": lambda: public.required_weight(accuracy_in=0.9, accuracy_out=0.3, n_draws=100),
    "row_distances": lambda: public.row_distances(_CODE),
    "score_groups": lambda: public.score_groups([[0.9, 0.6, 0.3]], [[1, 0], [1, 1], [0, 1]]),
    "symmetrical_uncertainties": lambda: public.symmetrical_uncertainties(*_codes_of("sonar")),
    "symmetrical_uncertainty": _information("symmetrical_uncertainty"),
    "weigh_confidence": lambda: public.weigh_confidence([0.0, 0.5, -0.5, 2.0]),
    "weigh_decisive": lambda: public.weigh_decisive([0, 1, 2], n_grown=2, n_rounds=5, edge=0.1),
    "weigh_votes": lambda: public.weigh_votes([0, 1, 2, 3], [3, 2, 1, 0]),
}


def _find_all() -> Any:
    """The findings by their codes; the sentences are words."""
    table = public.load("votes")
    found = public.find_all(table)
    return {"codes": np.array([each.code for each in found])}


def _list_cases() -> dict[str, Callable[[], Any]]:
    cases: dict[str, Callable[[], Any]] = {}
    for name in _OF_CLASSES:
        for table in ("wbc", "iris"):
            cases[f"{name} on {table}"] = _measure(name, table)
    for name in _OF_VALUES:
        cases[f"{name} on diabetes"] = _measure(name, "diabetes")
    for measure in _PAIRWISE:
        for table in ("iris", "diabetes"):
            cases[f"pairwise with {measure} on {table}"] = _try(_measure("pairwise", table, measure=measure))
    for method in _METHODS:
        cases[f"choose_members with {method} on iris"] = _choose(method)
    for rule in _RULES:
        for table in ("iris", "diabetes"):
            cases[f"combine with {rule} on {table}"] = _try(_measure("combine", table, combination=rule))
    return cases | _CALLS | {"find_all on votes": _find_all}


def _try(answer: Callable[[], Any]) -> Callable[[], Any]:
    """Note the kind of a refusal: a measure of classes is none of values."""

    def answer_or_refuse() -> Any:
        try:
            return answer()
        except (ValueError, TypeError) as refusal:
            return {"refused": np.array([type(refusal).__name__])}

    return answer_or_refuse


MEASURES = _list_cases()
