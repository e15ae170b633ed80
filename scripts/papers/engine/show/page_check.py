"""Checks of a finished report: by an HTML parser, and in headless Chromium where there is one.

The parser looks at structure: tags that close, unique identifiers, links that lead somewhere, no
address outside the file, an alternative text for each picture, and all claims. The browser opens a
copy with a probe in a frame of 400 and 1400 pixels and reports errors of scripts and parts that are
too wide.
"""

import html
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

SKIPPED = "skipped: "
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = (400, 1400)
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
         "wbr"}
_RESOURCES = ("src", "href", "srcset", "action", "poster", "data")
_OUTSIDE = re.compile(r"^\s*(https?:)?//", re.I)
_OUTSIDE_STYLE = re.compile(r"url\(\s*['\"]?(https?:)?//|@import", re.I)
_TIMEOUT = 120  # seconds
_PROBE = """<script>addEventListener("load", () => {
  const wide = document.documentElement.clientWidth;
  const found = [...document.querySelectorAll("body *")].filter((each) =>
    !each.closest(".scroll, .picture, .skip, [hidden]") && each.getBoundingClientRect().right > wide + 1)
    .slice(0, 3).map((each) => each.tagName.toLowerCase() + (each.id ? "#" + each.id : "")
      + "." + (each.getAttribute("class") || ""));
  const result = { width: innerWidth, over: document.documentElement.scrollWidth - wide, found,
    claims: [...document.querySelectorAll("#claims-table tbody tr")].filter((row) =>
      row.getClientRects().length).length };
  parent.postMessage(JSON.stringify(result), "*");
});</script>"""
# A window has at least 500 pixels, so the page stands in a frame of the wanted width.
_FRAME = """<!DOCTYPE html><meta charset="utf-8"><title>frame</title><style>body { margin: 0 }</style>
<script>addEventListener("message", (event) => document.body.append(Object.assign(
  document.createElement("pre"), { id: "probe", textContent: event.data })));</script>
<iframe src="report.html" style="border: 0; width: %dpx; height: %dpx"></iframe>"""


class _Parser(html.parser.HTMLParser):
    """Collects what is wrong in the structure of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.problems: list[str] = []
        self.ids: dict[str, int] = {}
        self.links: list[str] = []
        self.wanted_claims: int | None = None
        self._open: list[tuple[str, dict[str, str]]] = []
        self._named: set[int] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = self._seen(tag, attrs)
        if tag not in _VOID:
            if tag == "title" and self._open and self._open[-1][0] == "svg":
                self._named.add(len(self._open) - 1)
            self._open.append((tag, found))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)
        if tag == "svg":
            self._say("an svg is empty")

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            self._say(f"</{tag}> is not a tag")
        elif not self._open or self._open[-1][0] != tag:
            last = self._open[-1][0] if self._open else "nothing"
            self._say(f"</{tag}> closes {last}")
        else:
            _, attributes = self._open.pop()
            depth = len(self._open)
            if tag == "svg" and depth not in self._named and "aria-label" not in attributes:
                self._say("an svg has no alternative text")
            self._named.discard(depth)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] == "style" and _OUTSIDE_STYLE.search(data):
            self._say("the style names a file outside the page")

    def close(self) -> None:
        """Ends the page."""
        super().close()
        for tag, _ in self._open:
            self._say(f"<{tag}> is not closed")
        self.problems += [f"{count} elements have the id {name}"
                          for name, count in self.ids.items() if count > 1]
        self.problems += [f"#{name} leads nowhere" for name in sorted(set(self.links))
                          if name not in self.ids]

    def _seen(self, tag: str, attrs: list[tuple[str, str | None]]) -> dict[str, str]:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids[found["id"]] = self.ids.get(found["id"], 0) + 1
        if tag == "main" and "data-claims" in found:
            self.wanted_claims = int(found["data-claims"])
        for name in (*_RESOURCES, "xlink:href"):
            if _OUTSIDE.match(found.get(name, "")):
                self._say(f"<{tag} {name}> needs {found[name]}")
        if _OUTSIDE_STYLE.search(found.get("style", "")):
            self._say(f"the style of <{tag}> names a file outside the page")
        if tag == "img" and not found.get("alt"):
            self._say("an img has no alternative text")
        if tag in ("a", "use") and found.get("href", "").startswith("#"):
            self.links.append(html.unescape(found["href"][1:]))
        return found

    def _say(self, problem: str) -> None:
        self.problems.append(f"line {self.getpos()[0]}: {problem}")


def check(path: pathlib.Path, claims: list[str]) -> list[str]:
    """The problems of a report as lines; `claims` are ids that have to be in it."""
    page = path.read_text(encoding="utf-8")
    return structure(page, claims) + in_browser(page)


def structure(page: str, claims: list[str]) -> list[str]:
    """What an HTML parser finds."""
    parser = _Parser()
    parser.feed(page)
    parser.close()
    problems = parser.problems
    there = [name for name in parser.ids if name.startswith("claim-")]
    problems += [f"the claim {name} is not in the page" for name in claims
                 if f"claim-{name}" not in parser.ids]
    if parser.wanted_claims is None:
        problems.append("the page does not say how many claims it has")
    elif parser.wanted_claims != len(there):
        problems.append(f"{len(there)} of {parser.wanted_claims} claims are in the page")
    return problems


def in_browser(page: str) -> list[str]:
    """What headless Chromium finds; one line that begins with "skipped" where there is none."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return [f"{SKIPPED}no browser ({', '.join(BROWSERS)}), so the report was not opened"]
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="galois-report-") as folder:
        copy = pathlib.Path(folder) / "report.html"
        copy.write_text(page.replace("</body>", f"{_PROBE}</body>"), encoding="utf-8")
        for width in WIDTHS:
            problems += _open(browser, pathlib.Path(folder), width, page)
    return problems


def frame(width: int, height: int = 2000) -> str:
    """A page that shows report.html beside it at this width."""
    return _FRAME % (width, height)


def command(browser: str, profile: pathlib.Path, size: tuple[int, int] = (1500, 2000)) -> list[str]:
    """The command that opens a page in a window of this size, without an address."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return [browser, "--headless", *sandbox, "--disable-gpu", "--disable-dev-shm-usage",
            "--enable-logging=stderr", "--hide-scrollbars", "--no-first-run",
            "--virtual-time-budget=20000", f"--user-data-dir={profile}",
            f"--window-size={size[0]},{size[1]}"]


def _open(browser: str, folder: pathlib.Path, width: int, page: str) -> list[str]:
    outer = folder / f"frame-{width}.html"
    outer.write_text(frame(width), encoding="utf-8")
    call = [*command(browser, folder / f"profile-{width}"), "--dump-dom", outer.as_uri()]
    try:
        done = subprocess.run(call, capture_output=True, text=True, timeout=_TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"{SKIPPED}{browser} does not open the page: {type(error).__name__}"]
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.S)
    if not found:
        return [f"{SKIPPED}{browser} ends with {done.returncode} and shows no page"]
    result = json.loads(html.unescape(found.group(1)))
    problems = [f"at {width} pixels, console: {line.partition('CONSOLE')[2][:200]}"
                for line in done.stderr.splitlines() if "CONSOLE" in line]
    if result["width"] != width:
        problems.append(f"{SKIPPED}{browser} opens {result['width']} instead of {width} pixels")
    if result["over"] > 0:
        where = ", ".join(result["found"])
        problems.append(f"at {width} pixels, the page is {result['over']} pixels too wide: {where}")
    wanted = re.search(r'<main[^>]*data-rows="(\d+)"', page)
    if wanted and int(wanted.group(1)) != result["claims"]:
        problems.append(f"at {width} pixels, {result['claims']} of {wanted.group(1)} claims are shown")
    return problems
