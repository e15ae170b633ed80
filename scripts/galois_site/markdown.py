"""Links, listings and placeholders of a page.

A link from one file of the repository to another becomes a link between their pages. A line that
holds only a link to a source file of the tutorial or of docs/example/ is followed by a listing of
it. A placeholder is a line `<!-- site: NAME -->`, for what only the site has: nothing is seen of it
where the repository is read without the site.
"""

import collections.abc
import posixpath
import re

FENCE = re.compile(r"^ {0,3}(```|~~~)")
CODE = re.compile(r"(`+)(?:.|\n)*?(?<!`)\1(?!`)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
LISTED = re.compile(r"^\[`[^`]+`\]\(([^)]*(?:lonestar/tutorial|example)/[^)]+\.(?:cpp|txt))\)$")
PLACEHOLDER = re.compile(r"^<!-- site: (?P<name>[\w-]+)(?: (?P<words>.*?))? -->$",
                         re.MULTILINE | re.DOTALL)
LANGUAGES = {"cpp": "cpp", "h": "cpp", "py": "python", "toml": "toml", "json": "json", "rs": "rust",
             "cmake": "cmake", "txt": "cmake", "csv": "text", "yml": "yaml"}


def prose(text: str) -> collections.abc.Iterator[tuple[bool, str]]:
    """(whether it is prose, text) of parts that make up the page: blocks of code are none."""
    part: list[str] = []
    inside, fence, part_is_code = False, "", False
    for line in text.splitlines(keepends=True):
        found = FENCE.match(line)
        code = inside or bool(found) or line.startswith(("    ", "\t"))
        if part and code != part_is_code:
            yield not part_is_code, "".join(part)
            part = []
        part_is_code = code
        part.append(line)
        if found and not inside:
            inside, fence = True, found[1]
        elif found and line.strip() == fence:
            inside = False
    if part:
        yield not part_is_code, "".join(part)


def with_links(text: str, name: str, target: collections.abc.Callable[[str, str], str]) -> str:
    """The page of the file `name` with other links.

    :param target: maps the path in the repository that a link means, and its text, to another link"""
    def renewed(match: re.Match[str]) -> str:
        path, hash_, anchor = match[1].partition("#")
        if not path or "://" in match[1] or path.startswith("mailto:"):
            return match[0]
        meant = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        return f"]({target(meant, match[1])}{hash_}{anchor})"

    # Code within a line has no links, but a link's text may be code.
    def outside_code(part: str) -> str:
        codes: list[str] = []

        def keep(match: re.Match[str]) -> str:
            codes.append(match[0])
            return f"\0{len(codes) - 1}\0"

        hidden = LINK.sub(renewed, CODE.sub(keep, part))
        return re.sub("\0(\\d+)\0", lambda match: codes[int(match[1])], hidden)

    return "".join(outside_code(part) if is_prose else part for is_prose, part in prose(text))


def listing(name: str, text: str) -> str:
    """A block with the text of a file."""
    end = name.rpartition("/")[2].rpartition(".")[2]
    language = LANGUAGES.get(end, "bash" if text.startswith("#!") and "python" not in text[:40]
                             else "python" if text.startswith("#!") else "text")
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`{3,}", text))])
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def with_listings(text: str, name: str,
                  text_of: collections.abc.Callable[[str], str]) -> str:
    """The page of the file `name` with the listings of the programs that it names on lines alone."""
    lines = []
    for line in text.splitlines():
        lines.append(line)
        if found := LISTED.match(line):
            meant = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
            lines += ["", *listing(meant, text_of(meant)).splitlines()]
    return "\n".join(lines) + "\n"


def with_placeholders(text: str,
                      made: collections.abc.Callable[[str, str], str]) -> str:
    """The page with what `made` returns for the name and the words of each placeholder."""
    return PLACEHOLDER.sub(lambda match: made(match["name"], match["words"] or ""), text)
