"""A sum over trees as an ONNX model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.boosting.additive.losses import BEND, FARTHEST
from hedgerow.export.exported import ExportError, read_exported
from hedgerow.export.onnx_graph import OnnxGraph
from hedgerow.export.onnx_trees import write_trees
from hedgerow.foundation.constraints import Word, check
from hedgerow.foundation.extras import find_extra
from hedgerow.relevance.tree_sums import TreeSum, WeightedTree

if TYPE_CHECKING:
    import onnx

_TOGETHER = 16  # trees of one operator: the values of their leaves are in memory at a time, for all rows
_ROUNDING = 1e-12  # shares that differ by less are equal, as in `hedgerow.combination.decision`
_CLASSES = 1  # the axis of the scores
_WHOLE = 7  # the type of whole numbers, TensorProto.INT64


def to_onnx(model: Any, *, dtype: str = "float32") -> onnx.ModelProto:
    """Write an ensemble of trees as an ONNX model.

    Each row finds its leaf in every tree, and the values of these leaves are added in double precision. Rows of the
    type that is read go the same way as in `model`, whatever the number: thresholds are rounded to the largest
    number of the type that is not above them.

    Parameters
    ----------
    model : estimator
        A fitted tree or ensemble of hedgerow's trees: forests, bagging, random subspaces, AdaBoost and other votes,
        least squares and logistic boosting, iterated bagging, and what `hedgerow.prune` keeps of them. Missing values
        and categories go where they go in the model.
    dtype : {"float32", "float64"}, default="float32"
        What the model reads, and the type of probabilities and values that it gives.

    Returns
    -------
    onnx.ModelProto
        ``SerializeToString()`` gives the bytes of a file. The input "X" is a matrix of `dtype`, of any number of rows,
        a column for each feature: NaN for a missing value, and codes for categories. `to_matrix` makes such a matrix;
        in the metadata "feature_names" lists the columns, and "categories" the labels of those that have some; their
        places are the codes. The outputs are "label" and "probabilities", or "prediction" of shape (n_samples,).

    Raises
    ------
    ExportError
        If the model is no sum over trees of the features; the message, of a ValueError, says why.
    ImportError
        If onnx is not installed.

    See Also
    --------
    to_treelite, hedgerow.save_model

    Notes
    -----
    The operators are TreeEnsemble of version 5 of the standard's operators for machine learning, and ordinary ones;
    ONNX Runtime has them since version 1.20. Trees are read in groups of 16, so the memory for some rows grows with the
    number of classes, and not with that of trees.

    Examples
    --------
    >>> import numpy as np
    >>> import onnxruntime
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> table = datasets.load("wbc")
    >>> X = table.features.to_numpy(np.float32)
    >>> forest = RandomForestClassifier(20, random_state=0).fit(X, table.target)
    >>> session = onnxruntime.InferenceSession(to_onnx(forest).SerializeToString())
    >>> labels, probabilities = session.run(None, {"X": X})
    >>> bool((labels == forest.predict(X)).all()), np.abs(probabilities - forest.predict_proba(X)).max() < 1e-7
    (True, np.True_)
    """
    find_extra("onnx", "to_onnx", "export")
    check("dtype", dtype, Word("float32", "float64"))
    from onnx import helper

    (total, read), number = read_exported(model), np.dtype(dtype)
    graph = OnnxGraph()
    scores = _add_scores(graph, total, number)
    kind = helper.np_dtype_to_tensor_dtype(number)
    inputs = [helper.make_tensor_value_info("X", kind, ["rows", len(read.names)])]
    if total.classes is None:
        value = graph.add("Squeeze", scores, graph.keep(np.array([_CLASSES])))
        graph.add("Cast", value, output="prediction", to=kind)
        outputs = [helper.make_tensor_value_info("prediction", kind, ["rows"])]
    else:
        labels = _read_labels(total.classes)
        graph.add("Gather", graph.keep(labels), _add_decision(graph, total, scores), output="label")
        graph.add("Cast", _add_probabilities(graph, total, scores), output="probabilities", to=kind)
        word = np.dtype(object) if labels.dtype.kind == "U" else labels.dtype
        outputs = [
            helper.make_tensor_value_info("label", helper.np_dtype_to_tensor_dtype(word), ["rows"]),
            helper.make_tensor_value_info("probabilities", kind, ["rows", len(labels)]),
        ]
    metadata = {
        "feature_names": json.dumps(read.names),
        "categories": json.dumps(read.list_categories()),
    }
    return graph.to_model(type(model).__name__, inputs, outputs, metadata)


def _read_labels(classes: NDArray[Any]) -> NDArray[Any]:
    """The class labels as a tensor: words, whole numbers, truth values or numbers."""
    labels = np.asarray(classes.tolist()) if classes.dtype.kind == "O" else classes
    if labels.dtype.kind in "iu":
        return labels.astype(np.int64)
    if labels.dtype.kind in "bU":
        return labels
    if labels.dtype.kind == "f":
        return labels.astype(np.float64)
    raise ExportError(
        f"the class labels are {classes[:3].tolist()!r}, ..., and ONNX has words, numbers and truth values; use such "
        "labels, and fit again"
    )


def _add_scores(graph: OnnxGraph, total: TreeSum, number: np.dtype[Any]) -> str:
    """Add the scores of each row, (n_samples, n_outputs), in double precision."""
    groups = [total.trees[first : first + _TOGETHER] for first in range(0, len(total.trees), _TOGETHER)]
    scores = _add_group(graph, groups[0], total.n_outputs, number)
    for group in groups[1:]:
        scores = _add_group(graph, group, total.n_outputs, number, so_far=scores)
    if total.divisor != 1.0:
        scores = graph.add("Div", scores, graph.keep(np.array(total.divisor)))
    return graph.add("Add", scores, graph.keep(total.start)) if total.start.any() else scores


def _add_group(
    graph: OnnxGraph,
    trees: Sequence[WeightedTree],
    n_outputs: int,
    number: np.dtype[Any],
    so_far: str | None = None,
) -> str:
    """Add what the leaves of some trees say to the sum of the trees before them.

    X -> TreeEnsemble -> (row, tree): a line of the table -> Gather -> (row, tree, output) -> ReduceSum

    The sum so far is put in front of the trees, and not added to their sum: numbers that are added in another order may
    differ in their last bit, which decides between classes that are equally likely.
    """
    table, answers = _list_lines(trees, n_outputs)
    if len(table) > 2 ** (np.finfo(number).nmant + 1):
        raise ExportError(
            f"the leaves have {len(table):,} different values, more than {number} can number; use dtype='float64'"
        )
    lines = graph.add("TreeEnsemble", "X", **write_trees([each.tree for each in trees], answers, number))
    said = graph.add("Gather", graph.keep(table), graph.add("Cast", lines, to=_WHOLE))
    trees_axis = graph.keep(np.array([1]))
    if so_far is not None:
        said = graph.add("Concat", graph.add("Unsqueeze", so_far, trees_axis), said, axis=1)
    return graph.add("ReduceSum", said, trees_axis, keepdims=0)


def _list_lines(
    trees: Sequence[WeightedTree], n_outputs: int
) -> tuple[NDArray[np.float64], list[NDArray[np.intp]]]:
    """What leaves say, each different line once, and the line of each leaf of each tree."""
    said = [each.leaf_values(n_outputs) for each in trees]
    whole = np.concatenate(said)
    # As bytes, which are the same where all numbers are: sorting lines of many numbers takes a hundred times as long.
    keys = whole.view(f"V{whole.itemsize * n_outputs}")[:, 0].tolist()
    lines = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    table = np.frombuffer(b"".join(lines), np.float64).reshape(-1, n_outputs)
    answers = np.array([lines[key] for key in keys])
    return table, np.split(answers, np.cumsum([len(each) for each in said])[:-1])


def _add_decision(graph: OnnxGraph, total: TreeSum, scores: str) -> str:
    """Add the place of the class that each row is given."""
    if total.link != "none" and total.n_outputs == 1:
        is_second = graph.add("GreaterOrEqual", scores, graph.keep(np.zeros(1)))
        place = graph.add("Cast", is_second, to=_WHOLE)
        return graph.add("Squeeze", place, graph.keep(np.array([_CLASSES])))
    if total.priors is not None:
        most = graph.add("ReduceMax", scores, graph.keep(np.array([_CLASSES])))
        enough = graph.add("Sub", most, graph.keep(np.array(_ROUNDING)))
        is_best = graph.add("GreaterOrEqual", scores, enough)
        scores = graph.add("Where", is_best, graph.keep(total.priors), graph.keep(np.array(-1.0)))
    return graph.add("ArgMax", scores, axis=_CLASSES, keepdims=0)


def _add_probabilities(graph: OnnxGraph, total: TreeSum, scores: str) -> str:
    """Add the probabilities of the classes, (n_samples, n_classes)."""
    if total.link == "none":
        return scores
    if total.link == "squared":
        return _add_shares(graph, total, scores)
    if total.n_outputs == 1:
        both = graph.add("Concat", graph.add("Neg", scores), scores, axis=_CLASSES)
        one = graph.keep(np.array(1.0))
        return graph.add("Div", one, graph.add("Add", one, graph.add("Exp", graph.add("Neg", both))))
    damped = graph.add("Mul", scores, graph.keep(np.array((total.n_outputs - 1) / total.n_outputs)))
    return graph.add("Softmax", damped, axis=_CLASSES)


def _add_shares(graph: OnnxGraph, total: TreeSum, scores: str) -> str:
    """Add what `hedgerow.boosting.additive.losses.find_shares` computes."""
    zero, one, bend = (graph.keep(np.array(each)) for each in (0.0, 1.0, BEND))

    def approach(distance: str) -> str:
        """How far from the end a share stays that is as near to it, or beyond it."""
        beyond = graph.add("Sub", graph.add("Div", distance, bend), one)
        return graph.add("Mul", graph.add("Exp", graph.add("Min", beyond, zero)), bend)

    limits = graph.keep(np.array(-FARTHEST)), graph.keep(np.array(FARTHEST))
    raised = graph.add("Add", graph.add("Clip", scores, *limits), one)
    share = graph.add("Div", raised, graph.keep(np.array(2.0)))
    rest = graph.add("Sub", one, share)
    below, above = approach(share), graph.add("Sub", one, approach(rest))
    high = graph.add("Where", graph.add("Less", rest, bend), above, share)
    bent = graph.add("Where", graph.add("Less", share, bend), below, high)
    if total.n_outputs == 1:
        return graph.add("Concat", graph.add("Sub", one, bent), bent, axis=_CLASSES)
    return graph.add("Div", bent, graph.add("ReduceSum", bent, graph.keep(np.array([_CLASSES]))))
