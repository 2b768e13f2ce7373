import numpy as np
import pytest

from hedgerow.datasets import make_topic_texts
from hedgerow.datasets.generators.topic_texts import invent_words


def test_topics_use_their_own_words():
    sample = make_topic_texts(400, n_topics=4, topical_share=0.2, stray_share=0.04, random_state=0)
    topics = sample.documents["topic"].to_numpy()
    assert len(sample.topic_words) == 4
    all_words = [word for words in sample.topic_words.values() for word in words]
    assert len(set(all_words)) == 4 * 30
    for topic, words in sample.topic_words.items():
        own = set(words)
        share = np.array(
            [np.mean([word in own for word in text.split()]) for text in sample.documents["text"]]
        )
        # A quarter of the stray words are of the topic, too.
        assert share[topics == topic].mean() == pytest.approx(0.21, abs=0.02)
        assert share[topics != topic].mean() == pytest.approx(0.01, abs=0.005)


def test_words_follow_the_law_of_zipf():
    sample = make_topic_texts(
        300, n_topics=2, topical_share=0.0, stray_share=0.0, n_common=500, random_state=1
    )
    counts = np.unique(" ".join(sample.documents["text"]).split(), return_counts=True)[1]
    counts = np.sort(counts)[::-1]
    slope = np.polyfit(np.log(np.arange(1, 51)), np.log(counts[:50]), 1)[0]
    assert slope == pytest.approx(-1.0, abs=0.1)


def test_lengths_and_seeds():
    first, again, other = (make_topic_texts(40, n_words=60, random_state=seed) for seed in (0, 0, 1))
    assert first.documents.equals(again.documents)
    assert not first.documents.equals(other.documents)
    lengths = first.documents["text"].str.split().str.len()
    assert lengths.between(30, 90).all()


def test_the_language_is_the_same_for_everyone():
    assert invent_words(100).tolist() == invent_words(200)[:100].tolist()
    lengths = [len(word) for word in invent_words(3000)]
    assert np.mean(lengths[:100]) < np.mean(lengths[-100:])


@pytest.mark.parametrize(
    "wrong", [{"n_documents": 0}, {"n_topics": 1}, {"topical_share": 2}, {"stray_share": 0.9}]
)
def test_the_impossible_is_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}="):
        make_topic_texts(**wrong)
