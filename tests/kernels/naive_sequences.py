"""The obvious, slow twins of the kernels that read sequences of letters."""

import numpy as np


def count_residues(sequences, differences, weights, n_letters, n_lags):
    """Letters, neighbours, and how unlike letters are at each lag, of each sequence of codes."""
    n_groups = differences.shape[1]
    residues = np.zeros((len(sequences), n_letters), np.int64)
    neighbours = np.zeros((len(sequences), n_letters**2), np.int64)
    unlike, apart = np.zeros((len(sequences), n_lags, n_groups)), np.zeros((len(sequences), n_lags))
    for row, sequence in enumerate(sequences):
        for letter in sequence:
            residues[row, letter] += 1
        for lag in range(1, n_lags + 1):
            for a, b in zip(sequence, sequence[lag:], strict=False):
                neighbours[row, a * n_letters + b] += lag == 1
                apart[row, lag - 1] += weights[a * n_letters + b]
                unlike[row, lag - 1] += weights[a * n_letters + b] * differences[a * n_letters + b]
    return residues, neighbours, unlike, apart


def find_copies(sequences, order, n_letters, length, least_share):
    """For each sequence the earlier original that has most of its distinct words, or itself."""

    def list_words(sequence):
        words = {tuple(sequence[start : start + length]) for start in range(len(sequence) - length + 1)}
        return {word for word in words if max(word) < n_letters}

    originals, kept = list(range(len(sequences))), []
    for number in order:
        words = list_words(sequences[number])
        counts = [len(words & list_words(sequences[other])) for other in kept]
        most = max(counts, default=0)
        if most and most >= least_share * len(words) - 1e-9:
            originals[number] = kept[counts.index(most)]
        else:
            kept.append(number)
    return originals
