import numpy as np
import pytest

from hedgerow.encoders import find_near_copies

AMINO = "ACDEFGHIKLMNPQRSTVWY"


def draw(rng, size):
    return "".join(rng.choice(list(AMINO), size))


def mutate(rng, sequence, share):
    letters = np.array(list(sequence))
    places = rng.permutation(len(letters))[: round(share * len(letters))]
    for place in places:
        letters[place] = rng.choice([each for each in AMINO if each != letters[place]])
    return "".join(letters)


def test_a_piece_of_a_sequence_is_a_copy_of_it():
    rng = np.random.default_rng(0)
    whole = draw(rng, 60)
    assert find_near_copies([whole[10:40], whole, draw(rng, 50)], 1.0).tolist() == [1, 1, 2]


def test_of_equal_sequences_the_first_is_the_original():
    sequence = draw(np.random.default_rng(0), 60)
    assert find_near_copies([sequence, sequence, sequence.lower()], 1.0).tolist() == [0, 0, 0]


def test_the_share_of_words_is_the_fifth_power():
    """Of the 36 words of 40 residues, one letter in the middle changes five: 31 / 36 = 0.9705 ** 5."""
    whole = draw(np.random.default_rng(0), 40)
    changed = whole[:20] + ("A" if whole[20] != "A" else "W") + whole[21:]
    assert find_near_copies([whole, changed], 0.970).tolist() == [0, 0]
    assert find_near_copies([whole, changed], 0.971).tolist() == [0, 1]


@pytest.mark.parametrize(("changed", "found"), [(0.03, 1.0), (0.2, 0.0)])
def test_copies_are_found_on_the_right_side_of_the_identity(changed, found):
    rng = np.random.default_rng(0)
    originals = [draw(rng, 300) for _ in range(40)]
    copies = [mutate(rng, each, changed) for each in originals]
    owners = find_near_copies([*originals, *copies], 0.9)
    assert (owners[:40] == np.arange(40)).all()
    assert (owners[40:] == np.arange(40)).mean() == found


def test_strangers_are_no_copies_down_to_the_lowest_identity():
    rng = np.random.default_rng(0)
    assert (find_near_copies([draw(rng, 200) for _ in range(300)], 0.5) == np.arange(300)).all()


def test_a_copy_of_a_copy_belongs_to_an_original():
    rng = np.random.default_rng(0)
    whole = draw(rng, 200)
    owners = find_near_copies([whole, whole[:150], whole[20:100]], 0.95)
    assert owners.tolist() == [0, 0, 0]


def test_too_short_and_unknown_is_no_copy():
    assert find_near_copies(["MKV", "MKV", "XXXXXXX", "XXXXXXXX"], 0.9).tolist() == [0, 1, 2, 3]


def test_an_identity_that_words_cannot_tell_is_refused():
    with pytest.raises(ValueError, match=r"identity=0.25 must be a number in \[0.4, 1\]"):
        find_near_copies(["MKV"], 0.25)
