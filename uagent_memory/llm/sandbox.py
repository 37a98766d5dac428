"""Rendering in a sandbox whose work is bounded: a template that loops without end is stopped.

Every loop, call, filter and string operation of a template is metered at compile time; one
rendering has so many steps and characters to spend. What could grow a value by more than the
meter sees in one step (powers, formats, most methods and filters) is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any

from jinja2 import StrictUndefined, TemplateError, meta, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

__all__ = ["TemplateStopped", "compile_template", "render", "variables_of"]

MOST_STEPS = 20_000
MOST_CHARACTERS = 4_000_000
LONGEST_RANGE = 1_000
METHODS = frozenset(
    ("endswith", "get", "items", "keys", "lower", "startswith", "strip", "title", "upper", "values")
)
FILTERS = frozenset(
    ("default", "first", "int", "last", "length", "list", "lower", "round", "sort", "title")
) | frozenset(("trim", "unique", "upper"))
METER, ITEMS, PRINTED = "_metered", "_metered_items", "_printed"


class TemplateStopped(TemplateError):
    """A rendering that has spent its steps or characters."""


class _Meter:
    def __init__(self) -> None:
        self.steps = MOST_STEPS
        self.characters = MOST_CHARACTERS

    def spend(self, value: object = "") -> None:
        self.steps -= 1
        self.characters -= len(value) if isinstance(value, str | list | tuple) else 0
        if self.steps < 0 or self.characters < 0:
            raise TemplateStopped("it does not come to an end; see its loops")


_meter: ContextVar[_Meter] = ContextVar("meter")


def _metered(value: object) -> object:
    """A value that has been paid for; of anything iterable, each item once it is taken."""
    _meter.get().spend(value)
    return value


def _metered_items(items: Iterable[object]) -> Iterator[object]:
    for item in items:
        _meter.get().spend()
        yield item


def _printed(value: object) -> object:
    """What an expression puts out: a text or a number, never the form of a list."""
    if isinstance(value, list | tuple | dict):
        raise TemplateError("a list cannot be printed; use join, or a loop")
    return _metered(value)


def _join(items: Iterable[object], between: str = "") -> str:
    pieces: list[str] = []
    for item in items:
        piece = str(_printed(item))
        _meter.get().spend(f"{piece}{between}")
        pieces.append(piece)
    return between.join(pieces)


def _range(*bounds: int) -> range:
    found = range(*bounds)
    if len(found) > LONGEST_RANGE:
        raise TemplateStopped(f"range of more than {LONGEST_RANGE}")
    return found


class _Sandbox(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset(("*", "**", "%", "+"))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if operator == "+" or (operator in "*%" and numbers):
            return _metered(super().call_binop(context, operator, left, right))
        raise SecurityError(f"{operator} is not allowed here")

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        safe = super().is_safe_attribute(obj, attr, value)
        return safe and (attr in METHODS or not callable(value) or not hasattr(type(obj), attr))

    def call(self, context: Any, obj: Any, *args: Any, **kwargs: Any) -> Any:
        return _metered(super().call(context, obj, *args, **kwargs))


class _Metering(NodeTransformer):
    """Puts the meter around loops and around whatever can make a longer text."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 - jinja2's name
        self.generic_visit(node)
        node.iter = _filtered(node.iter, ITEMS)
        return node

    def visit_Output(self, node: nodes.Output) -> nodes.Output:  # noqa: N802 - jinja2's name
        self.generic_visit(node)
        node.nodes = [
            part if isinstance(part, nodes.TemplateData) else _filtered(part, PRINTED)
            for part in node.nodes
        ]
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Filter:  # noqa: N802 - jinja2's name
        self.generic_visit(node)
        return _filtered(node, METER)

    def visit_Filter(self, node: nodes.Filter) -> nodes.Filter:  # noqa: N802 - jinja2's name
        self.generic_visit(node)
        return _filtered(node, METER)


def _filtered(node: nodes.Node, name: str) -> nodes.Filter:
    assert isinstance(node, nodes.Expr)
    made = nodes.Filter(node, name, [], [], None, None)
    made.set_lineno(node.lineno)
    if node.environment is not None:
        made.set_environment(node.environment)
    return made


def _environment() -> _Sandbox:
    made = _Sandbox(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )
    own: dict[str, Callable[..., object]] = {
        METER: _metered,
        ITEMS: _metered_items,
        PRINTED: _printed,
        "join": _join,
    }
    made.filters = {name: made.filters[name] for name in FILTERS} | own
    made.globals = {"range": _range}
    return made


_ENVIRONMENT = _environment()
Compiled = Any
"""A jinja2.Template of the sandbox."""


def variables_of(source: str) -> frozenset[str]:
    """Names that a template takes from outside.

    Raises:
        jinja2.TemplateSyntaxError: it is none; `lineno` says where.
    """
    tree = _ENVIRONMENT.parse(source)
    return frozenset(meta.find_undeclared_variables(tree)) - _ENVIRONMENT.globals.keys()


def compile_template(source: str) -> Compiled:
    """A template with its meter in place.

    Raises:
        jinja2.TemplateSyntaxError: it is none, or uses a filter that is not allowed.
    """
    tree = _Metering().visit(_ENVIRONMENT.parse(source))
    code = _ENVIRONMENT.compile(tree)
    return _ENVIRONMENT.template_class.from_code(_ENVIRONMENT, code, dict(_ENVIRONMENT.globals))


def render(template: Compiled, values: Mapping[str, object]) -> str:
    """The text.

    Raises:
        jinja2.TemplateError: it stopped, does what is not allowed, or misses a value.
    """
    token = _meter.set(_Meter())
    try:
        pieces = []
        for piece in template.generate(**values):
            _meter.get().spend(piece)
            pieces.append(piece)
        return "".join(pieces)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise TemplateError(f"{type(error).__name__}: {error}") from error
    except RecursionError:
        raise TemplateStopped("it does not come to an end; see its macros") from None
    finally:
        _meter.reset(token)
