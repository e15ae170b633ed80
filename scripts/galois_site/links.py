"""Every link of the finished site: it leads to a file of the site, and its anchor exists there."""

import html.parser
import pathlib
import re
import urllib.parse

ELSEWHERE = re.compile(r"(?:[a-z]+:|//)", re.IGNORECASE)
OTHERS = ("api/",)  # written by other programs, which check them
RESOURCES = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class _Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[tuple[str, bool]] = []  # and whether the page needs it
        self.anchors: set[str] = set()
        self.unnamed: list[str] = []  # pictures without a text
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append((found["href"], False))
        if tag in RESOURCES and RESOURCES[tag] in found and found.get("rel") != "canonical":
            self.links.append((found[RESOURCES[tag]], True))
        if tag == "img" and not found.get("alt"):
            self.unnamed.append(found.get("src", ""))


def problems(out: pathlib.Path) -> list[str]:
    """What is wrong, a line per page and link."""
    pages = {path.relative_to(out).as_posix(): _Page(path.read_text(encoding="utf-8"))
             for path in sorted(out.rglob("*.html"))
             if not path.relative_to(out).as_posix().startswith(OTHERS)}
    found = []
    for name, page in pages.items():
        if name == "404.html":  # its links begin at the root of a server
            continue
        found += [f"{name}: the picture {source} has no alternative text" for source in page.unnamed]
        for link, needed in dict.fromkeys(page.links):
            if ELSEWHERE.match(link):
                if needed and not link.startswith("data:"):
                    found.append(f"{name} needs {link}, which is not in the folder")
                continue
            path, _, anchor = link.partition("#")
            path = urllib.parse.unquote(path.partition("?")[0])
            target = (out / name).parent / path if path else out / name
            if not target.exists():
                found.append(f"{name} links to {link}, which does not exist")
            elif not target.resolve().is_relative_to(out.resolve()):
                found.append(f"{name} links to {link}, which is not in the folder")
            elif anchor and not target.is_dir():
                other = target.resolve().relative_to(out.resolve()).as_posix()
                if other in pages and urllib.parse.unquote(anchor) not in pages[other].anchors:
                    found.append(f"{name} links to {link}, and there is no such anchor")
    return found
