"""Export: ensembles of trees in formats that are run without Python, or without this library.

`to_onnx` makes an ONNX model, which ONNX Runtime runs in many languages and on many devices; `to_treelite` makes a
Treelite model, for its compilers and libraries. `to_matrix` makes the numbers that both read from a data frame.

Try first: ``to_onnx(forest)``, or ``hedgerow export model.hdg --to onnx``.
"""

from hedgerow.foundation.doors import open_door

__all__, __getattr__, __dir__ = open_door(__name__)
