"""findings.md and findings.json of the lab book: tables generated from committed verdicts between markers,
prose written by hand, and a check that the prose says what the verdicts say.

A generated table stands between two comments:

    <!-- figures: disagrees -->
    ...
    <!-- end -->

The names are those in TABLES. Contradictions (x-NN) have a table of their own, since "agrees" means
there that the first reading is right. A sentence of the prose that names claims and a verdict has to name
one verdict only, and it has to be the verdict on each of these claims.
"""

import ast
import collections
import dataclasses
import functools
import json
import pathlib
import re
import textwrap
from collections.abc import Callable
from typing import Any

from galois_cps.runs import UserError
from galois_cps.runs.tables import Table

from . import findings_claims
from ..judge import outcome
from ..judge.expression import MEASURED
from ..judge.outcome import DIRECTION, ITSELF, PART, RUNS, VERDICTS, Verdict

_BLOCK = re.compile(r"(<!-- figures: *([a-z -]+?) *-->\n)(.*?)(<!-- end -->)", re.DOTALL)
_PAPERS = (*findings_claims.PAPERS, "x")
_ID = re.compile(rf"\b(?:{'|'.join(_PAPERS)})-\d\d\b")
_PHRASES = (  # longest first, so that "tends to agree" is not read as "agree"
    (r"agrees? in direction, (?:and )?not in size", "agrees in direction, not in size"),
    (r"agrees? in part", "agrees in part"),
    (r"(?:is|are) consistent with (?:itself|themselves)", "consistent with itself"),
    (r"tends? to disagree", "tends to disagree"), (r"tends? to agree", "tends to agree"),
    (r"(?:does|do|did) not (?:dis)?agree", "negated"), (r"disagree(?:s|d)?", "disagrees"),
    (r"agree(?:s|d)?", "agrees"), (r"(?:is|are|stays?|remains?) open", "open"),
    (r"(?:is|are) too small", "too small"), (r"(?:is|are|was|were) not run", "not run"),
    (r"(?:is|are) not testable", "not testable"), (r"(?:is|are) blocked", "blocked"))
_PHRASE = re.compile("|".join(f"(?P<p{number}>\\b{text}\\b)"
                              for number, (text, _) in enumerate(_PHRASES)), re.IGNORECASE)


def update(path: pathlib.Path, data: dict[str, Any]) -> bool:
    """Rewrites the generated tables of a page; whether that changed it. @throws UserError"""
    text = _read(path)
    fresh = generated(text, data)
    if fresh != text:
        path.write_text(fresh, encoding="utf-8")
    return fresh != text


def generated(text: str, data: dict[str, Any]) -> str:
    """The text with fresh tables; everything outside the markers stays as it is."""
    verdicts = outcome.from_json(data)
    if text.count("<!-- figures:") != len(_BLOCK.findall(text)):
        raise UserError("a table has no <!-- end --> behind its <!-- figures: NAME -->")
    names = [name for _, name, _, _ in _BLOCK.findall(text)]
    unknown = [name for name in names if name not in TABLES | OF_CLAIMS]
    if unknown:
        raise UserError(f"there is no table `{unknown[0]}`; there are {', '.join(TABLES | OF_CLAIMS)}")
    if not names:
        raise UserError("the page has no <!-- figures: NAME --> for a table")
    return _BLOCK.sub(lambda match: match[1] + "\n" + (TABLES | OF_CLAIMS)[match[2]](verdicts, data) + "\n\n"
                      + match[4], text)


def merged(data: dict[str, Any], earlier: dict[str, Any],
           again: Callable[[Verdict, bool], Verdict | None] = lambda kept, same: kept if same else None
           ) -> dict[str, Any]:
    """The verdicts of `data`. Claims that have no runs there keep their earlier verdicts on runs, with
    the commit and date of those runs. So do claims that are blocked on this machine only, real runs
    where only simulated ones are new, or the other way round, and verdicts on more cases than have
    run now. `again` judges a kept verdict again, if its criteria are the same or not, or says that it
    is not kept."""
    before = collections.defaultdict(list)
    for each in outcome.from_json(earlier):
        before[each.id].append(each)
    now = collections.defaultdict(list)
    for each in outcome.from_json(data):
        now[each.id].append(each)
    # Without any run now, it stays the file of the earlier session.
    when = f"{earlier.get('commit', '')}, {earlier.get('date', '')}" if data.get("commit") else ""
    found: list[Verdict] = []
    kept = False
    for name, fresh in now.items():
        old = [each for each in before[name] if each.source in (*RUNS, "")]
        of_runs = [each for each in fresh if each.source in (*RUNS, "")]
        lacks = bool(of_runs) and outcome.without_runs(of_runs)
        ran = not outcome.without_runs(each for each in old if each.source in RUNS)
        unblocked = any(each.verdict == "blocked" for each in of_runs) \
            and not any(each.verdict == "blocked" for each in old)
        if lacks and (unblocked or ran):
            same = bool(old) and _same_criteria(old[0], of_runs[0])
            if stay := _kept(old, same, when, again):
                own = [each for each in fresh if each not in of_runs]
                fresh = outcome.with_own(stay, own)
                kept = True
        elif of_runs:
            new = {each.source: each for each in of_runs}
            others = [each for each in old if each.source in RUNS and not outcome.without_runs([each])
                      and (each.source not in new or _on_more(each, new[each.source]))]
            same = bool(others) and _same_criteria(others[0], of_runs[0])
            if stay := _kept(others, same, when, again):
                there = {each.source for each in stay}
                order = {each.source: place for place, each in enumerate(old)}
                runs = sorted([each for each in of_runs if each.source not in there] + stay,
                              key=lambda each: (outcome.place(each),
                                                order.get(each.source, len(order))))
                fresh = outcome.with_own(runs, [each for each in fresh if each not in of_runs])
                kept = True
        found += fresh
    whole = dict(data.get("machine", {}))
    if kept:
        whole |= _joined(whole, earlier.get("machine", {}))
    if not data.get("commit"):
        data, whole = earlier, earlier.get("machine", {})
    return outcome.to_json(found, machine=whole, **{name: data.get(name, "")
                                                    for name in ("date", "commit", "scale")})


def _on_more(earlier: Verdict, now: Verdict) -> bool:
    """Whether an earlier verdict by the same criteria rests on more cases."""
    return len(earlier.cases) > len(now.cases) and _same_criteria(earlier, now)


def _kept(earlier: list[Verdict], same: bool, when: str,
          again: Callable[[Verdict, bool], Verdict | None]) -> list[Verdict]:
    """What is kept of earlier verdicts, those on runs with what these were runs of."""
    stay = [judged for each in earlier if (judged := again(each, same)) is not None]
    return [each if each.source not in RUNS or each.runs_of else dataclasses.replace(each, runs_of=when)
            for each in stay]


def in_words_of(data: dict[str, Any], earlier: dict[str, Any]) -> dict[str, Any]:
    """The verdicts of `data`, with the earlier text of criteria that still mean the same, so that a
    file changes only where a criterion does."""
    before = outcome.deciding(outcome.from_json(earlier))
    found = [dataclasses.replace(each, criteria=before[each.id].criteria)
             if each.id in before and _same_criteria(before[each.id], each) else each
             for each in outcome.from_json(data)]
    return outcome.to_json(found, **{name: value for name, value in data.items()
                                     if name not in ("verdicts", "schema")})


def _same_criteria(one: Verdict, other: Verdict) -> bool:
    return one.criteria == other.criteria or (
        one.criteria.keys() == other.criteria.keys() and all(
            _meaning(text) == _meaning(other.criteria[name])
            for name, text in one.criteria.items()))


def _meaning(text: str) -> str:
    """A text of a criterion without what is a matter of layout: `time(smq)` is `time("smq")`."""
    tree = ast.parse(f"({text}\n)", mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args \
                and node.func.id in MEASURED and not isinstance(node.args[0], ast.List):
            node.args[0] = ast.Constant(ast.unparse(node.args[0]).strip("'"))
    return ast.dump(tree)


def _joined(machine: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The simulated machines of both, where either has any."""
    name = "simulated machines"
    parts = [part for each in (machine, other) for part in str(each.get(name) or "").split("; ") if part]
    return {name: "; ".join(sorted(set(parts)))} if parts else {}


def check(path: pathlib.Path, data: dict[str, Any]) -> list[str]:
    """What is out of date on a page: its tables, or sentences about claims whose verdict
    differs."""
    text = _read(path)
    problems = prose_problems(text, outcome.from_json(data))
    if generated(text, data) != text:
        problems.append(f"{path.name} is not what findings.json says; run scripts/figures findings "
                        f"--update {path.name}")
    return problems


def prose_problems(text: str, verdicts: list[Verdict]) -> list[str]:
    """Sentences outside the tables that do not fit the verdicts, one line each."""
    known = collections.defaultdict(set)
    for name, verdict in outcome.deciding(verdicts).items():
        known[name].add(verdict.verdict)
    problems = []
    for sentence in sentences(_BLOCK.sub("", text)):
        names = list(dict.fromkeys(_ID.findall(sentence)))
        stated = list(dict.fromkeys(_stated(sentence)))
        problems += [f"{name} has no verdict: {sentence}" for name in names if name not in known]
        if not names or not stated:
            continue
        if len(stated) > 1 or stated == ["negated"]:
            problems.append(f"name one verdict per sentence, without a negation: {sentence}")
            continue
        problems += [f"{name} is `{', '.join(known[name])}`, not `{stated[0]}`: {sentence}"
                     for name in names if name in known and stated[0] not in known[name]]
    return problems


def sentences(text: str) -> list[str]:
    """The sentences of Markdown; list items, table rows and headings end one."""
    text = re.sub(r"^ *(?:[-*#|]+|\d+\.) ", "\n\n", text, flags=re.MULTILINE)
    found = []
    for paragraph in re.split(r"\n\s*\n|\|\s*\n", text):
        paragraph = " ".join(paragraph.split())
        found += [each for each in re.split(r"(?<=[.!?;]) ", paragraph) if each]
    return found


def _stated(sentence: str) -> list[str]:
    return [_PHRASES[int(str(match.lastgroup)[1:])][1] for match in _PHRASE.finditer(sentence)]


def _counts(verdicts: list[Verdict], data: dict[str, Any]) -> str:
    """How many claims of each paper have which verdict, by the evidence that decided."""
    rows: dict[tuple[str, str], collections.Counter] = collections.defaultdict(collections.Counter)
    for name, verdict in outcome.deciding(verdicts).items():
        rows[name.partition("-")[0], verdict.source][verdict.verdict] += 1
    order = sorted(rows, key=lambda key: (_PAPERS.index(key[0]) if key[0] in _PAPERS else 99, key))
    columns = [name for name in VERDICTS if any(counts[name] for counts in rows.values())]
    lines = [[paper, findings_claims.EVIDENCE.get(source, source), *(str(rows[paper, source][name] or "")
                                                      for name in columns)]
             for paper, source in order]
    return Table(["paper", "decided by", *columns], lines).render("markdown")


_LACKS = (  # what a verdict lacks, and how its reason says so
    ("20,000 reached nodes per thread in any case", r"^[^:]*: needs (?:nodes|reached) / threads"),
    ("the scheduler as published or as released",
     r"ublished variants? ha\w+ not run|ot published:|s printed, not as released"),
    ("three graphs", r"\d+ of \d+ (?:[\w ]+ )?graphs"),
    ("the band of simulated costs, or the same verdict in it",
     r"anges not run|epends on|\bbut for its ranges"),
    ("a mechanism that acted", r"did not act|may not have acted|not known whether"),
    ("runs by today's criteria", r"criteria have changed"),
    ("a simulation that can decide", r"o run can decide yet|runs cannot decide"),
    ("more rounds or cases", r""))


def _list_of(*wanted: str) -> Callable[[list[Verdict], dict[str, Any]], str]:
    """A table of the claims whose deciding verdict is one of those wanted."""
    def table(verdicts: list[Verdict], data: dict[str, Any]) -> str:
        rows = [[each.id, findings_claims.says(each.id), each.verdict,
                 findings_claims.EVIDENCE.get(each.source, each.source), *outcome.interval(each),
                 _reason(each)]
                for each in outcome.deciding(verdicts).values()
                if each.verdict in wanted and not each.id.startswith("x-")]
        if not rows:
            return "None."
        return Table(["claim", "what it says", "verdict", "decided by", "value", "95 % interval",
                      "why"], rows).render("markdown")
    return table


def _reason(verdict: Verdict) -> str:
    return f"{verdict.reason} (Runs of {verdict.runs_of}.)" if verdict.runs_of else verdict.reason


def _contradictions(verdicts: list[Verdict], data: dict[str, Any]) -> str:
    """Which of two readings is right, where this was decided."""
    right = {"agrees": "the first", "tends to agree": "rather the first", "disagrees": "the second",
             "tends to disagree": "rather the second"}
    readings = {name: claim.readings for name, claim in findings_claims.known().items()}
    rows = []
    for each in outcome.deciding(verdicts).values():
        if each.id.startswith("x-") and each.verdict in right:
            place = 0 if "the first" in right[each.verdict] else 1
            rows.append([each.id, findings_claims.says(each.id), right[each.verdict],
                         readings[each.id][place] if each.id in readings else ""])
    return Table(["contradiction", "about", "right is", "which is"], rows).render(
        "markdown") if rows else "None."


def _machine(verdicts: list[Verdict], data: dict[str, Any]) -> str:
    """Where and when the runs took place."""
    facts = {"scale": data.get("scale"), "date": data.get("date"), "commit": data.get("commit"),
             **data.get("machine", {})}
    rows = [[name, str(value)] for name, value in facts.items() if value not in (None, "")]
    return Table(["what", "value"], rows).render("markdown")


def _own_data(verdicts: list[Verdict], data: dict[str, Any]) -> str:
    """What the papers' own numbers say about their claims."""
    rows = [[each.id, each.verdict, *outcome.interval(each), each.reason]
            for each in verdicts if each.source in ("own data", "published")]
    return Table(["claim", "verdict", "value", "95 % interval", "why"], rows).render(
        "markdown") if rows else "None."


def _by_verdict(verdicts: list[Verdict], data: dict[str, Any]) -> str:
    """How many claims have each verdict, by paper."""
    counts: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for name, verdict in outcome.deciding(verdicts).items():
        counts[verdict.verdict][name.partition("-")[0]] += 1
    papers = [paper for paper in _PAPERS if paper != "x"]
    rows = [[name, *(str(counts[name][paper] or "") for paper in papers),
             str(sum(counts[name][paper] for paper in papers))] for name in VERDICTS if name in counts]
    rows = [row for row in rows if row[-1] != "0"]
    return Table(["verdict", *papers, "all"], rows).render("markdown")


def _lacks(verdicts: list[Verdict], data: dict[str, Any]) -> str:
    """What the claims lack that are open or too small; some lack several things, and some nothing."""
    rows: dict[str, list[str]] = {what: [] for what, _ in _LACKS}
    for each in outcome.deciding(verdicts).values():
        if each.verdict in ("open", "too small") and not each.id.startswith("x-"):
            found = [what for what, text in _LACKS if text and re.search(text, each.reason)]
            for what in found or [_LACKS[-1][0]]:
                rows[what].append(each.id)
    return Table(["what is missing", "claims", "which"],
                 [[what, str(len(names)), ", ".join(names)] for what, names in rows.items()
                  if names]).render("markdown")


TABLES: dict[str, Callable[[list[Verdict], dict[str, Any]], str]] = {
    "machine": _machine, "counts": _counts,
    "verdicts": _by_verdict, "lacks": _lacks,
    "chance": lambda verdicts, data: textwrap.fill(outcome.chance(verdicts), 100),
    "disagrees": _list_of("disagrees", "tends to disagree"),
    "agrees": _list_of("agrees", DIRECTION, PART, "tends to agree"), "consistent": _list_of(ITSELF),
    "open": _list_of("open"),
    "not decided": _list_of("too small", "not run"), "not testable": _list_of("not testable"),
    "blocked": _list_of("blocked"), "own data": _own_data, "contradictions": _contradictions}


# What a page of findings may have beside these: a line per claim of a paper.
OF_CLAIMS: dict[str, Callable[[list[Verdict], dict[str, Any]], str]] = {
    f"claims of {paper}": functools.partial(lambda verdicts, data, paper: findings_claims.by_paper(
        verdicts, paper), paper=paper) for paper in findings_claims.PAPERS}


def to_text(data: dict[str, Any]) -> str:
    """The text of findings.json: a line per verdict, so that changes are easy to see."""
    head = json.dumps({name: value for name, value in data.items() if name != "verdicts"}, indent=1)
    lines = ",\n".join("  " + json.dumps(each) for each in data["verdicts"])
    return f'{head[:-2]},\n "verdicts": [\n{lines}\n ]\n}}\n'


def read(path: pathlib.Path) -> dict[str, Any]:
    """The verdicts of findings.json. @throws UserError"""
    try:
        return dict(json.loads(_read(path)))
    except ValueError as error:
        raise UserError(f"{path} is no file of verdicts: {error}") from error


def evidence(source: str) -> str:
    """The kind of evidence in words."""
    return findings_claims.EVIDENCE.get(source, source)


def linked(text: str, link: Callable[[str], str]) -> str:
    """The text with what `link` returns in place of each claim that it names."""
    return _ID.sub(lambda match: link(match[0]), text)


def _read(path: pathlib.Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
