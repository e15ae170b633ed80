"""The command scripts/site."""

import argparse
import os
import pathlib
import posixpath
import shutil
import subprocess
import sys
import time

from galois_site import browser, build, links, nav, opening
from galois_site import tree as trees

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT = "figures-report"
GALLERY = "gallery-files"
DESCRIPTION = """Builds the documentation as one folder of pages that need no server: docs/, the README
of each folder, pictures, listings of the programs that the pages show, and the API reference where
doxygen is there; with --pages, of other pages. Prints the path of the first page. scripts/setup
--site installs what this needs. Screenshots of --check are beside the folder."""
# The pages of the figures' report, where scripts/figures wrote them; the larger scale first.
REPORTS = tuple(f"{folder}/{scale}/report-pages" for folder in ("results/figures", "build/figures")
                for scale in ("paper", "laptop", "smoke"))


def main(argv: list[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="scripts/site", description=DESCRIPTION)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "site", metavar="FOLDER",
                        help="where to write (default build/site)")
    parser.add_argument("--pages", type=pathlib.Path, metavar="FOLDER",
                        help="a folder of Markdown with an index.md, instead of the documentation")
    parser.add_argument("--no-api", action="store_true", help="leave the API reference out")
    parser.add_argument("--check", action="store_true",
                        help="then follow every link, and open pages in headless Chromium")
    options = parser.parse_args(argv)
    try:
        problems = (_make_pages if options.pages else _make)(options)
    except build.UserError as error:
        problems = [str(error)]
    except OSError as error:  # such as of a folder that cannot be written
        problems = [f"{error.filename or options.out}: {error.strerror or error}"]
    for line in problems:
        print(f"site: {line}", file=sys.stderr)
    if not problems:
        print(options.out.resolve() / "index.html")
    return 1 if problems else 0


def _own(out: pathlib.Path) -> pathlib.Path:
    """The absolute path of a folder that this program may write to, which is there afterwards.
    @throws UserError, OSError"""
    out = out.resolve()
    if out.exists() and not out.is_dir():
        raise build.UserError(f"{out} is a file; name a folder")
    out.mkdir(parents=True, exist_ok=True)
    if not os.access(out, os.W_OK | os.X_OK):
        raise build.UserError(f"{out} cannot be written; name another folder")
    if not (out / "search" / "search_index.js").exists() and any(out.iterdir()):
        raise build.UserError(f"{out} is no site that this program wrote; name another folder")
    return out


def _make_pages(options: argparse.Namespace) -> list[str]:
    """The site of a folder of pages."""
    pages = options.pages.resolve()
    if not (pages / "index.md").is_file():
        raise build.UserError(f"{options.pages} is no folder with an index.md")
    out = _own(options.out)
    names = _names(pages)
    build.mkdocs(ROOT, pages, out, [{"Pages": names}])
    build.offline_search(out)
    if not options.check:
        return []
    made = [f"{name.removesuffix('.md')}.html" for name in names]
    return links.problems(out) + browser.problems(out, made, made[:2])


def _names(pages: pathlib.Path) -> list[str]:
    """The pages of a folder, its index first."""
    return sorted((path.name for path in pages.glob("*.md")), key=lambda name: (name != "index.md", name))


def _make(options: argparse.Namespace) -> list[str]:
    out = _own(options.out)
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
        # HTML, since mkdocs does not know this file.
        if name == "api":
            return f'<p><a href="{up}/api/index.html">Open the reference.</a></p>' if api else ""
        if name == "gallery":
            return _output("scripts/figures", "gallery", "--to", str(source / GALLERY),
                           "--link", f"{up}/{GALLERY}" if up != "." else GALLERY)
        if name == "claims":
            return _output("scripts/figures", "claims", words)
        if name == "report":
            return (f"[The report of the last `scripts/figures report` here]({up}/{REPORT}/index.md) "
                    "has our figures and all verdicts.") if report else ""
        problems.append(f"{page} has a placeholder {name}, which is unknown")
        return ""

    problems: list[str] = []
    pages = build.Pages(tree, placeholder)
    problems += pages.problems
    problems += [f"no page shows the picture {name}" for name in sorted(pictures - shown)]
    build.write(pages, tree, source)
    extra: dict[str, list[nav.Entry]] = {"Program": [{"What is where": opening.PAGE}]}
    if report:
        shutil.copytree(report, source / REPORT)
        extra["Measure"] = [{"The figures' report": [f"{REPORT}/{name}" for name in _names(report)]}]
    build.mkdocs(ROOT, source, out, nav.entries(tree, extra))
    build.offline_search(out)
    if api:
        shutil.copytree(api, out / "api")
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
