"""Pages of the finished site in headless Chromium: nothing is too wide, no script fails, the search
finds something though no server is there. Screenshots are written beside the site."""

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
_TIMEOUT = 120  # seconds
# A window has at least 500 pixels, so a page stands in a frame of the wanted width.
_FRAME = """<!DOCTYPE html><meta charset="utf-8"><title>frame</title><style>body { margin: 0 }</style>
<iframe src="%s" style="border: 0; width: %dpx; height: %dpx"></iframe>
<script>addEventListener("load", () => {
  const inner = document.querySelector("iframe").contentDocument;
  const wide = inner.documentElement.clientWidth;
  const scrolled = ".md-typeset__scrollwrap, .md-typeset__table, pre, .md-tabs, .md-sidebar, .md-search, [hidden]";
  const found = [...inner.querySelectorAll("body *")].filter((each) =>
    !each.closest(scrolled) && each.getBoundingClientRect().right > wide + 1)
    .slice(0, 3).map((each) => each.tagName.toLowerCase() + "." + (each.getAttribute("class") || ""));
  const pictures = [...inner.querySelectorAll("article img")].filter((each) => !each.naturalWidth);
  document.body.append(Object.assign(document.createElement("pre"), { id: "probe", textContent:
    JSON.stringify({ width: wide, over: inner.documentElement.scrollWidth - wide, found,
                     pictures: pictures.length, title: inner.title }) }));
});</script>"""


def problems(out: pathlib.Path) -> list[str]:
    """What is wrong, as lines; nothing where there is no browser, which is said."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("site: no browser here, so no page was opened; scripts/setup --dev installs one",
              file=sys.stderr)
        return []
    shots = out.with_name(out.name + "-screenshots")
    shutil.rmtree(shots, ignore_errors=True)
    shots.mkdir()
    found = []
    with tempfile.TemporaryDirectory(prefix="galois-site-") as folder:
        for page in PAGES:
            for width in WIDTHS:
                frame = pathlib.Path(folder) / "frame.html"
                frame.write_text(_FRAME % ((out / page).as_uri(), width, HEIGHT), encoding="utf-8")
                found += _measured(browser, frame, page, width)
                for scheme, number in (("light", 1), ("dark", 0)):
                    name = f"{page.removesuffix('.html').replace('/', '-')}-{width}-{scheme}.png"
                    _run(browser, frame, f"--screenshot={shots / name}",
                         f"--blink-settings=preferredColorScheme={number}",
                         f"--window-size={max(width, 500)},{HEIGHT}")
        found += _searched(browser, out)
    return found


def _run(browser: str, page: pathlib.Path | str, *flags: str, files: bool = True) -> tuple[str, str]:
    """What the browser prints: the page, and its messages.

    :param files: whether a page may look into another file, as nobody's browser lets it"""
    with tempfile.TemporaryDirectory(prefix="galois-site-") as profile:
        command = [browser, "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--hide-scrollbars", "--enable-logging=stderr", "--virtual-time-budget=10000",
                   f"--user-data-dir={profile}"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        if files:
            command += ["--allow-file-access-from-files", "--disable-web-security"]
        address = page.as_uri() if isinstance(page, pathlib.Path) else page
        done = subprocess.run([*command, *flags, address], capture_output=True, text=True,
                              timeout=_TIMEOUT, check=False)
    return done.stdout, done.stderr


def _measured(browser: str, frame: pathlib.Path, page: str, width: int) -> list[str]:
    shown, said = _run(browser, frame, "--dump-dom", f"--window-size=1500,{HEIGHT}")
    probe = re.search(r'<pre id="probe">(.*?)</pre>', shown, re.DOTALL)
    where = f"{page} at {width} pixels"
    if not probe:
        return [f"{where}: {browser} does not open it"]
    result = json.loads(html.unescape(probe[1]))
    found = [f"{where}, console: {line.partition('CONSOLE')[2][:160]}" for line in said.splitlines()
             if "CONSOLE" in line]
    if result["width"] != width:
        found.append(f"{where}: it is opened at {result['width']} pixels")
    if result["over"] > 0 or result["found"]:
        found.append(f"{where}: {', '.join(result['found'])} is too wide, by {result['over']} pixels")
    if result["pictures"]:
        found.append(f"{where}: {result['pictures']} pictures are not shown")
    return found


def _searched(browser: str, out: pathlib.Path) -> list[str]:
    shown, _ = _run(browser, f"{(out / PAGES[0]).as_uri()}?q={SEARCHED}", "--dump-dom",
                    "--window-size=1400,1000", files=False)
    hits = len(re.findall(r'class="md-search-result__item"', shown))
    return [] if hits else [f"the search for {SEARCHED} finds nothing in pages that are opened as files"]
