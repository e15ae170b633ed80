"""inputs/fetch against a server of our own: whole, broken, changed and missing files."""

import errno
import gzip
import hashlib
import http.server
import io
import os
import shutil
import stat
import struct
import subprocess
import tarfile
import threading

import pytest

from conftest import SCRIPTS
from galois_cps.runs import UserError
from galois_inputs import catalogue, download, fetch

CATALOGUE = SCRIPTS.parent / "inputs" / "catalogue.toml"
DATA = bytes(range(256)) * 5000


class Server:
    """Serves `files` by path. cut[path] = [bytes, ...]: how much of each answer comes before it
    breaks off. Counts what it sends."""

    def __init__(self):
        self.files, self.cut, self.requests, self.status = {}, {}, [], None
        self.tags, self.ranges = {}, True
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                outer.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, request):
        asked = request.headers.get("Range")
        self.requests.append(asked)
        if self.status:
            return request.send_error(self.status)
        if request.path not in self.files:
            return request.send_error(404)
        data, tag = self.files[request.path], self.tags.get(request.path, '"one"')
        start = int(asked[6:-1]) if asked and self.ranges else 0
        if start and request.headers.get("If-Range") != tag:
            start = 0
        if start > len(data):
            return request.send_error(416)
        request.send_response(206 if start else 200)
        if tag:
            request.send_header("ETag", tag)
        request.send_header("Content-Length", str(len(data) - start))
        request.end_headers()
        cuts = self.cut.get(request.path, [])
        request.wfile.write(data[start:start + cuts.pop(0)] if cuts else data[start:])
        return None

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def server():
    one = Server()
    yield one
    one.close()


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    monkeypatch.setattr(download, "pause_unit", 0)


def get(server, path, sha256=None, name="/data"):
    seen = []
    digest = download.fetch(server.url + name, str(path), lambda *state: seen.append(state), sha256)
    return digest, seen


def test_downloads_and_tells_the_checksum(server, tmp_path):
    server.files["/data"] = DATA
    digest, seen = get(server, tmp_path / "data", hashlib.sha256(DATA).hexdigest().upper())
    assert (tmp_path / "data").read_bytes() == DATA
    assert digest == hashlib.sha256(DATA).hexdigest()
    assert seen[0] == (0, len(DATA)) and seen[-1] == (len(DATA), len(DATA))
    assert os.listdir(tmp_path) == ["data"]


def test_goes_on_after_a_broken_transfer(server, tmp_path):
    server.files["/data"] = DATA
    server.cut["/data"] = [300_000, 0, 500_000]
    get(server, tmp_path / "data", hashlib.sha256(DATA).hexdigest())
    assert (tmp_path / "data").read_bytes() == DATA
    assert server.requests == [None, "bytes=300000-", "bytes=300000-", "bytes=800000-"]


def test_gives_up_after_attempts_that_bring_nothing_and_goes_on_next_time(server, tmp_path):
    server.files["/data"] = DATA
    server.cut["/data"] = [300_000] + [0] * download.ATTEMPTS
    with pytest.raises(UserError, match="300,000 bytes are here, run the same command again to go on"):
        get(server, tmp_path / "data")
    assert sorted(os.listdir(tmp_path)) == ["data.part", "data.part.from"]
    _, seen = get(server, tmp_path / "data")
    assert seen[0] == (300_000, len(DATA))
    assert (tmp_path / "data").read_bytes() == DATA


def test_starts_anew_when_the_file_has_changed(server, tmp_path):
    server.files["/data"] = DATA
    server.cut["/data"] = [300_000] + [0] * download.ATTEMPTS
    with pytest.raises(UserError):
        get(server, tmp_path / "data")
    server.files["/data"], server.tags["/data"] = DATA[::-1], '"two"'
    get(server, tmp_path / "data")
    assert (tmp_path / "data").read_bytes() == DATA[::-1]


@pytest.mark.parametrize("tag", ["", 'W/"weak"'])
def test_starts_anew_when_nothing_tells_versions_apart(server, tmp_path, tag):
    server.files["/data"], server.tags["/data"] = DATA, tag
    server.cut["/data"] = [300_000]
    get(server, tmp_path / "data")
    assert (tmp_path / "data").read_bytes() == DATA
    assert server.requests == [None, None]


def test_starts_anew_when_the_server_knows_no_ranges(server, tmp_path):
    server.files["/data"], server.ranges = DATA, False
    server.cut["/data"] = [300_000]
    get(server, tmp_path / "data")
    assert (tmp_path / "data").read_bytes() == DATA


def test_starts_anew_when_more_is_here_than_there(server, tmp_path):
    server.files["/data"] = DATA
    (tmp_path / "data.part").write_bytes(DATA * 2)
    (tmp_path / "data.part.from").write_text(
        '{"url": "%s/data", "validator": "\\"one\\""}' % server.url)
    get(server, tmp_path / "data")
    assert (tmp_path / "data").read_bytes() == DATA


@pytest.mark.parametrize("origin", ["", "[]", "{}", '{"url": "elsewhere", "validator": "x"}'])
def test_does_not_trust_a_part_of_something_else(server, tmp_path, origin):
    server.files["/data"] = DATA
    (tmp_path / "data.part").write_bytes(b"x" * 1000)
    (tmp_path / "data.part.from").write_text(origin)
    get(server, tmp_path / "data")
    assert (tmp_path / "data").read_bytes() == DATA


def test_a_wrong_checksum_leaves_nothing(server, tmp_path):
    server.files["/data"] = DATA
    with pytest.raises(UserError, match="checksum is [0-9a-f]{64} and should be 00"):
        get(server, tmp_path / "data", "00" * 32)
    assert not os.listdir(tmp_path)


def test_says_what_the_server_says(server, tmp_path):
    with pytest.raises(UserError, match="404 Not Found; is the data set still there"):
        get(server, tmp_path / "data")
    assert server.requests == [None]
    server.status = 503
    with pytest.raises(UserError, match="503 .*; 0 bytes are here"):
        get(server, tmp_path / "data")
    assert not os.listdir(tmp_path)


def test_says_when_there_is_no_network(server, tmp_path):
    url = server.url
    server.close()
    with pytest.raises(UserError, match="cannot reach 127.0.0.1.*refused; is there a network"):
        download.fetch(url + "/data", str(tmp_path / "data"), lambda *_: None)
    server.__init__()  # for the fixture to close


def test_says_when_the_disk_would_be_or_is_full(server, tmp_path, monkeypatch):
    server.files["/data"] = DATA
    usage = shutil.disk_usage(tmp_path)
    with monkeypatch.context() as small:
        small.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000_000))
        with pytest.raises(UserError, match="has 1 MB left, and 1 MB are to come; choose another"):
            get(server, tmp_path / "data")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(download, "_copy", full)
    with pytest.raises(UserError, match="the disk is full: .*data.part; free some space"):
        get(server, tmp_path / "data")


# --- the program -------------------------------------------------------------------------------


def gr_header(nodes, arcs):
    return struct.pack("<QQQQ", 1, 0, nodes, arcs)


@pytest.fixture
def bin_dir(tmp_path):
    """A stand-in graph-convert: its graph is as large as the first two words of its input say."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "graph-convert"
    program.write_text("#!/usr/bin/env python3\n"
                       "import gzip, struct, sys\n"
                       "source = sys.stdin.buffer if sys.argv[1] == '-' else open(sys.argv[1], 'rb')\n"
                       "data = source.read()\n"
                       "data = gzip.decompress(data) if data[:2] == b'\\x1f\\x8b' else data\n"
                       "if data.startswith(b'bad'): sys.exit('graph-convert: bad')\n"
                       "nodes, arcs = map(int, data.split()[:2])\n"
                       "open(sys.argv[2], 'wb').write(struct.pack('<QQQQ', 1, 0, nodes, arcs))\n"
                       "for flag in sys.argv[3:]:\n"
                       "    if flag.startswith('--coords='):\n"
                       "        open(sys.argv[2][:-2] + 'co', 'w').write(flag)\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return folder


@pytest.fixture
def run(server, bin_dir, tmp_path, capsys):
    """run(NAME...) with a catalogue of our own: (status, stdout, stderr)."""
    listing = tmp_path / "catalogue.toml"
    common = 'about = "a"\npage = "http://p"\nlicence = "free"\n'
    listing.write_text(
        f'[small]\n{common}aliases = ["tiny"]\nurl = "{server.url}/small.gz"\nnodes = 3\narcs = 5\n'
        f'[road]\n{common}url = "{server.url}/road.gz"\ncoords = "{server.url}/road.co.gz"\nnodes = 3\n'
        f'arcs = [4, 5]\n[packed]\n{common}url = "{server.url}/packed.tgz"\nmember = "in/graph"\n'
        'nodes = 3\narcs = 5\n')

    def call(*arguments):
        status = fetch.main([*arguments, f"--dir={tmp_path / 'out'}", f"--bin={bin_dir}",
                             f"--catalogue={listing}"])
        return (status, *capsys.readouterr())

    call.out = tmp_path / "out"
    return call


def test_fetches_converts_and_checks(server, run):
    server.files["/small.gz"] = gzip.compress(b"3 5")
    status, out, err = run("tiny")
    assert (status, err) == (0, "")
    assert "small.gr: 3 nodes, 5 arcs" in out and "sha256 " in out
    assert os.listdir(run.out) == ["small.gr"]
    status, out, _ = run("small")
    assert status == 0 and "there already" in out
    assert len(server.requests) == 1


def test_fetches_coordinates_and_keeps_what_it_is_told_to(server, run):
    server.files |= {"/road.gz": gzip.compress(b"3 4"), "/road.co.gz": b"co"}
    assert run("road", "--keep")[0] == 0
    assert sorted(os.listdir(run.out)) == ["road.co", "road.co.gz", "road.gr", "road.gz"]
    (run.out / "road.co").unlink()
    out = run("road")[1]
    assert "coordinates in" in out and "road.gz: there already, and stays; sha256 " in out
    assert sorted(os.listdir(run.out)) == ["road.co", "road.co.gz", "road.gr", "road.gz"]


def test_files_of_others_are_neither_taken_nor_deleted(server, run, tmp_path):
    server.files |= {"/small.gz": gzip.compress(b"3 5", mtime=0), "/road.gz": b"3 4", "/road.co.gz": b"co"}
    listing = tmp_path / "catalogue.toml"
    right = hashlib.sha256(server.files["/small.gz"]).hexdigest()
    listing.write_text(listing.read_text().replace('aliases =', f'sha256 = "{right}"\naliases =', 1))
    run.out.mkdir()
    mine = run.out / "small.gz"
    mine.write_bytes(gzip.compress(b"3 5 mine"))
    before = mine.read_bytes()
    status, _, err = run("small")
    assert status == 1 and "small.gz is there and is not what" in err and err.count("\n") == 1
    assert mine.read_bytes() == before and os.listdir(run.out) == ["small.gz"] and not server.requests
    mine.write_bytes(server.files["/small.gz"])  # the right file, but not downloaded by us
    assert run("small")[0] == 0 and sorted(os.listdir(run.out)) == ["small.gr", "small.gz"]
    other = run.out / "road.gr"
    other.write_bytes((run.out / "small.gr").read_bytes()[:16] + b"\x09" + bytes(15))
    before = other.read_bytes()
    status, _, err = run("road")
    assert status == 1 and "road.gr is there and is not road" in err and other.read_bytes() == before
    other.unlink()
    (run.out / "road.gz.part").write_bytes(b"of a browser")
    status, _, err = run("road")
    assert status == 1 and "road.gz.part is there and is no download of ours" in err
    assert (run.out / "road.gz.part").read_bytes() == b"of a browser"


def test_streams_out_of_archives(server, run):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for name, data in (("in/readme", b"no"), ("in/graph", b"3 5")):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    server.files["/packed.tgz"] = archive.getvalue()
    assert run("packed")[0] == 0
    assert os.listdir(run.out) == ["packed.gr"]


@pytest.mark.parametrize("content,said", [
    (gzip.compress(b"3 6", mtime=0), "the graph that came has 3 nodes and 6 arcs, and it should have 3 and 5"),
    (b"bad", "graph-convert could not read what came")])
def test_complains_about_graphs_that_are_not_what_they_should_be(server, run, content, said):
    server.files["/small.gz"] = content
    status, _, err = run("small")
    assert status == 1 and said in err
    assert "small.gr" not in os.listdir(run.out)


def test_complains_about_broken_archives(server, run):
    server.files["/packed.tgz"] = b"no archive"
    status, _, err = run("packed")
    assert status == 1 and "not an archive that can be read" in err and err.count("\n") == 1


def test_suggests_the_nearest_name(run):
    for name, said in (("smal", "did you mean small?"), ("qqq", "inputs/fetch list shows them all")):
        status, _, err = run(name)
        assert status == 1 and said in err and err.count("\n") == 1


def test_needs_the_converter(run, bin_dir):
    (bin_dir / "graph-convert").unlink()
    status, _, err = run("small")
    assert status == 1 and "graph-convert; build it" in err


def test_a_meter_shows_speed_and_time_left():
    out = io.StringIO()
    meter = fetch.Meter("road", out)
    meter(2_000_000, 12_000_000)
    assert meter.line(6_000_000, 12_000_000, 2) == "road: 6.0 of 12.0 MB, 2.0 MB/s, 0 min 03 s left"
    assert meter.line(6_000_000, None, 2) == "road: 6.0 MB, 2.0 MB/s"
    assert out.getvalue() == ""  # no terminal


def test_our_catalogue_is_complete():
    datasets = catalogue.load(CATALOGUE)
    names = [called.lower() for dataset in datasets for called in {dataset.name, *dataset.aliases}]
    assert len(names) >= 17 and not {name for name in names if names.count(name) > 2}
    for dataset in datasets:
        assert dataset.url.startswith("http") and dataset.page.startswith("http")
        assert dataset.nodes > 0 and min(dataset.arcs) > dataset.nodes and dataset.licence
    assert catalogue.find(datasets, "west").name == "road-W"
    assert "{" not in "".join(dataset.url for dataset in datasets)
    text = fetch.listing(datasets)
    assert "road-NY to USA: public domain" in text and "58,333,344" in text


@pytest.mark.parametrize("text,said", [
    ("[a", "catalogue.toml: "), ("[a]\nabout = 'x'\n", r"\[a\]: missing 5 required"),
    ("[a]\nsize = 3\n", r"\[a\]: got an unexpected keyword argument 'size'")])
def test_a_wrong_catalogue_is_named(tmp_path, text, said):
    path = tmp_path / "catalogue.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=said):
        catalogue.load(path)


def test_runs_as_a_program():
    done = subprocess.run([SCRIPTS.parent / "inputs" / "fetch", "list"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0 and "road-USA" in done.stdout and not done.stderr
    wrong = subprocess.run([SCRIPTS.parent / "inputs" / "fetch"], capture_output=True, text=True,
                           check=False)
    assert wrong.returncode == 2 and "see fetch --help" in wrong.stderr
