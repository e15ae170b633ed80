"""Fetches public data sets by name: downloads, converts to binary .gr, and checks the counts."""

import contextlib
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tarfile
import time

from galois_cps.runs import UserError
from lab.bench import program

from . import catalogue, download

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_EPILOG = """\
  inputs/fetch list                 what there is, with sizes and licences
  inputs/fetch road-NY              makes road-NY.gr and road-NY.co here
  inputs/fetch road-USA web-Google --dir ~/graphs

A download that broke off goes on when the same command is run again. What was downloaded is removed
once it is converted, unless --keep is given; a file that was there before stays. Exit status: 0 all
is there, 1 something went wrong (one line says what), 2 wrong usage.
"""


def main(argv=None):
    """Runs the program; returns its exit status."""
    parser = program.Parser(prog="fetch", description=__doc__, epilog=_EPILOG)
    parser.add_argument("names", nargs="+", metavar="NAME", help="data sets, or: list")
    parser.add_argument("--dir", default=".", metavar="DIR", help="folder for the graphs (default: here)")
    parser.add_argument("--keep", action="store_true", help="also keep the downloaded files")
    parser.add_argument("--bin", default=os.fspath(_ROOT / "build" / "bin"), metavar="DIR",
                        help="where graph-convert is (default build/bin)")
    parser.add_argument("--catalogue", default=os.fspath(_ROOT / "inputs" / "catalogue.toml"),
                        metavar="FILE", help="another list of data sets")
    args = parser.parse_args(argv)
    return program.guarded("fetch", lambda: _run(args))


def _run(args):
    datasets = catalogue.load(args.catalogue)
    if args.names == ["list"]:
        print(listing(datasets))
        return 0
    chosen = [catalogue.find(datasets, name) for name in args.names]
    converter = os.path.join(args.bin, "graph-convert")
    if not os.access(converter, os.X_OK):
        raise UserError(f"there is no {converter}; build it (cmake --preset release && "
                        "cmake --build --preset release --target graph-convert) or say where with --bin=")
    try:
        os.makedirs(args.dir, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make the folder {args.dir}: {error.strerror}") from None
    for dataset in chosen:
        get(dataset, args.dir, converter, args.keep)
    return 0


def listing(datasets):
    """A table of all data sets, then their pages and licences."""
    names = max(len(dataset.name) for dataset in datasets)
    rows = [f"{'name':<{names}}  {'nodes':>11}  {'arcs':>13}  {'download':>9}  what"]
    for dataset in datasets:
        rows.append(f"{dataset.name:<{names}}  {dataset.nodes:>11,}  {dataset.arcs[0]:>13,}  "
                    f"{_megabytes(dataset.megabytes):>9}  {dataset.about}")
    rows.append("")
    sources = {}
    for dataset in datasets:
        sources.setdefault((dataset.page, dataset.licence), []).append(dataset.name)
    for (page, licence), members in sources.items():
        who = members[0] if len(members) == 1 else f"{members[0]} to {members[-1].rpartition('-')[2]}"
        rows.append(f"{who}: {licence}; {page}")
    return "\n".join(rows)


def _megabytes(size):
    if size is None:
        return "?"
    return f"{size:,} MB" if size < 1000 else f"{size / 1000:,.1f} GB"


def get(dataset, folder, converter, keep):
    """Makes folder/NAME.gr, and NAME.co if there are coordinates, unless they exist."""
    graph = os.path.join(folder, f"{dataset.name}.gr")
    coords = os.path.join(folder, f"{dataset.name}.co")
    here = os.path.exists(graph) and counts(graph)
    if here and _right(dataset, here) and (not dataset.coords or os.path.exists(coords)):
        print(f"{graph}: there already, {here[0]:,} nodes, {here[1]:,} arcs")
        return
    if here and not _right(dataset, here):
        raise UserError(f"{graph} is there and is not {dataset.name}: it has {here[0]:,} nodes and {here[1]:,} "
                        "arcs; move it away, or choose another folder with --dir=")
    came = []  # what this call downloads, and may delete
    packed = [_download(dataset.url, folder, dataset.sha256, came)]
    if dataset.coords:
        packed.append(_download(dataset.coords, folder, None, came))
    _convert(dataset, packed, graph, converter)
    found = counts(graph)
    if not _right(dataset, found):
        os.remove(graph)
        raise UserError(f"{dataset.name}: the graph that came has {found[0]:,} nodes and {found[1]:,} "
                        f"arcs, and it should have {dataset.nodes:,} and {dataset.arcs[0]:,}; see "
                        f"{dataset.page}")
    print(f"{graph}: {found[0]:,} nodes, {found[1]:,} arcs"
          + (f"; coordinates in {coords}" if dataset.coords else ""))
    if not keep:
        for path in came:
            os.remove(path)


def _right(dataset, found):
    return found[0] == dataset.nodes and found[1] in dataset.arcs


def counts(graph):
    """Nodes and arcs, from the header of a binary .gr; (0, 0) if the file is not one."""
    with open(graph, "rb") as file:
        header = file.read(32)
    if len(header) < 32 or header[0] not in (1, 2):
        return 0, 0
    return struct.unpack("<QQQQ", header)[2:]


def _download(url, folder, sha256, came):
    """Path of what was downloaded, now or before. What is downloaded now is added to `came`. Raises UserError
    if another file has its name."""
    path = os.path.join(folder, url.rpartition("/")[2])
    if os.path.exists(path):
        digest = download.digest_of(path)
        if sha256 and digest != sha256.lower():
            raise UserError(f"{path} is there and is not what {url} has: its checksum is {digest} and should be "
                            f"{sha256.lower()}; move it away, or choose another folder with --dir=")
        print(f"{path}: there already, and stays; sha256 {digest}"
              + ("" if sha256 else ", which has not been compared with anything"))
        return path
    with Meter(os.path.basename(path)) as meter:
        digest = download.fetch(url, path, meter, sha256)
    if not sha256:
        print(f"{path}: sha256 {digest}, which has not been compared with anything")
    came.append(path)
    return path


def _convert(dataset, packed, graph, converter):
    command = [converter, "-" if dataset.member else packed[0], graph, *dataset.convert]
    if dataset.coords:
        command.append(f"--coords={packed[1]}")
    if not dataset.member:
        status = subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode
    else:
        status = _convert_member(dataset, packed[0], command)
    if status != 0:
        raise UserError(f"{dataset.name}: graph-convert could not read what came (its reason is above); "
                        f"delete {packed[0]} to download it again")


def _convert_member(dataset, archive, command):
    """Streams a file of the archive through the converter, so that it is never on disk in full."""
    try:
        with tarfile.open(archive, "r|*") as tar:
            for entry in tar:
                if entry.name == dataset.member:
                    with subprocess.Popen(command, stdin=subprocess.PIPE,
                                          stdout=subprocess.DEVNULL) as child:
                        # One that ends early has said why.
                        with contextlib.suppress(BrokenPipeError), child.stdin:
                            shutil.copyfileobj(tar.extractfile(entry), child.stdin, 1 << 20)
                    return child.returncode
    except (tarfile.TarError, EOFError, OSError) as error:
        raise UserError(f"{archive}: not an archive that can be read ({error}); delete it to download "
                        "it again") from None
    raise UserError(f"{archive} has no {dataset.member}; see {dataset.page}")


class Meter:
    """A line on stderr, rewritten in place, for work of more than a second; silent if stderr is not a
    terminal."""

    def __init__(self, label, out=None):
        self.label = label
        self.out = out or sys.stderr
        self.start = time.monotonic()
        self.next = self.start + 1
        self.first = None
        self.shown = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.shown:
            self.out.write("\r\x1b[K")
            self.out.flush()

    def __call__(self, done, total):
        now = time.monotonic()
        if self.first is None:
            self.first = done  # what an earlier run brought says nothing about speed
        if now < self.next or not self.out.isatty():
            return
        self.next = now + 0.2
        self.shown = True
        self.out.write("\r\x1b[K" + self.line(done, total, now - self.start))
        self.out.flush()

    def line(self, done, total, seconds):
        """What is shown."""
        speed = (done - self.first) / seconds if seconds > 0 else 0
        text = f"{self.label}: {done / 1e6:,.1f}"
        if total:
            text += f" of {total / 1e6:,.1f}"
        text += f" MB, {speed / 1e6:,.1f} MB/s"
        if total and speed > 0:
            left = int((total - done) / speed)
            text += f", {left // 60} min {left % 60:02d} s left"
        return text


if __name__ == "__main__":
    sys.exit(main())
