import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from hedgerow.datasets import make_eye_regions
from hedgerow.encoders import LocalBinaryPatterns, align_eyes, encode_images, read_windows
from hedgerow.encoders.images.encoding import name_sets

pytest.importorskip("skimage", reason="scikit-image is an extra")

SAMPLE = make_eye_regions({(): 3, (1, 2): 2, (6,): 3}, n_subjects=4, random_state=0)
FEW = {"radii": [1, 3], "tiles": [(2, 4)]}


@pytest.fixture
def folder(tmp_path):
    return SAMPLE.write(tmp_path / "faces")


def test_a_folder_gives_what_its_arrays_give(folder):
    from_files = encode_images(folder, folder / "eyes.csv", folder / "units.csv", **FEW)
    from_arrays = encode_images(SAMPLE.images, SAMPLE.eye_table(), SAMPLE.labels(), **FEW)
    pd.testing.assert_frame_equal(from_files.table.features, from_arrays.table.features)
    assert from_files.table.name == "faces"
    assert from_files.notes == ()
    assert from_files.table.target.tolist() == name_sets(SAMPLE.Y == 1, SAMPLE.units)
    assert from_files.table.features["file"].tolist() == SAMPLE.names


def test_a_row_holds_the_patterns_of_its_window():
    table = encode_images(SAMPLE.images, SAMPLE.eyes, **FEW).table
    windows = np.stack(
        [align_eyes(image, eyes) for image, eyes in zip(SAMPLE.images, SAMPLE.eyes, strict=True)]
    )
    expected = LocalBinaryPatterns(FEW["radii"], tiles=FEW["tiles"]).fit_transform(windows)
    assert_array_equal(table.features.drop(columns="file").to_numpy(np.float32), expected)
    assert table.target is None
    assert table.task is None
    assert table.features["file"].tolist() == [f"picture{place}" for place in range(1, 9)]


def test_pictures_of_an_array_have_the_names_in_the_tables():
    table = encode_images(SAMPLE.images, SAMPLE.eyes, SAMPLE.labels(), **FEW).table
    assert table.features["file"].tolist() == SAMPLE.names
    assert read_windows(SAMPLE.images, SAMPLE.eyes, names=list("abcdefgh")).names == tuple("abcdefgh")


@pytest.mark.parametrize("ending", ["png", "jpg", "tif", "bmp", "gif"])
def test_pictures_may_have_any_usual_format(ending, tmp_path):
    from skimage.io import imsave

    imsave(tmp_path / f"face.{ending}", SAMPLE.images[0], check_contrast=False)
    read = read_windows(tmp_path, SAMPLE.eyes[:1], equalise=False)
    expected = align_eyes(SAMPLE.images[0], SAMPLE.eyes[0], equalise=False)
    assert read.names == (f"face.{ending}",)
    assert np.abs(read.pixels[0].astype(int) - expected).mean() < 4


def test_pixels_are_the_window():
    table = encode_images(list(SAMPLE.images), SAMPLE.eyes, features="pixels", shape=(15, 30)).table
    windows = read_windows(SAMPLE.images, SAMPLE.eyes, shape=(15, 30)).pixels
    assert_array_equal(table.features["pixel_row2_col5"], windows[:, 1, 4])
    assert table.features.shape == (8, 1 + 15 * 30)


def test_labels_follow_the_names_of_the_pictures_and_not_the_order_of_rows():
    shuffled = SAMPLE.labels().sample(frac=1, random_state=1).assign(subject="someone")
    table = encode_images(SAMPLE.images, SAMPLE.eye_table(), shuffled, **FEW).table
    assert table.target.tolist() == name_sets(SAMPLE.Y == 1, SAMPLE.units)
    assert table.kinds["subject"] == "category"
    each = encode_images(SAMPLE.images, SAMPLE.eye_table(), shuffled, each_label=True, **FEW).table
    assert each.target is None
    assert_array_equal(each.features[list(SAMPLE.units)], SAMPLE.Y)


def test_pictures_that_are_windows_need_no_eyes():
    windows = np.random.default_rng(0).integers(0, 256, (3, 75, 150)).astype(np.uint8)
    assert_array_equal(read_windows(windows, None, equalise=False).pixels, windows)


def test_real_faces_of_scikit_image_can_be_encoded():
    data = pytest.importorskip("skimage.data")
    patches = data.lfw_subset()  # 100 faces, then 100 patches that are none, of 25 x 25 pixels
    table = encode_images(patches, radii=[1, 2], tiles=[(3, 3)], shape=(25, 25)).table
    X, is_face = table.features.drop(columns="file"), np.arange(200) < 100
    from sklearn.model_selection import cross_val_score

    from hedgerow import RandomForestClassifier

    forest = RandomForestClassifier(100, random_state=0)
    assert cross_val_score(forest, X, is_face, cv=4).mean() > 0.9


def test_bad_pictures_are_named_or_left_out(folder):
    (folder / SAMPLE.names[2]).write_bytes(b"P6 nothing")
    (folder / SAMPLE.names[5]).unlink()
    with pytest.raises(
        ValueError, match=r"face3\.ppm cannot be encoded: the file is not a picture.* with 1 other\."
    ):
        encode_images(folder, folder / "eyes.csv", **FEW)
    opened = encode_images(folder, folder / "eyes.csv", folder / "units.csv", unreadable="leave_out", **FEW)
    assert len(opened.table) == 6
    assert "Left out 2 pictures: face3.ppm" in opened.notes[0]
    assert "face6.ppm cannot be encoded: there is no such file." in opened.notes[0]
    assert opened.table.target.tolist() == name_sets(np.delete(SAMPLE.Y, [2, 5], axis=0) == 1, SAMPLE.units)


def test_eyes_outside_of_a_picture_are_told():
    eyes = SAMPLE.eye_table()
    eyes.loc[4, "right_x"] = 500.0
    with pytest.raises(ValueError, match=r"face5\.ppm cannot be encoded: the right eye, at x=500"):
        read_windows(SAMPLE.images, eyes)


def test_pictures_whose_eyes_are_not_told_are_left_out_with_a_note(folder):
    opened = encode_images(folder, SAMPLE.eye_table().iloc[:5], **FEW)
    assert len(opened.table) == 5
    assert opened.notes == (
        "Left out 3 pictures whose eyes are not told: 'face6.ppm', 'face7.ppm' and 'face8.ppm'.",
    )


def test_folders_that_hold_no_pictures_are_refused(tmp_path, folder):
    eyes = SAMPLE.eye_table()
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="holds no pictures"):
        encode_images(tmp_path / "empty", eyes)
    with pytest.raises(FileNotFoundError, match="There is no folder"):
        encode_images(tmp_path / "nowhere", eyes)
    with pytest.raises(NotADirectoryError, match="is a file"):
        encode_images(folder / "eyes.csv", eyes)
    with pytest.raises(ValueError, match="names none of the 8 pictures"):
        encode_images(folder, eyes.assign(file=[f"x{place}.png" for place in range(8)]))
    with pytest.raises(ValueError, match="There are no pictures"):
        encode_images([], np.empty((0, 4)))
    with pytest.raises(ValueError, match="There are 8 pictures and the names of 5"):
        encode_images(SAMPLE.images, eyes.iloc[:5])


def test_labels_must_know_the_pictures():
    labels = SAMPLE.labels()
    with pytest.raises(ValueError, match="table of labels has no row for 'face8"):
        encode_images(SAMPLE.images, SAMPLE.eye_table(), labels.iloc[:7], **FEW)
    with pytest.raises(ValueError, match="7 rows and no column of file names"):
        encode_images(SAMPLE.images, SAMPLE.eye_table(), labels.iloc[:7].drop(columns="file"), **FEW)
    nameless = encode_images(SAMPLE.images, SAMPLE.eye_table(), labels.drop(columns="file"), **FEW)
    assert nameless.table.target.nunique() == 3
