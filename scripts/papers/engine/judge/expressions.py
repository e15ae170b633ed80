"""The expression language of the claims: parsed by Python's `ast`, checked against a white list.

There are four contexts. `value` computes a number per case from the runs, `criterion` folds those
numbers over the cases, and `where` and `needs` select cases by facts about them. What a name or a
call means is decided by an Environment; this module knows the grammar and the names.
"""

import ast
import dataclasses
import difflib
import operator
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np

from lab.records import UserError

from . import vectors

FACTS = ("app", "graph", "kind", "threads", "nodes", "edges", "source", "machine")
NEEDS = FACTS + ("runs", "rounds", "tasks", "time", "alone")
SELECTORS = ("app", "graph", "kind", "threads", "machine")
STATISTICS = ("median", "mean", "min", "max", "sd", "cv", "range")

# Calls whose first argument is a series: name -> (least, greatest number of further texts).
MEASURED = {"time": (0, 0), "tasks": (0, 0), "useful": (0, 0), "ww": (0, 0), "drift": (0, 0),
            "share": (1, 9), "counter": (1, 1), "history": (2, 2), "metric": (1, 1),
            "argbest": (1, 1)}
HISTORY = ("first", "last", "min", "max", "mean", "changes", "rises", "falls", "first_change",
           "first_change_pops")

_BINARY: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: np.divide,
    ast.Pow: operator.pow}
_COMPARE: dict[type, Callable[..., Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne}


class Environment(Protocol):
    """What the names and calls of an expression mean."""

    def name(self, name: str) -> Any:
        """The value of a name."""

    def measured(self, function: str, series: list[str], texts: list[str],
                 keywords: dict[str, Any]) -> Any:
        """The result of a call on a series: a number or a vector."""

    def cases(self, name: str, keywords: dict[str, Any]) -> Any:
        """The cases of `value` or another vector that the keywords select."""


@dataclasses.dataclass(frozen=True)
class Expression:
    """A checked expression."""

    text: str
    tree: ast.expr

    def evaluate(self, environment: Environment) -> Any:
        """The value in this environment; raises vectors.Missing where runs are absent."""
        return _evaluate(self.tree, environment)

    def sides(self) -> "tuple[Expression, ...] | None":
        """Left and right side of the first comparison that is not inside a call; None without."""
        found = _first_comparison(self.tree)
        sides = (found.left, found.comparators[0]) if found is not None else ()
        return tuple(Expression(ast.unparse(side), side) for side in sides) or None

    def calls(self) -> Iterator[tuple[str, list[str]]]:
        """All calls on series: the function and the texts behind the series."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                    and node.func.id in MEASURED:
                yield node.func.id, [_constant(each) for each in node.args[1:]]

    def names(self) -> Iterator[str]:
        """All plain names in it."""
        return (node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name))

    def series(self) -> Iterator[str]:
        """All series that the expression names, as written."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args \
                    and (node.func.id in MEASURED or node.func.id == "has"):
                yield from series_of(node.args[0])


def parse(text: str, context: str, names: tuple[str, ...] = ()) -> Expression:
    """The Expression of a text in a context; raises UserError with one line if it is not allowed.

    `names` are the vectors that a criterion may use.
    """
    if not text.strip():
        raise UserError("an empty text is not an expression")
    try:
        tree = ast.parse(f"({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UserError(f"`{text}` is not an expression: {error}") from error
    _check(tree, context, names)
    return Expression(text, tree)


def _first_comparison(node: ast.expr) -> ast.Compare | None:
    if isinstance(node, ast.Compare):
        return node
    parts = getattr(node, "values", [getattr(node, "operand", None)])
    found = (_first_comparison(part) for part in parts if part is not None)
    return next((each for each in found if each is not None), None)


def series_of(node: ast.expr) -> list[str]:
    """The series that the first argument of a call names."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return [name for each in node.elts for name in series_of(each)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Name, ast.Attribute)):
        return [f"{series_of(node.value)[0]}.{node.attr}"]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "best" \
            and len(node.args) == 1 and not node.keywords:
        return [f"{name}.best" for name in series_of(node.args[0])]
    raise UserError(f"`{ast.unparse(node)}` is not a series: write a name such as smq.best, or a "
                    'string such as "mq-tl-tl.best"')


def _check(node: ast.expr, context: str, names: tuple[str, ...]) -> None:
    """Raises UserError if the tree has something that the context does not allow."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            parts = [left, right]
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            parts = [operand]
        case ast.BoolOp(values=parts):
            pass
        case ast.Compare(left=left, ops=ops, comparators=rights) if all(
                type(op) in _COMPARE or isinstance(op, (ast.In, ast.NotIn)) for op in ops):
            parts = [left, *rights]
        case ast.IfExp(test=test, body=body, orelse=orelse):
            parts = [test, body, orelse]
        case ast.Constant(value=bool() | int() | float() | str()):
            parts = []
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            pass
        case ast.Name(id=name):
            _known(name, _names(context, names), "name")
            parts = []
        case ast.Call(func=ast.Name(id=name)):
            parts = _check_call(node, name, context, names)
        case _:
            raise UserError(f"`{ast.unparse(node)}` is not part of the language")
    for part in parts:
        _check(part, context, names)


def _check_call(node: ast.Call, name: str, context: str, names: tuple[str, ...]) -> list[ast.expr]:
    """Checks a call; returns the arguments that are expressions themselves."""
    if any(keyword.arg is None for keyword in node.keywords) or any(
            isinstance(each, ast.Starred) for each in node.args):
        raise UserError(f"`{ast.unparse(node)}`: stars are not part of the language")
    if context == "criterion" and name in names:
        _constants(node)
        _expect(node, not node.args and node.keywords, "keywords that select cases, such as "
                'kind="road"')
        for keyword in node.keywords:
            _known(str(keyword.arg), SELECTORS, "keyword")
        return []
    if context == "needs" and name == "has":
        _expect(node, len(node.args) == 1 and not node.keywords, "one series")
        series_of(node.args[0])
        return []
    if context == "value" and name in MEASURED:
        _check_measured(node, name)
        return []
    _known(name, _functions(context, names), "function")
    _, least, greatest, keywords = vectors.FUNCTIONS[name]
    wanted = str(least) if least == greatest else f"{least} to {greatest}"
    _expect(node, least <= len(node.args) <= greatest, f"{wanted} arguments")
    for keyword in node.keywords:
        _known(str(keyword.arg), keywords, "keyword")
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def _check_measured(node: ast.Call, name: str) -> None:
    least, greatest = MEASURED[name]
    wanted = "a series" if greatest == 0 else f"a series and {least} or more texts"
    _expect(node, 1 + least <= len(node.args) <= 1 + greatest, wanted)
    series_of(node.args[0])
    texts = [_constant(each) for each in node.args[1:]]
    _expect(node, all(isinstance(text, str) for text in texts), "texts after the series")
    if name == "history":
        _known(texts[1], HISTORY, "property of a history")
    keywords = _constants(node)
    if "stat" in keywords:
        _known(keywords["stat"], STATISTICS, "statistic")
    over = keywords.get("over", [])
    _expect(node, isinstance(over, (str, list)), "over= as a text or a list of texts")


def _names(context: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return {"criterion": (*names, "cases"), "needs": NEEDS}.get(context, FACTS)


def _functions(context: str, names: tuple[str, ...]) -> tuple[str, ...]:
    extra = {"value": tuple(MEASURED), "criterion": names, "needs": ("has",)}.get(context, ())
    return (*vectors.FUNCTIONS, *extra)


def _known(name: Any, allowed: tuple[str, ...], what: str) -> None:
    if name not in allowed:
        near = difflib.get_close_matches(str(name), allowed, 1)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise UserError(f"`{name}` is not a known {what} here{hint}")


def _expect(node: ast.Call, holds: Any, wanted: str) -> None:
    if not holds:
        raise UserError(f"`{ast.unparse(node)}` needs {wanted}")


def _constant(node: ast.expr) -> Any:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError) as error:
        raise UserError(f"`{ast.unparse(node)}` has to be a number, a text or a list") from error
    return list(value) if isinstance(value, (list, tuple)) else value


def _constants(node: ast.Call) -> dict[str, Any]:
    return {str(keyword.arg): _constant(keyword.value) for keyword in node.keywords}


def _evaluate(node: ast.expr, env: Environment) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return env.name(name)
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [_evaluate(part, env) for part in parts]
        case ast.BinOp(left=left, op=op, right=right):
            return vectors.combine(_arithmetic(_BINARY[type(op)]), _evaluate(left, env),
                                   _evaluate(right, env))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return vectors.combine(np.logical_not, _evaluate(operand, env))
        case ast.UnaryOp(operand=operand):
            return vectors.combine(_arithmetic(operator.neg), _evaluate(operand, env))
        case ast.BoolOp(op=op, values=parts):
            function = np.logical_and if isinstance(op, ast.And) else np.logical_or
            result = _evaluate(parts[0], env)
            for part in parts[1:]:
                result = vectors.combine(function, result, _evaluate(part, env))
            return result
        case ast.Compare():
            return _evaluate_compare(node, env)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return vectors.combine(np.where, *(_evaluate(each, env)
                                               for each in (test, body, orelse)))
        case ast.Call():
            return _evaluate_call(node, env)
    raise UserError(f"`{ast.unparse(node)}` is not part of the language")


def _arithmetic(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with truth values as 0 and 1, which numpy would add up to a truth value."""
    def on_numbers(*values: Any) -> Any:
        return function(*(np.asarray(value, dtype=float) if np.asarray(value).dtype == bool
                          else value for value in values))
    return on_numbers


def _evaluate_compare(node: ast.Compare, env: Environment) -> Any:
    result: Any = True
    left = _evaluate(node.left, env)
    for op, part in zip(node.ops, node.comparators):
        right = _evaluate(part, env)
        if isinstance(op, (ast.In, ast.NotIn)):
            items = right if isinstance(right, list) else [right]
            each = vectors.combine(lambda own, items=items: np.isin(own, items), left)
            each = vectors.combine(np.logical_not, each) if isinstance(op, ast.NotIn) else each
        else:
            each = vectors.combine(_COMPARE[type(op)], left, right)
        result = vectors.combine(np.logical_and, result, each)
        left = right
    return result


def _evaluate_call(node: ast.Call, env: Environment) -> Any:
    name = node.func.id  # type: ignore[attr-defined]  # _check made sure that it is a Name
    if name in MEASURED or name == "has":
        texts = [_constant(each) for each in node.args[1:]]
        return env.measured(name, series_of(node.args[0]), texts, _constants(node))
    if name not in vectors.FUNCTIONS:
        return env.cases(name, _constants(node))
    arguments = [_evaluate(each, env) for each in node.args]
    keywords = {str(each.arg): _evaluate(each.value, env) for each in node.keywords}
    return vectors.FUNCTIONS[name][0](*arguments, **keywords)
