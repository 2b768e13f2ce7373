"""What each member of an ensemble predicted for each row, beside the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import column_or_1d

from hedgerow.foundation.wording import count
from hedgerow.outputs.member_predictions import join_labels, predict_members

_ROUNDING = 1e-6  # what float32 leaves of a probability of one


@dataclass(frozen=True, eq=False)
class Outputs:
    """The predictions of T members for n rows.

    Measures of diversity, combinations, margins, bias and variance, and half of the plots read nothing else, so
    they work for any fitted ensemble. Make one with `from_estimator` or `from_predictions`.

    Parameters
    ----------
    answers : ndarray of shape (n_members, n_samples)
        Class codes, which are positions in `classes` (unsigned integers), or values (float64).
    classes : ndarray of shape (n_classes,) or None
        The class labels, sorted; None for regression.
    truth : ndarray of shape (n_samples,) or None, default=None
        Class codes or values.
    probabilities : ndarray of shape (n_members, n_samples, n_classes) or None, default=None
        The class probabilities of the members, before each settled for a class.
    weights : ndarray of shape (n_members,) or None, default=None
        How much each member counts; None for all the same.
    sample_weight : ndarray of shape (n_samples,) or None, default=None
        How much each row counts; None for all the same.
    predicted : ndarray of bool of shape (n_members, n_samples) or None, default=None
        The out-of-bag mask: a member predicts only rows it was not trained on. None where all members predict all rows.
        What a member that abstains would have predicted stands in `answers` all the same, and must not be read.
    names : tuple of str, default=()
        Names of the members; empty for numbers.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([["a", "b", "b"], ["a", "a", "b"]], truth=["a", "b", "a"])
    >>> outputs.answers, outputs.classes, outputs.errors()
    (array([[0, 1, 1],
            [0, 0, 1]], dtype=uint8),
     array(['a', 'b'], dtype='<U1'),
     array([0.33333333, 0.66666667]))
    """

    answers: NDArray[Any]
    classes: NDArray[Any] | None
    truth: NDArray[Any] | None = None
    probabilities: NDArray[np.floating[Any]] | None = None
    weights: NDArray[np.float64] | None = None
    sample_weight: NDArray[np.float64] | None = None
    predicted: NDArray[np.bool_] | None = None
    names: tuple[str, ...] = ()

    @classmethod
    def from_estimator(
        cls,
        ensemble: Any,
        X: Any,
        y: ArrayLike | None = None,
        *,
        out_of_bag: bool = False,
        sample_weight: ArrayLike | None = None,
        probabilities: bool = True,
        n_jobs: int | None = None,
    ) -> Self:
        """Ask the members of a fitted ensemble.

        Parameters
        ----------
        ensemble : estimator or sequence of estimators
            A fitted hedgerow ensemble; scikit-learn's bagging, forest, voting, stacking or AdaBoost; a pipeline
            that ends in one, or a search that found one; or a list of fitted classifiers or regressors. A stage
            of gradient boosting is a correction and not an answer, so gradient boosting is refused.
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows to predict; with `out_of_bag` exactly the rows that `fit` saw, in their order.
        y : array-like of shape (n_samples,), default=None
            The truth. Most measures need it.
        out_of_bag : bool, default=False
            Whether a member predicts only the training rows that are out of its bag.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.
        probabilities : bool, default=True
            Whether to keep class probabilities where the members have them: 8 bytes for each member, row and
            class, where an answer takes one.
        n_jobs : int or None, default=None
            Members of scikit-learn's ensembles and of lists that predict at the same time.

        Returns
        -------
        Outputs

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from sklearn.ensemble import RandomForestClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> forest = RandomForestClassifier(10, random_state=0).fit(X, y)
        >>> Outputs.from_estimator(forest, X, y, out_of_bag=True)
        <Outputs: 10 members, 150 rows, 3 classes, out of bag>
        """
        said = predict_members(ensemble, X, out_of_bag=out_of_bag, probabilities=probabilities, n_jobs=n_jobs)
        return cls(**vars(said))._with_truth(y, sample_weight)

    @classmethod
    def from_predictions(
        cls,
        predictions: ArrayLike,
        truth: ArrayLike | None = None,
        *,
        classes: ArrayLike | None = None,
        regression: bool = False,
        weights: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        predicted: ArrayLike | None = None,
        names: Sequence[str] = (),
    ) -> Self:
        """Take predictions that were made elsewhere.

        Parameters
        ----------
        predictions : array-like of shape (n_members, n_samples) or (n_members, n_samples, n_classes)
            Labels of any kind; class probabilities, in the order of `classes`; or values with `regression=True`.
        truth : array-like of shape (n_samples,), default=None
            The true labels or values.
        classes : array-like of shape (n_classes,), default=None
            The labels, sorted; None for those in `predictions` and `truth`. Probabilities need it unless
            `truth` holds every class.
        regression : bool, default=False
            Whether the predictions are values.
        weights : array-like of shape (n_members,), default=None
            Weights of the members.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.
        predicted : array-like of bool of shape (n_members, n_samples), default=None
            Whether a member predicts a row.
        names : sequence of str, default=()
            Names of the members.

        Returns
        -------
        Outputs

        Examples
        --------
        >>> Outputs.from_predictions([[1.0, 2.0], [1.5, 2.5]], truth=[1, 2], regression=True)
        <Outputs: 2 members, 2 rows, values>
        """
        said = np.asarray(predictions)
        if said.ndim not in (2, 3) or 0 in said.shape:
            raise ValueError(
                f"predictions have the shape {said.shape}; pass (members, rows), "
                "or (members, rows, classes) for probabilities"
            )
        if regression:
            if said.ndim == 3:
                raise ValueError("regression=True takes values of the shape (members, rows)")
            values = _finite(said.astype(np.float64), "predictions")
            given = cls(answers=values, classes=None)
        else:
            labels = _find_classes(said, truth, classes)
            if said.ndim == 3:
                soft = _finite(said.astype(np.float64), "predictions")
                worst = soft.flat[np.abs(soft - 0.5).argmax()]
                if abs(worst - 0.5) > 0.5 + _ROUNDING:
                    raise ValueError(
                        f"predictions hold {worst:g}, which is not a probability; divide by the sums"
                    )
                codes = soft.argmax(axis=2).astype(np.min_scalar_type(len(labels) - 1))
                given = cls(answers=codes, classes=labels, probabilities=soft)
            else:
                given = cls(answers=_encode(said, labels, "predictions"), classes=labels)
        n_members, n_samples = given.answers.shape
        if weights is not None:
            given = replace(given, weights=_check_weights(weights, n_members, "weights", "members"))
        if predicted is not None:
            mask = np.asarray(predicted, dtype=bool)
            if mask.shape != (n_members, n_samples):
                raise ValueError(
                    f"predicted has the shape {mask.shape}, the answers {(n_members, n_samples)}"
                )
            given = replace(given, predicted=mask)
        if len(names) not in (0, n_members):
            raise ValueError(f"{len(names)} names were given for {n_members} members")
        if len(set(names)) < len(names):
            raise ValueError(f"names={list(names)} holds a name twice; give every member its own")
        return replace(given, names=tuple(map(str, names)))._with_truth(truth, sample_weight)

    def _with_truth(self, y: ArrayLike | None, sample_weight: ArrayLike | None) -> Self:
        truth = None
        if y is not None:
            target = column_or_1d(np.asarray(y))
            if len(target) != self.n_samples:
                raise ValueError(f"the truth has {len(target)} rows, the answers have {self.n_samples}")
            if self.classes is None:
                truth = _finite(target.astype(np.float64), "the truth")
            else:
                truth = _encode(target, self.classes, "the truth")
        weights = None
        if sample_weight is not None:
            weights = _check_weights(sample_weight, self.n_samples, "sample_weight", "rows")
        return replace(self, truth=truth, sample_weight=weights)

    @property
    def n_members(self) -> int:
        """Number of members."""
        return int(self.answers.shape[0])

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.answers.shape[1])

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self.known_classes())

    @property
    def is_classification(self) -> bool:
        """Whether the answers are classes."""
        return self.classes is not None

    def known_classes(self) -> NDArray[Any]:
        """The class labels; an error where the answers are values."""
        if self.classes is None:
            raise ValueError(
                "this is a measure of classes, but the outputs are values; use one for regression"
            )
        return self.classes

    def known_truth(self) -> NDArray[Any]:
        """The truth as class codes or values; an error where it was not given."""
        if self.truth is None:
            raise ValueError(
                "the truth is needed; pass y to Outputs.from_estimator or truth to from_predictions"
            )
        return self.truth

    def correct(self) -> NDArray[np.bool_]:
        """Whether each member is right about each row, (n_members, n_samples); False where it abstains."""
        self.known_classes()
        return np.asarray((self.answers == self.known_truth()) & self.covered())

    def covered(self) -> NDArray[np.bool_]:
        """Whether each member predicts each row, (n_members, n_samples): `predicted`, or always."""
        return np.broadcast_to(np.True_, self.answers.shape) if self.predicted is None else self.predicted

    def row_weights(self) -> NDArray[np.float64]:
        """Weight of each row: `sample_weight`, or ones."""
        return np.ones(self.n_samples) if self.sample_weight is None else self.sample_weight

    def member_weights(self) -> NDArray[np.float64]:
        """Weight of each member: `weights`, or ones."""
        return np.ones(self.n_members) if self.weights is None else self.weights

    def errors(self) -> NDArray[np.float64]:
        """Error of each member over the rows it predicts: share of wrong answers, or root mean square.

        NaN for a member that predicts no row.
        """
        truth = self.known_truth()
        by_row = self.row_weights()
        errors = np.empty(self.n_members)
        for member, answers in enumerate(self.answers):
            loss = (answers != truth).astype(np.float64) if self.is_classification else (answers - truth) ** 2
            predicted = by_row * self.covered()[member]
            total = predicted.sum()
            errors[member] = loss @ predicted / total if total > 0 else np.nan
        return errors if self.is_classification else np.sqrt(errors)

    def votes(self) -> NDArray[np.float64]:
        """Weight of the members that vote for each class, (n_samples, n_classes).

        Counts where all members weigh the same.
        """
        rows = np.arange(self.n_samples)
        votes = np.zeros((self.n_samples, self.n_classes))
        for member, weight in enumerate(self.member_weights()):
            votes[rows, self.answers[member]] += weight * self.covered()[member]
        return votes

    def vote_shares(self) -> NDArray[np.float64]:
        """Share of the votes for each class, (n_samples, n_classes); NaN where no member predicts."""
        votes = self.votes()
        totals = votes.sum(axis=1, keepdims=True)
        shares: NDArray[np.float64] = np.divide(
            votes, totals, out=np.full_like(votes, np.nan), where=totals > 0
        )
        return shares

    def consensus(self) -> NDArray[Any]:
        """The plain answer of the ensemble: the class with the most votes, or the mean value.

        Equal votes go to the lower class. Where no member predicts the value is NaN, and the class is -1.
        """
        if self.is_classification:
            votes = self.votes()
            return np.where(votes.sum(axis=1) > 0, votes.argmax(axis=1), -1)
        weights = self.member_weights()
        if self.predicted is None:
            sums, totals = weights @ self.answers, np.full(self.n_samples, weights.sum())
        else:
            sums = np.einsum("t,tn,tn->n", weights, self.answers, self.predicted)
            totals = weights @ self.predicted
        return np.asarray(np.divide(sums, totals, out=np.full(self.n_samples, np.nan), where=totals > 0))

    def select(self, members: ArrayLike | slice) -> Self:
        """Keep some members, in the given order.

        Parameters
        ----------
        members : array-like of int or bool, or slice
            Positions of the members, or a mask.
        """
        chosen = _choose(self.n_members, members, "member")
        names = tuple(self.names[member] for member in chosen) if self.names else ()
        return replace(self._cut(chosen, "answers", "probabilities", "weights", "predicted"), names=names)

    def select_rows(self, rows: ArrayLike | slice) -> Self:
        """Keep some rows, in the given order.

        Parameters
        ----------
        rows : array-like of int or bool, or slice
            Positions of the rows, or a mask.
        """
        chosen = _choose(self.n_samples, rows, "row")
        by_row = self._cut(chosen, "truth", "sample_weight")
        return by_row._cut((slice(None), chosen), "answers", "probabilities", "predicted")

    def _cut(self, places: Any, *names: str) -> Self:
        """The same with a part of some of its arrays, of those that are there."""
        known = {name: each for name in names if (each := getattr(self, name)) is not None}
        return replace(self, **{name: each[places] for name, each in known.items()})

    def member_names(self) -> list[str]:
        """Names of the members: `names`, or their numbers."""
        return list(self.names) or [str(member) for member in range(self.n_members)]

    def frame(self) -> pd.DataFrame:
        """One row per row: the truth, the consensus, and what each member predicted; missing where it abstains."""
        labels = self._decode(self.answers)
        frame = pd.DataFrame(dict(zip(self.member_names(), labels, strict=True)))
        if self.predicted is not None:
            frame = frame.where(self.predicted.T)
        said = self.consensus()
        consensus = pd.Series(self._decode(said))
        consensus = consensus.where(said >= 0) if self.is_classification else consensus
        frame.insert(0, "consensus", consensus, allow_duplicates=True)
        if self.truth is not None:
            frame.insert(0, "truth", self._decode(self.truth), allow_duplicates=True)
        return frame

    def _decode(self, answers: NDArray[Any]) -> NDArray[Any]:
        return answers if self.classes is None else self.classes[answers]

    def __repr__(self) -> str:
        kind = f"{self.n_classes} classes" if self.is_classification else "values"
        predicted = "" if self.predicted is None else ", out of bag"
        return f"<Outputs: {self.n_members} members, {self.n_samples} rows, {kind}{predicted}>"


def _find_classes(said: NDArray[Any], truth: ArrayLike | None, classes: ArrayLike | None) -> NDArray[Any]:
    """The sorted labels: those given, or those that occur."""
    if classes is not None:
        labels = np.unique(np.asarray(classes))
        if said.ndim == 3 and not np.array_equal(labels, np.asarray(classes)):
            raise ValueError(
                "classes must be sorted and distinct, in the order of the probabilities' last axis"
            )
    elif said.ndim == 2:
        labels = join_labels([said] if truth is None else [said, np.asarray(truth)])
    else:
        labels = np.arange(said.shape[2]) if truth is None else join_labels([np.asarray(truth)])
    if said.ndim == 3 and len(labels) != said.shape[2]:
        raise ValueError(
            f"the probabilities are about {said.shape[2]} classes, but {len(labels)} are known; pass classes="
        )
    return labels


def _encode(labels: NDArray[Any], classes: NDArray[Any], what: str) -> NDArray[Any]:
    """Positions of labels in the sorted classes."""
    n_missing = int(pd.isna(labels).sum())
    if n_missing:
        raise ValueError(f"{what} is missing in {count(n_missing, 'place')}; leave those rows out")
    codes = np.searchsorted(classes, labels).clip(max=len(classes) - 1)
    strange = classes[codes] != labels
    if np.any(strange):
        unknown = list(dict.fromkeys(labels[strange].tolist()))[:5]
        raise ValueError(
            f"{what} holds {unknown}, which is not among the classes {classes[:10].tolist()}; leave those rows "
            "out, or use the labels that the members use"
        )
    return codes.astype(np.min_scalar_type(len(classes) - 1))


def _choose(n_known: int, chosen: ArrayLike | slice, what: str) -> NDArray[np.intp]:
    """Positions that a slice, a mask or a list of positions stands for."""
    places = np.arange(n_known)
    wanted = places[chosen] if isinstance(chosen, slice) else np.atleast_1d(np.asarray(chosen))
    kept = _take(places, wanted, what)
    if kept.size == 0:
        raise ValueError(f"no {what} is left")
    return kept


def _take(places: NDArray[np.intp], wanted: NDArray[Any], what: str) -> NDArray[np.intp]:
    if wanted.size == 0:
        return places[:0]
    if wanted.ndim != 1 or wanted.dtype.kind not in "biu":
        raise IndexError(
            f"{what}s are chosen by a list of positions or a mask, not by {wanted.dtype} of shape {wanted.shape}"
        )
    if wanted.dtype.kind == "b" and len(wanted) != len(places):
        raise IndexError(f"the mask has {len(wanted)} values, but there are {len(places)} {what}s")
    if wanted.dtype.kind != "b" and not -len(places) <= wanted.min() <= wanted.max() < len(places):
        worst = wanted.max() if wanted.max() >= len(places) else wanted.min()
        raise IndexError(f"there is no {what} {worst}; {what}s are counted from 0 to {len(places) - 1}")
    return np.asarray(places[wanted])


def _finite(values: NDArray[np.float64], what: str) -> NDArray[np.float64]:
    if not np.isfinite(values).all():
        raise ValueError(f"{what} holds NaN or infinite values; leave those rows out")
    return values


def _check_weights(weights: ArrayLike, n_expected: int, what: str, owners: str) -> NDArray[np.float64]:
    checked = _finite(np.asarray(weights, dtype=np.float64), what)
    if checked.shape != (n_expected,):
        raise ValueError(f"{what} has the shape {checked.shape}; there are {n_expected} {owners}")
    if checked.min() < 0 or checked.sum() <= 0:
        raise ValueError(f"{what} must not be negative, and not all zero")
    return checked
