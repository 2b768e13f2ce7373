import io
import tarfile
import warnings

import numpy as np
import pandas as pd
import pytest

from hedgerow.datasets import DatasetError, load, load_glaucoma, names
from hedgerow.datasets.r_packages import find_glaucoma

rdata = pytest.importorskip("rdata")
PLACE = "ipred/data/GlaucomaMVF.rda"
VARIABLES = ("R_LIBS", "R_LIBS_USER", "R_LIBS_SITE")
INSTALLED = find_glaucoma()


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """Three eyes, in the format of R."""
    rows = pd.Index(["2", "43", "25"], dtype=object)
    frame = pd.DataFrame(
        {
            "ag": np.array([2.2, 2.7, 1.9]),
            "tension": np.array([15.0, np.nan, 17.0]),
            "clv": np.array([0.9, 6.2, 40.0]),
            "lora": np.array([37.3, 40.8, 80.0]),
            "cs": np.array([1.45, 1.44, 0.9]),
            "Class": pd.Series(["normal", "normal", "glaucoma"], index=rows, dtype=object),
        },
        index=rows,
    )
    path = tmp_path_factory.mktemp("r") / "GlaucomaMVF.rda"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rdata.write_rda(path, {"GlaucomaMVF": frame})
    return path.read_bytes()


@pytest.fixture
def library(tmp_path, content, monkeypatch):
    """A library of R with the package in it, which no environment names."""
    (tmp_path / PLACE).parent.mkdir(parents=True)
    (tmp_path / PLACE).write_bytes(content)
    monkeypatch.setattr("hedgerow.datasets.r_packages._SYSTEM_LIBRARIES", ())
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


def pack(content, name, mode="w:gz"):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return file.getvalue()


def write_deb(parts):
    deb = b"!<arch>\n"
    for name, part in parts.items():
        deb += (
            f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(part):<10}`\n".encode()
            + part
            + b"\n" * (len(part) % 2)
        )
    return deb


def assert_read(table):
    assert table.features.columns.tolist() == ["ag", "tension"]
    assert table.features["tension"].isna().tolist() == [False, True, False]
    assert table.target.tolist() == ["normal", "normal", "glaucoma"]


def test_columns_that_make_the_label_are_left_out_unless_asked_for(library):
    assert_read(load_glaucoma(library / PLACE))
    kept = load_glaucoma(library / PLACE, label_columns=True)
    assert kept.features.columns.tolist() == ["ag", "tension", "clv", "lora", "cs"]


def test_libraries_and_folders_and_packages(library, content, tmp_path):
    assert_read(load_glaucoma(library))
    assert_read(load_glaucoma(library / "ipred"))
    assert_read(load_glaucoma(library / "ipred/data"))
    source = tmp_path / "ipred_0.9-15.tar.gz"
    source.write_bytes(pack(content, PLACE))
    assert_read(load_glaucoma(source))
    data = pack(content, f"./usr/lib/R/site-library/{PLACE}", "w:xz")
    debian = tmp_path / "r-cran-ipred.deb"
    debian.write_bytes(write_deb({"debian-binary": b"2.0", "control.tar.xz": b"odd", "data.tar.xz": data}))
    assert_read(load_glaucoma(debian))


@pytest.mark.parametrize("variable", VARIABLES)
def test_it_is_found_where_r_looks(library, monkeypatch, variable):
    assert find_glaucoma() is None
    assert "ipred:GlaucomaMVF" not in set(names()["name"])
    monkeypatch.setenv(variable, f"{library / 'elsewhere'}:{library}")
    assert find_glaucoma() == library / PLACE
    assert_read(load("ipred:GlaucomaMVF"))
    assert "ipred:GlaucomaMVF" in set(names()["name"])


def test_options_go_to_read_table(library):
    assert load_glaucoma(library, drop="tension").features.columns.tolist() == ["ag"]


@pytest.mark.parametrize(
    ("name", "written", "message"),
    [
        ("eyes.rda", b"no data of R", "cannot be read as data of R .*apt-get download r-cran-ipred"),
        ("eyes.tar.gz", b"no archive", "cannot be unpacked"),
        ("eyes.deb", b"no package", "is not a Debian package"),
        ("eyes.deb", write_deb({"debian-binary": b"2.0"}), "is not a Debian package: it has no data"),
        ("MASS.tar.gz", pack(b"", "MASS/data/cats.rda"), "it is another package"),
    ],
)
def test_other_files_are_refused_with_the_way_out(tmp_path, name, written, message):
    (tmp_path / name).write_bytes(written)
    with pytest.raises(DatasetError, match=message):
        load_glaucoma(tmp_path / name)


def test_other_tables_are_refused(tmp_path):
    for name, frame, message in (
        ("cats", pd.DataFrame({"a": [1.0]}), "holds no table GlaucomaMVF"),
        ("GlaucomaMVF", pd.DataFrame({"a": [1.0]}), "has other columns than those of ipred"),
    ):
        path = tmp_path / f"{name}.rda"
        rdata.write_rda(path, {name: frame})
        with pytest.raises(DatasetError, match=message):
            load_glaucoma(path)


def test_where_it_is_not_there_it_says_how_to_get_it(library, tmp_path):
    with pytest.raises(DatasetError, match=r"no R library here has\. Get it by `apt-get"):
        load("ipred:GlaucomaMVF")
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(DatasetError, match=r"has no ipred/data/GlaucomaMVF\.rda"):
        load_glaucoma(empty)
    with pytest.raises(DatasetError, match="There is nothing at"):
        load_glaucoma(tmp_path / "nowhere.rda")


def test_without_rdata_the_error_names_the_extra(library, monkeypatch):
    monkeypatch.setattr("hedgerow.foundation.extras.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"load_glaucoma needs rdata.*hedgerow\[rdata\]"):
        load_glaucoma(library)


@pytest.mark.skipif(INSTALLED is None, reason="the R package ipred is not installed")
def test_the_real_table_is_what_its_documentation_says():
    table = load_glaucoma()
    assert table.features.shape == (170, 63)
    assert table.target.value_counts().to_dict() == {"glaucoma": 85, "normal": 85}
    whole = load_glaucoma(label_columns=True).features
    assert whole.isna().sum()[lambda gaps: gaps > 0].to_dict() == {"tension": 4, "clv": 12, "cs": 1}
