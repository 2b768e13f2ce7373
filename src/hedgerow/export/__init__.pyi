from hedgerow.export.exported import ExportError as ExportError
from hedgerow.export.inputs import to_matrix as to_matrix
from hedgerow.export.onnx_model import to_onnx as to_onnx
from hedgerow.export.treelite_model import to_treelite as to_treelite
