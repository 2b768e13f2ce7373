"""A sum over trees as a Treelite model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.export.categories import list_members_left
from hedgerow.export.exported import read_exported
from hedgerow.export.inputs import Inputs
from hedgerow.foundation.extras import find_extra
from hedgerow.relevance.tree_sums import TreeSum, WeightedTree

if TYPE_CHECKING:
    import treelite
    from treelite.model_builder import ModelBuilder


def to_treelite(model: Any) -> treelite.Model:
    """Write an ensemble of trees as a Treelite model, exactly.

    Parameters
    ----------
    model : estimator
        A fitted tree or ensemble of hedgerow's trees, as for `to_onnx`.

    Returns
    -------
    treelite.Model
        It reads double precision: NaN for a missing value, codes for categories, as `to_matrix` makes them. It predicts
        what `predict_proba` does, or `predict` for values; for `LogitBoostClassifier` of two classes the probability of
        the second, of more classes a softmax in single precision; and for `LsBoostClassifier`, whose way from scores to
        probabilities Treelite does not know, the scores of `decision_function`, as ``pred_margin=True`` gives for both.
        Its attributes hold the names of the features, the labels of categorical columns and the classes.

    Raises
    ------
    ExportError
        If the model is no sum over trees of the features; the message, of a ValueError, says why.
    ImportError
        If treelite is not installed.

    See Also
    --------
    to_onnx

    Examples
    --------
    >>> import numpy as np
    >>> import treelite
    >>> from hedgerow import RandomForestRegressor
    >>> X, y = np.array([[0.5], [1.5], [2.5], [9.0]]), np.array([1.0, 2.0, 3.0, 10.0])
    >>> forest = RandomForestRegressor(5, random_state=0).fit(X, y)
    >>> predicted = treelite.gtil.predict(to_treelite(forest), X)
    >>> bool(np.allclose(predicted.reshape(-1), forest.predict(X), rtol=1e-12))
    True
    """
    find_extra("treelite", "to_treelite", "export")
    total, inputs = read_exported(model)
    builder = _make_builder(total, inputs)
    for each in total.trees:
        builder.start_tree()
        _write_tree(builder, each, total)
        builder.end_tree()
    return builder.commit()


def _make_builder(total: TreeSum, inputs: Inputs) -> ModelBuilder:
    from treelite.model_builder import Metadata, ModelBuilder, PostProcessorFunc, TreeAnnotation

    n_trees, n_outputs = len(total.trees), total.n_outputs
    task, ending = _find_task(total)
    attributes = {
        "feature_names": list(inputs.names),
        "categories": inputs.list_categories(),
        "classes": None if total.classes is None else [str(each) for each in total.classes.tolist()],
    }
    return ModelBuilder(
        threshold_type="float64",
        leaf_output_type="float64",
        metadata=Metadata(
            num_feature=len(inputs.names),
            task_type=task,
            average_tree_output=False,
            num_target=1,
            num_class=[n_outputs],
            leaf_vector_shape=(1, n_outputs),
        ),
        tree_annotation=TreeAnnotation(
            num_tree=n_trees, target_id=[0] * n_trees, class_id=[-1 if n_outputs > 1 else 0] * n_trees
        ),
        postprocessor=PostProcessorFunc(name=ending),
        base_scores=_scale(total.divisor * total.start, total).tolist(),
        attributes=attributes,
    )


def _find_task(total: TreeSum) -> tuple[str, str]:
    """The task, and what becomes of the scores, in Treelite's words."""
    is_logistic = total.link == "logistic"
    if total.n_outputs > 1:
        return "kMultiClf", "softmax" if is_logistic else "identity_multiclass"
    return ("kBinaryClf", "sigmoid") if is_logistic else ("kRegressor", "identity")


def _scale(values: NDArray[np.float64], total: TreeSum) -> NDArray[np.float64]:
    """What is added to the outputs, on the last axis; in LogitBoost of J classes (J - 1) / J (f_j - mean f)."""
    if total.link == "logistic" and total.n_outputs > 1:
        values = (values - values.mean(axis=-1, keepdims=True)) * ((total.n_outputs - 1) / total.n_outputs)
    return values / total.divisor


def _write_tree(builder: ModelBuilder, each: WeightedTree, total: TreeSum) -> None:
    tree = each.tree
    values = _scale(each.leaf_values(total.n_outputs), total)
    leaves = iter(values.tolist() if total.n_outputs > 1 else values[:, 0].tolist())
    left, feature = tree.nodes["left"].tolist(), tree.nodes["feature"].tolist()
    threshold, missing = tree.nodes["threshold"].tolist(), (tree.nodes["missing_left"] != 0).tolist()
    is_categorical = (tree.nodes["categorical"] != 0).tolist()
    for node, child in enumerate(left):
        builder.start_node(node)
        shared = {"default_left": missing[node], "left_child_key": child, "right_child_key": child + 1}
        if child < 0:
            builder.leaf(next(leaves))
        elif is_categorical[node]:
            members, goes_left = list_members_left(tree, node)
            builder.categorical_test(
                feature[node],
                category_list=members.tolist(),
                category_list_right_child=not goes_left,
                **shared,
            )
        else:
            builder.numerical_test(feature[node], threshold[node], opname="<=", **shared)
        builder.end_node()
