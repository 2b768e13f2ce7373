from hedgerow.encoders.sequences.composition import ProteinComposition as ProteinComposition
from hedgerow.encoders.sequences.near_copies import find_near_copies as find_near_copies
from hedgerow.encoders.sequences.opening import OpenedSequences as OpenedSequences
from hedgerow.encoders.sequences.opening import SequenceWarning as SequenceWarning
from hedgerow.encoders.sequences.opening import encode_sequences as encode_sequences
from hedgerow.encoders.sequences.opening import open_sequences as open_sequences
from hedgerow.encoders.sequences.residues import SequenceError as SequenceError
