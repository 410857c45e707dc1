"""Statements that leave the state alone: they list choices, note what people are to read, and set coverage marks."""

from __future__ import annotations

from rulewright.compile.ir.nodes.expressions import Expr
from rulewright.compile.ir.types import node
from rulewright.compile.tables.values import ValueType


@node
class Offer:
    """List a choice: `code` plus `extra`."""

    code: int
    extra: Expr | None = None


@node
class OfferEach:
    """List the choice `code` + `extra` + member for every member of a set."""

    code: int
    extra: Expr | None
    things: Expr


@node
class OfferRange:
    """List the choice `code` + `extra` + n for every integer n from `low` to `high`."""

    code: int
    extra: Expr | None
    low: Expr
    high: Expr


@node
class ListMenu:
    """List the options of a menu: call its function."""

    function: str
    args: tuple[Expr, ...]


@node
class Shown:
    """A value in a text, with the type that tells how it is shown."""

    shape: ValueType
    value: Expr


@node
class Text:
    """A text for people: words and values in turn (traced build)."""

    parts: tuple[str | Shown, ...]


Part = str | Expr | Text | None
"""Part of an event: a word, a value, a text, or nothing."""


@node
class Trace:
    """Log an event (traced build)."""

    kind: str
    parts: tuple[Part, ...]


@node
class Reason:
    """Note, if somebody asks, why a choice is missing (traced build)."""

    kind: str
    parts: tuple[Part, ...]


@node
class Mark:
    """Set a coverage mark."""

    number: int


Output = Offer | OfferEach | OfferRange | ListMenu | Trace | Reason | Mark
