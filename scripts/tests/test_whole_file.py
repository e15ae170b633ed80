"""Outputs are written completely or not at all, keep their permissions, and leave links, devices and pipes what
they are."""

import os
import pathlib
import stat

import pytest

from galois_cps.runs import UsageError, UserError, tables, whole_file


@pytest.fixture(autouse=True)
def mask():
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_what_the_umask_leaves(tmp_path):
    whole_file.write(tmp_path / "a" / "new", "text\n")
    assert (tmp_path / "a" / "new").read_text() == "text\n" and mode(tmp_path / "a" / "new") == 0o640


@pytest.mark.parametrize("before", [0o600, 0o640, 0o666, 0o755])
def test_a_file_keeps_its_permissions(tmp_path, before):
    path = tmp_path / "old"
    path.write_text("old")
    path.chmod(before)
    whole_file.write(path, b"new")
    assert path.read_bytes() == b"new" and mode(path) == before and files(tmp_path) == ["old"]


def test_links_stay_links(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("chain")
    (tmp_path / "chain").symlink_to("real/file")
    for text in ("first", "second"):  # it is not there at first
        whole_file.write(tmp_path / "link", text)
        assert (tmp_path / "real" / "file").read_text() == text
    assert (tmp_path / "link").is_symlink() and (tmp_path / "chain").is_symlink()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(UserError, match="cannot write .*loop: Too many levels"):
        whole_file.write(tmp_path / "loop", "text")


def test_devices_and_pipes_stay_what_they_are(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "null").symlink_to("/dev/null")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    whole_file.write(tmp_path / "pipe", "text")
    whole_file.write(tmp_path / "null", "text")
    assert os.read(reader, 9) == b"text"
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo() and pathlib.Path("/dev/null").is_char_device()
    with pytest.raises(UserError, match="cannot write /dev/full: No space left"):
        whole_file.write("/dev/full", "text")


def test_a_failure_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "old"
    path.write_text("old")

    def refuse(*_):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(UserError, match="No space left"):
        whole_file.write(path, "new")
    assert path.read_text() == "old" and files(tmp_path) == ["old"]
    with pytest.raises(UserError, match="cannot write .*Is a directory"):
        whole_file.write(tmp_path, "new")


def test_names_that_are_no_utf8_can_be_in_a_text(tmp_path):
    whole_file.write(tmp_path / "text", "of " + os.fsdecode(b"caf\xe9") + " and é")
    assert (tmp_path / "text").read_text(encoding="utf-8") == "of caf\\xe9 and é"
    assert whole_file.visible("a\x1b[2Jb\n\x9b\udce9é") == "a\\x1b[2Jb\\x0a\\x9b\\xe9é"
    odd = os.path.join(os.fsencode(tmp_path), b"caf\xe9")
    whole_file.write(os.fsdecode(odd), "text")
    assert os.path.exists(odd)


def test_what_cannot_be_written_is_found_before(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is a folder"):
        whole_file.require_writable(tmp_path)
    with pytest.raises(UserError, match="cannot write .*below: no file can be made in .*file"):
        whole_file.require_writable(tmp_path / "file" / "below")
    for right in ("file", "new", "a/b/c", "/dev/null"):
        whole_file.require_writable(tmp_path / right)
    assert files(tmp_path) == ["file"]


def test_a_name_says_what_is_written(tmp_path):
    for right in ("x.html", "x.HTM", "page", "/dev/null"):
        whole_file.require_page(tmp_path / right)
    with pytest.raises(UsageError, match="x.pdf: a page in HTML is written; give a name that ends in .html or .htm"):
        whole_file.require_page(tmp_path / "x.pdf")


def test_tables_go_the_same_way(tmp_path):
    (tmp_path / "link.csv").symlink_to("table.csv")
    tables.Table(["a", "b"], [["1", "x, y"]]).write_csv(tmp_path / "link.csv")
    assert (tmp_path / "table.csv").read_bytes() == b'a,b\n1,"x, y"\n' and (tmp_path / "link.csv").is_symlink()
