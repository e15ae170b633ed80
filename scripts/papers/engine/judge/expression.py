"""What claims compute, written as people read it: `time("mq0") / time("smq")` in a case, and
`all(value > 1) and gm(value) >= 1.5` over the cases. The text is all that there is: reports print it,
the names of series and metrics come from it, and verdicts evaluate it."""

import ast
import functools
from collections.abc import Iterator, Mapping
from typing import Any

from galois_cps.runs import UserError

from . import vectors

# The functions that expressions know beside the numbers of a case, under the names of papers' readers.
WORDS: dict[str, Any] = {name: getattr(vectors, name) for name in (
    "argmax", "argmin", "at", "count", "exp", "falling", "first", "gm", "if_else", "labels", "last",
    "log", "log2", "mean", "median", "r2", "rising", "sd", "share_of", "slope", "spearman", "sqrt",
    "unimodal")} | {"all": vectors.every, "any": vectors.some, "max": vectors.greatest,
                    "min": vectors.least, "sum": vectors.total, "abs": abs}
# Methods of selection.CaseNumbers: how many texts after the series say what is measured.
MEASURED = {"time": 0, "tasks": 0, "useful": 0, "ww": 0, "drift": 0, "share": 9, "counter": 1,
            "history": 2, "metric": 1, "argbest": 0}


class _Attributes(Mapping):
    """The attributes of an object as the names of an expression; words come first."""

    def __init__(self, subject: Any) -> None:
        self._subject = subject

    def __getitem__(self, name: str) -> Any:
        if name in WORDS:
            raise KeyError(name)
        return getattr(self._subject, name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Expression:
    """A text that can be evaluated. Numbers have a value per draw, so `and`, `or`, `not` and `if` of
    them work draw by draw."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split())
        try:
            self._tree = ast.parse(self.text, mode="eval").body
        except SyntaxError as error:
            raise UserError(f"`{self.text}` is no expression: {error.msg}") from error

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Expression) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    def of(self, numbers: Any) -> Any:
        """The value where names are attributes of these numbers."""
        return self(_Attributes(numbers))

    def __call__(self, known: Mapping[str, Any]) -> Any:
        """The value where names are known; NameError if one is not."""
        return eval(self._by_draw, _globals(), known)

    def holds(self, facts: Any) -> bool:
        """Whether facts, which are no numbers with draws, meet this condition. What decides comes first:
        behind `and` and `or` a fact need not be known."""
        return bool(eval(self._at_once, _globals(), _Attributes(facts)))

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """The names that are no words."""
        return tuple(dict.fromkeys(node.id for node in ast.walk(self._tree)
                                   if isinstance(node, ast.Name) and node.id not in WORDS))

    def calls(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """All calls on series: the method, the series, and the texts behind these."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                    and node.func.id in MEASURED:
                series, *texts = map(ast.literal_eval, node.args[:1 + MEASURED[node.func.id]])
                yield node.func.id, [series] if isinstance(series, str) else series, texts

    def parts(self) -> list["Expression"]:
        """The conditions that it joins by `and`. `all(a and b)` joins two."""
        return [Expression(text) for text in self._joined(self._tree)]

    def of_each_case(self) -> bool:
        """Whether it says the same of each case by itself, so that it holds of fewer if it holds of all."""
        return all(isinstance(node := ast.parse(part.text, mode="eval").body, ast.Call)
                   and ast.unparse(node.func) == "all" and not _folded(node.args[0])
                   for part in self.parts())

    @property
    def bounded(self) -> str:
        """What a condition compares with a number: `gm(value)` of `gm(value) >= 1.1`, and `all(value)` of
        `all(value > 1)`. The text itself of any other condition."""
        node, fold = self._tree, "{}"
        if isinstance(node, ast.Call) and len(node.args) == 1:
            fold, node = f"{ast.unparse(node.func)}({{}})", node.args[0]
        if not isinstance(node, ast.Compare) or len(node.comparators) != 1 \
                or any(isinstance(each, ast.Name) for each in ast.walk(node.comparators[0])):
            return self.text
        return fold.format(ast.unparse(node.left))

    def kinds_named(self) -> list[tuple[str, ...]]:
        """The kinds of graphs of which it selects cases, each selection once."""
        found = [ast.literal_eval(keyword.value) for node in ast.walk(self._tree)
                 if isinstance(node, ast.Call) for keyword in node.keywords if keyword.arg == "kind"]
        return list(dict.fromkeys((kind,) if isinstance(kind, str) else tuple(kind) for kind in found))

    def _joined(self, node: ast.expr) -> Iterator[str]:
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            for each in node.values:
                yield from self._joined(each)
        elif isinstance(node, ast.Call) and len(node.args) == 1 and ast.unparse(node.func) == "all":
            yield from (f"all({part})" for part in self._joined(node.args[0]))
        else:
            yield ast.get_source_segment(self.text, node) or ""

    @functools.cached_property
    def _at_once(self) -> Any:
        return compile(self.text, self.text, "eval")

    @functools.cached_property
    def _by_draw(self) -> Any:
        tree = ast.parse(self.text, mode="eval")
        return compile(ast.fix_missing_locations(_ByDraw().visit(tree)), self.text, "eval")


def _folded(node: ast.expr) -> bool:
    """Whether a condition brings cases together, such as `max(value) > 1`."""
    return any(isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in WORDS
               and each.func.id != "abs" for each in ast.walk(node))


def _globals() -> dict[str, Any]:
    return {"__builtins__": {}, **WORDS}


class _ByDraw(ast.NodeTransformer):
    """Puts what numbers understand where a text has `and`, `or`, `not` and `if`."""

    _OPERATORS = {ast.And: ast.BitAnd, ast.Or: ast.BitOr}

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """`and` is `&`, `or` is `|`."""
        self.generic_visit(node)
        operator = self._OPERATORS[type(node.op)]()
        return functools.reduce(lambda left, right: ast.BinOp(left, operator, right), node.values)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """`not` is `~`."""
        self.generic_visit(node)
        return ast.UnaryOp(ast.Invert(), node.operand) if isinstance(node.op, ast.Not) else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """`a if test else b` is if_else(test, a, b)."""
        self.generic_visit(node)
        return ast.Call(ast.Name("if_else", ast.Load()), [node.test, node.body, node.orelse], [])
