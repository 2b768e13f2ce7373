import numpy as np
import pytest

from hedgerow.datasets import make_readers, make_topic_texts
from hedgerow.datasets.generators.readers import MECHANISMS

TEXTS = make_topic_texts(60, n_topics=3, n_words=30, random_state=0)


def make(**options):
    return make_readers(**{"n_readers": 3, "n_pages": 4, "texts": TEXTS, "random_state": 0} | options)


def test_parts_fit_together():
    sample = make(n_searches=2, relevant_share=0.5)
    assert len(sample.searches) == 3 * 2 * 4
    assert not sample.searches.duplicated(["reader", "page"]).any()
    topics = sample.texts.documents.set_index("document")["topic"]
    assert (
        (topics[sample.searches["page"]].to_numpy() == sample.searches["topic"])
        .eq(sample.searches["relevant"])
        .all()
    )
    assert (sample.searches.groupby(["reader", "topic"])["relevant"].sum() == 2).all()
    assert set(map(tuple, sample.fixations[["reader", "page"]].to_numpy())) == set(
        map(tuple, sample.searches[["reader", "page"]].to_numpy())
    )
    assert set(sample.words["page"]) == set(sample.searches["page"])
    for page, words in sample.words.groupby("page", sort=False):
        text = sample.texts.documents.set_index("document").loc[page, "text"]
        assert words["word"].tolist() == text.split()


def test_the_same_seed_gives_the_same_readers():
    first, again, other = (make(random_state=seed) for seed in (0, 0, 1))
    assert first.fixations.equals(again.fixations)
    assert not first.fixations.equals(other.fixations)


def test_what_is_informative_follows_from_the_mechanisms():
    assert make(mechanisms=["pupil"]).informative == ("mean_pupil",)
    assert make(effect=0.0).informative == ()
    assert {"first_fixation_share", "mean_pupil", "regressions_to_duration"} <= set(make().informative)
    assert len(MECHANISMS) == 4


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"n_readers": 0}, "n_readers=0"),
        ({"noticed": 1.5}, "noticed=1.5"),
        ({"mechanisms": ["blink"]}, "mechanisms="),
        ({"n_searches": 4}, "n_searches=4 is more than there are topics, which is 3"),
        ({"n_pages": 60}, "a search needs 25 documents that a reader has not read, but there are 20"),
    ],
)
def test_the_impossible_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        make(**wrong)


def test_nobody_reacts_where_nothing_is_noticed():
    calm = make(effect=0.0, noticed=1.0)
    blind = make(effect=5.0, noticed=0.0)
    np.testing.assert_array_equal(calm.fixations["duration"], blind.fixations["duration"])
