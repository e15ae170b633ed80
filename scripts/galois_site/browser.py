"""Pages of the finished site in headless Chromium: nothing is too wide, no script fails, the search
finds something though no server is there. Screenshots are written beside the site."""

import collections.abc
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PAGES = ("index.html", "tutorial.html", "worklists/stealing-multi-queue.html")
WIDTHS = (400, 1400)
HEIGHT = 1600
SEARCHED = "stealing"
_TIMEOUT = 600  # seconds; a browser that takes longer hangs, which it does now and then
_ATTEMPTS = 2
# A window has at least 500 pixels, so pages stand in frames of the wanted widths.
_HEAD = """<!DOCTYPE html><meta charset="utf-8"><title>frames</title>
<style>body { margin: 0; display: flex } iframe { border: 0; flex: none }</style>
"""
_FRAME = '<iframe src="%s" data-page="%s" style="width: %dpx; height: %dpx"></iframe>\n'
_PROBE = """<script>addEventListener("load", () => {
  const scrolled = ".md-typeset__scrollwrap, .md-typeset__table, pre, .md-tabs, .md-sidebar, " +
    ".md-search, p:has(> img), .scroll, [hidden]";
  const results = [...document.querySelectorAll("iframe")].map((frame) => {
    const inner = frame.contentDocument, wide = inner.documentElement.clientWidth;
    const found = [...inner.querySelectorAll("body *")].filter((each) =>
      !each.closest(scrolled) && each.getBoundingClientRect().right > wide + 1).slice(0, 3)
      .map((each) => each.tagName.toLowerCase() + "." + (each.getAttribute("class") || ""));
    return { page: frame.dataset.page, wanted: parseInt(frame.style.width), width: wide, found,
             over: inner.documentElement.scrollWidth - wide,
             pictures: [...inner.querySelectorAll("article img, figure img")].filter((each) =>
               !each.naturalWidth).length };
  });
  document.body.append(Object.assign(document.createElement("pre"),
    { id: "probe", textContent: JSON.stringify(results) }));
});</script>"""


def problems(out: pathlib.Path, pages: collections.abc.Sequence[str] = PAGES,
             shown: collections.abc.Sequence[str] = PAGES) -> list[str]:
    """What is wrong with pages, as lines; nothing where there is no browser, which is said.

    :param shown: pages of which screenshots are written"""
    browser = find()
    if browser is None:
        print("site: no browser here, so no page was opened; scripts/setup --dev installs one",
              file=sys.stderr)
        return []
    shots = out.with_name(out.name + "-screenshots")
    shots.mkdir(exist_ok=True)
    for scheme in ("light", "dark"):  # those of before; whatever else is there stays
        for path in shots.glob(f"*-{scheme}.png"):
            path.unlink()
    found = measured(browser, out, pages)
    with tempfile.TemporaryDirectory(prefix="galois-site-") as folder:
        path = pathlib.Path(folder) / "frames.html"
        for page in shown:
            path.write_text(_HEAD + _frames(out, page), encoding="utf-8")
            for scheme, number in (("light", 1), ("dark", 0)):
                name = f"{page.removesuffix('.html').replace('/', '-')}-{scheme}.png"
                _run(browser, path, f"--screenshot={shots / name}",
                     f"--blink-settings=preferredColorScheme={number}",
                     f"--window-size={sum(WIDTHS)},{HEIGHT}")
    return found + _searched(browser, out / pages[0])


def find() -> str | None:
    """The browser of this machine, if it has one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def measured(browser: str, out: pathlib.Path, pages: collections.abc.Sequence[str]) -> list[str]:
    """What is wrong with pages of a folder at the widths that people have, as lines."""
    with tempfile.TemporaryDirectory(prefix="galois-site-") as folder:
        path = pathlib.Path(folder) / "frames.html"
        path.write_text(_HEAD + "".join(_frames(out, page) for page in pages) + _PROBE,
                        encoding="utf-8")
        return _measured(*_run(browser, path, "--dump-dom"))


def _frames(out: pathlib.Path, page: str) -> str:
    return "".join(_FRAME % ((out / page).as_uri(), page, width, HEIGHT) for width in WIDTHS)


def _run(browser: str, page: pathlib.Path | str, *flags: str, files: bool = True) -> tuple[str, str]:
    """What the browser prints: the page, and its messages.

    :param files: whether a page may look into another file, as nobody's browser lets it"""
    for _ in range(_ATTEMPTS):
        with tempfile.TemporaryDirectory(prefix="galois-site-", ignore_cleanup_errors=True) as profile:
            command = [browser, "--headless", "--disable-gpu", "--disable-dev-shm-usage",
                       "--no-first-run", "--hide-scrollbars", "--enable-logging=stderr",
                       "--virtual-time-budget=3000", f"--user-data-dir={profile}"]
            if os.geteuid() == 0:
                command.append("--no-sandbox")
            if files:
                command += ["--allow-file-access-from-files", "--disable-web-security"]
            address = page.as_uri() if isinstance(page, pathlib.Path) else page
            try:
                done = subprocess.run([*command, *flags, address], capture_output=True, text=True,
                                      timeout=_TIMEOUT, check=False)
                return done.stdout, done.stderr
            except subprocess.TimeoutExpired:
                continue
    return "", ""


def _measured(shown: str, said: str) -> list[str]:
    probe = re.search(r'<pre id="probe">(.*?)</pre>', shown, re.DOTALL)
    if not probe:
        return ["the browser opens no page"]
    found = [f"console: {line.partition('CONSOLE')[2][:200]}" for line in said.splitlines()
             if "CONSOLE" in line]
    for result in json.loads(html.unescape(probe[1])):
        where = f"{result['page']} at {result['wanted']} pixels"
        if result["width"] != result["wanted"]:
            found.append(f"{where}: it is opened at {result['width']} pixels")
        if result["over"] > 0 or result["found"]:
            what = ", ".join(result["found"]) or "a part"
            found.append(f"{where}: {what} is too wide, by {result['over']} pixels")
        if result["pictures"]:
            found.append(f"{where}: {result['pictures']} pictures are not shown")
    return found


def _searched(browser: str, page: pathlib.Path) -> list[str]:
    shown, _ = _run(browser, f"{page.as_uri()}?q={SEARCHED}", "--dump-dom",
                    "--window-size=1400,1000", files=False)
    hits = len(re.findall(r'class="md-search-result__item"', shown))
    return [] if hits else [f"the search for {SEARCHED} finds nothing in pages that are opened as files"]
