"""Metadata beside the rows, handed on to members that ask for it, as scikit-learn's bagging does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sklearn.utils.metadata_routing import (
    MetadataRouter,
    MethodMapping,
    _raise_for_params,
    process_routing,
)

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import AdaptedLearner, AdaptedTable


@dataclass(frozen=True)
class RoutedLearner:
    """An estimator that is fitted once per member, with metadata.

    Attributes
    ----------
    adapted : AdaptedLearner
        The estimator.
    fit_parameters : mapping of str to object
        What its `fit` is given beside rows, target and weights; what has an entry for each row follows the rows.
    """

    adapted: AdaptedLearner
    fit_parameters: Mapping[str, Any]

    def prepare(self, training: TrainingSet) -> AdaptedTable:
        """Keep the table, and the metadata."""
        return replace(self.adapted.prepare(training), fit_parameters=self.fit_parameters)


def find_callee(estimator: Any) -> str:
    """The method by which a member predicts."""
    return "predict_proba" if hasattr(estimator, "predict_proba") else "predict"


def make_router(owner: Any, estimator: Any, callers: tuple[str, ...]) -> MetadataRouter:
    """Say which methods of the members get what is passed to the methods of an ensemble.

    Parameters
    ----------
    owner : estimator
        The ensemble, which takes `sample_weight` itself.
    estimator : estimator
        What its members are.
    callers : tuple of str
        Methods of the ensemble that predict by probabilities, where members have them.
    """
    mapping = MethodMapping().add(caller="fit", callee="fit")
    for caller in callers:
        mapping.add(caller=caller, callee=find_callee(estimator))
    if hasattr(estimator, "decision_function"):
        mapping.add(caller="decision_function", callee="decision_function")
    return (
        MetadataRouter(owner=owner).add_self_request(owner).add(estimator=estimator, method_mapping=mapping)
    )


def route(owner: Any, caller: str, callee: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What a method of the members gets of what a method of an ensemble is passed.

    Raises
    ------
    ValueError
        If something is passed while metadata routing is off.
    TypeError
        If something is passed that no member has asked for.
    """
    if not parameters:
        return {}
    _raise_for_params(parameters, owner, caller)
    return dict(process_routing(owner, caller, **parameters).estimator[callee])
