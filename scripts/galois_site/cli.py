"""The command scripts/site."""

import argparse
import pathlib
import posixpath
import shutil
import subprocess
import sys
import time

from galois_site import browser, build, links, nav, opening
from galois_site import tree as trees

ROOT = pathlib.Path(__file__).resolve().parents[2]
DESCRIPTION = """Builds the documentation as one folder of pages that need no server: docs/, the README
of each folder, pictures, listings of the programs that the pages show, and the API reference where
doxygen is there. Prints the path of the first page. scripts/setup --site installs what this needs.
Screenshots of --check are beside the folder."""
# The report of the figures, where scripts/figures wrote one; the larger scale first.
REPORTS = tuple(f"{folder}/{scale}/report.html" for folder in ("results/figures", "build/figures")
                for scale in ("paper", "laptop", "smoke"))


def main(argv: list[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="scripts/site", description=DESCRIPTION)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "site", metavar="FOLDER",
                        help="where to write (default build/site)")
    parser.add_argument("--no-api", action="store_true", help="leave the API reference out")
    parser.add_argument("--check", action="store_true",
                        help="then follow every link, and open pages in headless Chromium")
    options = parser.parse_args(argv)
    try:
        problems = _make(options)
    except build.UserError as error:
        problems = [str(error)]
    for line in problems:
        print(f"site: {line}", file=sys.stderr)
    if not problems:
        print(options.out.resolve() / "index.html")
    return 1 if problems else 0


def _make(options: argparse.Namespace) -> list[str]:
    out = options.out.resolve()
    if out.exists() and not (out / "search" / "search_index.js").exists() and any(out.iterdir()):
        raise build.UserError(f"{out} is no site that this program wrote; name another folder")
    started = time.monotonic()
    source = ROOT / "build" / "site-pages"
    shutil.rmtree(source, ignore_errors=True)
    (source / build.PICTURES).mkdir(parents=True)
    report = next((ROOT / name for name in REPORTS if (ROOT / name).exists()), None)
    api = None if options.no_api or not shutil.which("doxygen") else _api()
    pictures = _pictures(source / build.PICTURES)
    tree = trees.Tree(ROOT)
    shown: set[str] = set()

    def placeholder(name: str, words: str, page: str) -> str:
        up = posixpath.relpath(".", posixpath.dirname(page))
        if name == "picture":
            picture, _, alternative = words.partition(": ")
            shown.add(picture)
            if picture not in pictures:
                problems.append(f"{page} shows {picture}, which no program draws")
            return f"![{' '.join(alternative.split())}]({up}/{build.PICTURES}/{picture}.svg)"
        # HTML, since mkdocs does not know these files.
        if name == "api":
            return f'<p><a href="{up}/api/index.html">Open the reference.</a></p>' if api else ""
        if name == "report":
            return (f'<p><a href="{up}/figures/report.html">Open the report of the last '
                    "<code>scripts/figures report</code> here.</a></p>") if report else ""
        problems.append(f"{page} has a placeholder {name}, which is unknown")
        return ""

    problems: list[str] = []
    made = {"scripts/dev/galois_names/names.toml": _output("scripts/dev/galois-names", python=True)}
    pages = build.Pages(tree, made, placeholder)
    problems += pages.problems
    problems += [f"no page shows the picture {name}" for name in sorted(pictures - shown)]
    build.write(pages, tree, source)
    entries = nav.entries(tree, {"Program": [{"What is where": opening.PAGE}]})
    build.mkdocs(tree, source, out, entries)
    build.offline_search(out)
    if api:
        shutil.copytree(api, out / "api")
    if report:
        (out / "figures").mkdir(exist_ok=True)
        shutil.copyfile(report, out / "figures" / "report.html")
    if options.check:
        problems += links.problems(out)
        problems += browser.problems(out)
    print(f"{len(pages.texts)} pages in {time.monotonic() - started:.0f} s", file=sys.stderr)
    return problems


def _output(name: str, *arguments: str, python: bool = False) -> str:
    """What a program of this repository prints.

    :param python: it is Python, and gets the one that has what the site needs"""
    command = [sys.executable] if python else []
    done = subprocess.run([*command, ROOT / name, *arguments], cwd=ROOT, capture_output=True,
                          text=True, check=False)
    if done.returncode:
        said = (done.stderr + done.stdout).strip().splitlines() or ["no output"]
        raise build.UserError(f"{name} fails: {said[-1]}")
    return done.stdout


def _pictures(folder: pathlib.Path) -> set[str]:
    _output("scripts/diagrams", "--out", str(folder))
    _output("scripts/dev/rooms-picture", "--out", str(folder / "rooms.svg"), python=True)
    return {path.stem for path in folder.glob("*.svg")}


def _api() -> pathlib.Path:
    return pathlib.Path(_output("scripts/dev/api-reference").strip()).parent


if __name__ == "__main__":
    sys.exit(main())
