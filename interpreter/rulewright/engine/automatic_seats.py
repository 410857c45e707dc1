"""What a program says about the seats that play by themselves: how they search, their plans, and by which weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulewright.compile.tables import SeatPlan as SeatPlan
from rulewright.compile.tables.storage import as_plain

if TYPE_CHECKING:
    from rulewright.backends import Program
    from rulewright.compile.tables import SearchSettings

Setting = str | int | float
SettingValues = Mapping[str, Setting]
"""Settings of the search by name: those that are single words or numbers."""


def search_settings(program: Program) -> SearchSettings:
    """Return the settings of the search that the ruleset gives."""
    return program.tables.search


def seat_plans(program: Program) -> Mapping[str, SeatPlan]:
    """Return the plans of the ruleset, by name."""
    return program.tables.plans


def piece_rules(program: Program, domain: str) -> Sequence[str]:
    """Return the rule that each piece of a domain follows; nothing for other domains."""
    pieces = program.tables.pieces.get(domain)
    return () if pieces is None else pieces.rules


@lru_cache(maxsize=8)
def weighed_for_search(program: Program) -> Program:
    """Return a program whose weights are those of the search."""
    tables = program.tables
    if as_plain(tables.search.weights) == as_plain(tables.weights):
        return program
    return replace(program, tables=replace(tables, weights=tables.search.weights))


def made_plan(
    program: Program, plays: str, prefers: Iterable[str], never: Iterable[str], most: Mapping[str, int]
) -> SeatPlan:
    """Return a plan that the ruleset does not have, with its weights."""
    return SeatPlan(plays, [*prefers], [*never], {**most}, 0, True, [], program.tables.weights)


def weighed_by_plan(program: Program, plan: SeatPlan) -> Program:
    """Return a program whose weights, also those of the search, are those of a plan."""
    search = replace(program.tables.search, weights=plan.weights)
    return replace(program, tables=replace(program.tables, weights=plan.weights, search=search))


def is_perfect_information(program: Program) -> bool:
    """Return whether nothing is left to chance, and everybody sees everything."""
    tables = program.tables
    seen = {fact.seen for fact in tables.facts} | {place.seen for place in tables.places}
    return not tables.streams and seen <= {"all"} and not any(site.secret for site in tables.sites)


def has_moments(program: Program) -> bool:
    """Return whether weights change in the course of a game."""
    return program.tables.moments > 1


def search_values(program: Program) -> SettingValues:
    """Return the settings of the search in a ruleset."""
    search = program.tables.search
    values = {field.name: getattr(search, field.name) for field in fields(search)}
    return {name: value for name, value in values.items() if isinstance(value, Setting)}


def with_search_settings(program: Program, values: SettingValues) -> Program:
    """Return a program that differs in some of these settings."""
    kept: dict[str, Any] = {**values}  # each of the type that it was read with
    tables = program.tables
    return replace(program, tables=replace(tables, search=replace(tables.search, **kept)))
