from hedgerow.findings.wording import count, listed, quote, rows_listed, share


def test_counts_agree_with_their_nouns():
    assert count(1, "row") == "1 row"
    assert count(0, "row") == "0 rows"
    assert count(2, "class", "classes") == "2 classes"


def test_shares_are_never_rounded_to_all_or_nothing():
    assert (share(0.0), share(1.0), share(0.99999), share(1e-9)) == (
        "0 %",
        "100 %",
        "over 99.9 %",
        "under 0.1 %",
    )


def test_long_names_are_shortened():
    assert len(quote("x" * 500)) == 42


def test_long_lists_are_cut():
    assert listed(list("abcdef")) == "'a', 'b', 'c' and 3 more"
    assert rows_listed(range(7)) == "rows 0, 1, 2, 3, 4 and 2 more"
