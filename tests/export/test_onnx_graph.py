import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper
from onnx.checker import ValidationError

import hedgerow
from hedgerow.export.onnx_graph import OnnxGraph


def describe(name, kind=TensorProto.DOUBLE):
    return helper.make_tensor_value_info(name, kind, ["rows"])


def test_operators_and_constants_are_run_in_order():
    graph = OnnxGraph()
    doubled = graph.add("Mul", "X", graph.keep(np.array(2.0)))
    graph.add("Add", doubled, graph.keep(np.array([1.0])), output="Y")
    graph.add("Gather", graph.keep(np.array(["no", "yés"])), graph.keep(np.array([1])), output="word")
    outputs = [describe("Y"), describe("word", TensorProto.STRING)]
    model = graph.to_model("sum", [describe("X")], outputs, {"about": "a test"})
    session = onnxruntime.InferenceSession(model.SerializeToString())
    values, words = session.run(None, {"X": np.array([1.0, 3.0])})
    assert (values.tolist(), words.tolist()) == ([3.0, 7.0], ["yés"])
    assert session.get_modelmeta().custom_metadata_map == {"about": "a test"}
    assert (model.producer_name, model.producer_version) == ("hedgerow", hedgerow.__version__)


def test_a_graph_that_is_not_one_is_noticed():
    graph = OnnxGraph()
    graph.add("Mul", "X", "nothing", output="Y")
    with pytest.raises(ValidationError):
        graph.to_model("broken", [describe("X")], [describe("Y")], {})
