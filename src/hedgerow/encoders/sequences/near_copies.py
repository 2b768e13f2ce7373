"""Near copies: sequences that are nearly contained in a longer one, found without aligning any."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.encoders.sequences.amino_acids import AMINO_ACIDS
from hedgerow.encoders.sequences.composition import list_sequences
from hedgerow.encoders.sequences.residues import Residues
from hedgerow.foundation.constraints import Number, check

WORD_LENGTH = 5
IDENTITIES = Number(0.4, 1)


def find_near_copies(sequences: Any, identity: float = 0.9) -> NDArray[np.intp]:
    r"""Find sequences that are nearly contained in another one, and say in which.

    Where a share :math:`p` of the residues of two sequences is the same, and the others are strewn at random, a word of
    :math:`k` letters is the same in both with probability :math:`p^k`. So a sequence is a near copy of a longer one if
    it shares at least :math:`p^k` of its distinct words with it, :math:`k = 5`. Sequences are gone through from the
    longest to the shortest (in their order where equally long); one that is a near copy of an earlier one that is
    not a copy itself belongs to it, to that of which it has most words.

    Parameters
    ----------
    sequences : list of str
        One-letter codes.
    identity : float, default=0.9
        Share of residues that are the same, from 0.4 to 1.

    Returns
    -------
    ndarray of int of shape (n_sequences,)
        For each sequence the number of the one it is a copy of, or its own. They can be the groups of a
        cross-validation.

    See Also
    --------
    encode_sequences : Leaves near copies out.

    Notes
    -----
    The identity is estimated, not that of an alignment: insertions cost a few words only, and at 0.5 a sequence of 100
    residues is one of 3 common words. Below 0.4, words are shared by chance. Words with unknown residues do not count;
    a sequence of fewer than five residues is never a copy.

    Cost: O(sum of lengths), and the words that several sequences have.

    References
    ----------
    H. Fan, A. R. Ives, Y. Surget-Groba and C. H. Cannon, An assembly and alignment-free method of phylogeny
    reconstruction from next-generation sequencing data, BMC Genomics 16:522, 2015, for the estimate.

    W. Li and A. Godzik, Cd-hit: a fast program for clustering and comparing large sets of protein or nucleotide
    sequences, Bioinformatics 22, 2006, pp. 1658-1659, for the order.

    Examples
    --------
    >>> find_near_copies(["MKVLAAGIVG", "MKVLAAGIVGLCAKTWERDN", "WWWWWHHHHHKKKKKDDDDD"]).tolist()
    [1, 1, 2]
    """
    return find_copies_among(Residues.read(list_sequences(sequences)), identity)


def find_copies_among(residues: Residues, identity: float) -> NDArray[np.intp]:
    """The same of sequences whose letters have been read."""
    from hedgerow._kernels.near_copies import find_copies

    check("identity", identity, IDENTITIES)
    if residues.codes.size > np.iinfo(np.int32).max:
        raise ValueError(
            f"{residues.codes.size:,} residues are too many to compare; divide the sequences by place"
        )
    originals = np.arange(residues.lengths.size)
    order = np.argsort(-residues.lengths, kind="stable")
    find_copies(
        residues.codes,
        residues.starts,
        order,
        len(AMINO_ACIDS),
        WORD_LENGTH,
        float(identity) ** WORD_LENGTH,
        originals,
    )
    return originals.astype(np.intp)
