"""The words of the functions of claims: their text for people, and the series and metrics that they
name. Both come from the source, so that a criterion is written once."""

import ast
import functools
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

# Methods of selection.CaseNumbers: how many texts after the series say what is measured.
MEASURED = {"time": 0, "tasks": 0, "useful": 0, "ww": 0, "drift": 0, "share": 9, "counter": 1,
            "history": 2, "metric": 1, "argbest": 0}


def text(function: Callable[..., Any]) -> str:
    """What a function returns, as people write it: `runs.time("smq") & ..` is `time("smq") and ..`."""
    names, expression = _source(function)
    return _written(_ForPeople(names).visit(_copy(expression))).replace("'", '"')


def calls(function: Callable[..., Any]) -> Iterator[tuple[str, list[str], list[str]]]:
    """All calls on series in a function: the method, the series, and the texts behind these."""
    names, expression = _source(function)
    around = _around(function)
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) \
                and isinstance(node.func.value, ast.Name) and node.func.value.id in names \
                and node.func.attr in MEASURED:
            series, *texts = (around[arg.id] if isinstance(arg, ast.Name) else ast.literal_eval(arg)
                              for arg in node.args[:1 + MEASURED[node.func.attr]])
            yield node.func.attr, [series] if isinstance(series, str) else series, texts


def parts(function: Callable[..., Any]) -> list[tuple[str, Callable[..., Any]]]:
    """The conditions that a criterion joins by `&`, each with its text. `all(a & b)` joins two."""
    names, expression = _source(function)
    known = function.__globals__ | _around(function)
    found = []
    for part in _joined(_copy(expression)):
        written = ast.unparse(part)
        reads = [name for name in names if any(isinstance(node, ast.Name) and node.id == name
                                               for node in ast.walk(part))]
        found.append((_written(_ForPeople(names).visit(part)).replace("'", '"'),
                      eval(f"lambda {', '.join(reads)}: {written}", known)))
    return found


def bounded(text: str) -> str:
    """What a condition compares with a number: `gm(value)` of `gm(value) >= 1.1`, and `all(value)` of
    `all(value > 1)`. The text itself of any other condition."""
    node = ast.parse(text, mode="eval").body
    fold = "{}"
    if isinstance(node, ast.Call) and len(node.args) == 1:
        fold, node = f"{ast.unparse(node.func)}({{}})", node.args[0]
    if not isinstance(node, ast.Compare) or len(node.comparators) != 1 \
            or any(isinstance(each, ast.Name) for each in ast.walk(node.comparators[0])):
        return text
    return fold.format(ast.unparse(node.left))


def _around(function: Callable[..., Any]) -> dict[str, Any]:
    """The variables of enclosing functions that a function uses."""
    return {name: cell.cell_contents for name, cell in zip(function.__code__.co_freevars,
                                                           function.__closure__ or ())}


def _joined(expression: ast.expr) -> list[ast.expr]:
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.BitAnd):
        return [*_joined(expression.left), *_joined(expression.right)]
    if isinstance(expression, ast.Call) and len(expression.args) == 1 \
            and ast.unparse(expression.func).rpartition(".")[2] == "all":
        return [ast.Call(expression.func, [part], []) for part in _joined(expression.args[0])]
    return [expression]


def kinds_named(function: Callable[..., Any]) -> list[tuple[str, ...]]:
    """The kinds of graphs of which a criterion selects cases, each selection once."""
    _, expression = _source(function)
    found = [ast.literal_eval(keyword.value) for node in ast.walk(expression)
             if isinstance(node, ast.Call) for keyword in node.keywords if keyword.arg == "kind"]
    return list(dict.fromkeys((kind,) if isinstance(kind, str) else tuple(kind) for kind in found))


def _source(function: Callable[..., Any]) -> tuple[list[str], ast.expr]:
    """The parameters of a function, and the expression that it returns."""
    code = function.__code__
    places = [(line, column) for line, _, column, end in code.co_positions()
              if line is not None and column is not None and column != end]
    around = [node for node in _functions(code.co_filename)
              if (node.lineno, node.col_offset) <= min(places)
              and max(places) < (node.end_lineno, node.end_col_offset)]
    node = max(around, key=lambda node: (node.lineno, node.col_offset))  # the innermost
    names = [each.arg for each in node.args.args]
    return names, node.body if isinstance(node, ast.Lambda) else node.body[-1].value


@functools.cache
def _functions(path: str) -> list[Any]:
    tree = ast.parse(pathlib.Path(path).read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, (ast.Lambda, ast.FunctionDef))]


def _written(node: ast.expr) -> str:
    """As ast.unparse, which puts brackets around some comparisons that need none."""
    if not isinstance(node, ast.BoolOp):
        return ast.unparse(node)
    parts = (f"({_written(each)})" if isinstance(each, (ast.BoolOp, ast.IfExp)) else _written(each)
             for each in node.values)
    return (" and " if isinstance(node.op, ast.And) else " or ").join(parts)


def _copy(expression: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(expression), mode="eval").body


class _ForPeople(ast.NodeTransformer):
    """Takes out what Python needs and a reader does not."""

    def __init__(self, names: list[str]) -> None:
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """`runs.time` is `time`."""
        if isinstance(node.value, ast.Name) and node.value.id in self._names:
            return ast.Name(node.attr)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`&` and `|` are words."""
        self.generic_visit(node)
        word = {ast.BitAnd: ast.And, ast.BitOr: ast.Or}.get(type(node.op))
        if word is None:
            return node
        first = node.left.values if isinstance(node.left, ast.BoolOp) \
            and isinstance(node.left.op, word) else [node.left]
        return ast.BoolOp(word(), [*first, node.right])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """`~` is "not"."""
        self.generic_visit(node)
        return ast.UnaryOp(ast.Not(), node.operand) if isinstance(node.op, ast.Invert) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`if_else` has its own form."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "if_else":
            test, yes, no = node.args
            return ast.IfExp(test, yes, no)
        return node
