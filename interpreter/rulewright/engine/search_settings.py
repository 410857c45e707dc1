"""The settings of the search that a program was compiled with, and programs with others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.backends import Program

Setting = str | int | float
SettingValues = Mapping[str, Setting]
"""Settings by name, those of them that are single words or numbers."""


def search_settings_of(program: Program) -> SettingValues:
    """Return the settings of the search in a ruleset."""
    search = program.tables.search
    values = {field.name: getattr(search, field.name) for field in fields(search)}
    return {name: value for name, value in values.items() if isinstance(value, Setting)}


def with_search_settings(program: Program, values: SettingValues) -> Program:
    """Return a program that differs in some of these settings."""
    kept: dict[str, Any] = {**values}  # each of the type that it was read with
    tables = program.tables
    return replace(program, tables=replace(tables, search=replace(tables.search, **kept)))
