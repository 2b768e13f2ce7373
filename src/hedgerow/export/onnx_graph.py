"""A graph of ONNX operators, written down one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import onnx

OPERATORS, TREE_OPERATORS = 18, 5  # versions of the standard: operators, and those of machine learning
_PACKAGE = "ai.onnx.ml"


class OnnxGraph:
    """Operators and constants, in the order in which they are added.

    Examples
    --------
    >>> graph = OnnxGraph()
    >>> graph.add("Mul", graph.add("Neg", "X"), graph.keep(np.array(2.0)))
    'Mul_2'
    >>> [node.op_type for node in graph.nodes]
    ['Neg', 'Mul']
    """

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def add(self, operator: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        """Add an operator, and return the name of its result."""
        from onnx import helper

        domain = _PACKAGE if operator.startswith("TreeEnsemble") else None
        name = f"{operator}_{len(self.nodes) + len(self.constants)}" if output is None else output
        self.nodes.append(helper.make_node(operator, list(inputs), [name], domain=domain, **attributes))
        return name

    def keep(self, values: NDArray[Any]) -> str:
        """Add a constant, and return its name; words are a constant like any other."""
        from onnx import helper, numpy_helper

        name = f"constant_{len(self.nodes) + len(self.constants)}"
        if values.dtype.kind == "U":
            words = [word.encode() for word in values.tolist()]
            tensor = helper.make_tensor(
                name, helper.np_dtype_to_tensor_dtype(np.dtype(object)), values.shape, words
            )
        else:
            tensor = numpy_helper.from_array(np.ascontiguousarray(values), name)
        self.constants.append(tensor)
        return name

    def to_model(
        self, name: str, inputs: list[Any], outputs: list[Any], metadata: dict[str, str]
    ) -> onnx.ModelProto:
        """The graph as a model, which is checked.

        Parameters
        ----------
        name : str
            Name of the graph.
        inputs, outputs : list of ValueInfoProto
            What goes in and what comes out.
        metadata : dict
            What the model says of itself.
        """
        import onnx
        from onnx import helper

        from hedgerow import __version__

        versions = [helper.make_opsetid("", OPERATORS), helper.make_opsetid(_PACKAGE, TREE_OPERATORS)]
        model = helper.make_model(
            helper.make_graph(self.nodes, name, inputs, outputs, self.constants),
            opset_imports=versions,
            ir_version=helper.find_min_ir_version_for(versions),
            producer_name="hedgerow",
            producer_version=__version__,
        )
        helper.set_model_props(model, metadata)
        onnx.checker.check_model(model)
        return model
