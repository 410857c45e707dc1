"""Runs the commands of an editor, in turn with what else it asks for; the package's docstring lists them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.uris import to_fs_path

from rulewright.diagnostics import RulesError
from rulewright.lsp import commands
from rulewright.lsp.lenses import Lens
from rulewright.lsp.navigation import FilePlace, place_of
from rulewright.lsp.project import Refused
from rulewright.lsp.server import Server
from rulewright.lsp.wire import path_of, uri_of
from rulewright.source.folders import MANIFEST
from rulewright.workspace import Ruleset

Plain = str | int | bool | None | list["Plain"] | dict[str, "Plain"]
"""What can be sent."""


class Argument:
    """The argument of a command. What it lacks, or has of another type, is refused when it is asked for."""

    def __init__(self, ls: Server, values: dict[str, Plain]) -> None:
        self.ls, self.project, self.values = ls, ls.project, values

    def text(self, key: str) -> str | None:
        """Return a text, if there is one."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, str):
            raise Refused(f'"{key}" is a text.')
        return value

    def number(self, key: str) -> int | None:
        """Return a number that is not negative, if there is one."""
        value = self.values.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
            raise Refused(f'"{key}" is a number from 0 on.')
        return value

    def texts(self, key: str) -> list[str] | None:
        """Return a list of texts, if there is one."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise Refused(f'"{key}" is a list of texts.')
        return [str(one) for one in value]

    @property
    def path(self) -> Path:
        """The file that the command is about."""
        return path_of(self.text("uri") or "")

    @property
    def folder(self) -> Path:
        """The folder of its ruleset."""
        folder = self.project.folder_of(self.path)
        if folder is None:
            raise Refused('"uri" is a file of a ruleset.')
        return folder

    def ruleset(self, key: str) -> Ruleset | None:
        """Return a ruleset by its name, its folder or one of its files, if one is given."""
        given = self.text(key)
        if given is None:
            return None
        path = Path(os.path.realpath(to_fs_path(given) or "")) if ":" in given else None
        if path is None:
            return self.project.ruleset(self.folder).beside(given)
        return self.project.ruleset(self.project.folder_of(path) or path)


Run = Callable[[Argument], Awaitable[tuple[Plain, str]]]
"""Returns the result of a command, and what to say about it."""


def argument_of(path: Path, lens: Lens) -> list[lsp.LSPAny]:
    """Return the arguments of the command of a lens."""
    argument: dict[str, Plain] = {"uri": uri_of(path), "show": True}
    if lens.place is not None:
        argument["location"] = _location(lens.place)
    if lens.scenario is not None:
        argument |= {"names": [lens.scenario]} if lens.command == "test" else {"scenario": lens.scenario}
    elif lens.rule is not None:
        argument["rule"] = lens.rule
    return [argument]


def register_commands(ls: Server) -> None:
    """Register all commands."""
    for name, run in COMMANDS.items():
        _register(ls, f"rulewright.{name}", run)


def _register(ls: Server, name: str, run: Run) -> None:
    @ls.command(name)
    async def command(*given: Any) -> Plain:
        values = given[0] if given else {}
        if not isinstance(values, dict):
            raise JsonRpcInvalidParams("The argument of a command is an object.")
        try:
            result, said = await run(Argument(ls, values))
        except Refused as problem:
            raise JsonRpcInvalidParams(str(problem)) from None
        except RulesError as problem:
            raise JsonRpcInvalidParams(problem.findings[0].message) from None
        if values.get("show") and said:
            ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, said))
        return result


def _location(place: FilePlace | None) -> Plain:
    if place is None:
        return None
    start, end = ({"line": at.line, "character": at.character} for at in place.range)
    return {"uri": uri_of(place.path), "range": {"start": {**start}, "end": {**end}}}


async def _rulesets(given: Argument) -> tuple[Plain, str]:
    found: list[Plain] = []
    for folder in given.project.folders():
        ruleset = given.project.ruleset(folder)
        try:
            base = ruleset.source.base
        except RulesError:
            continue
        manifest = ruleset.source.manifest
        found.append({
            "name": ruleset.name if ruleset.name != str(folder) else folder.name, "title": manifest.title.text,
            "uri": uri_of(folder / MANIFEST), "base": manifest.extends.text if base and manifest.extends else None,
        })  # fmt: skip
    return found, ""


async def _scenarios(given: Argument) -> tuple[Plain, str]:
    ruleset = given.project.ruleset(given.folder)
    return [
        {
            "name": one.name.text, "location": _location(place_of(given.project, ruleset, one.name.span)),
            "rules": [*one.tested],
        }
        for one in ruleset.scenarios
    ], ""  # fmt: skip


async def _test(given: Argument) -> tuple[Plain, str]:
    found: list[commands.ScenarioOutcome] = []
    for outcome in commands.play_scenarios(given.project, given.folder, given.texts("names"), given.text("rule")):
        found.append(outcome)
        await asyncio.sleep(0)
    given.ls.renew()
    failed = [one for one in found if not one.passed]
    said = f"{len(found) - len(failed)} of {len(found)} scenarios passed."
    said = " ".join([said, *(f"Failed: {one.name}: {' '.join(one.lines)}" for one in failed[:1])])
    results: list[Plain] = [
        {"name": one.name, "passed": one.passed, "location": _location(one.place), "lines": [*one.lines]}
        for one in found
    ]
    return {"passed": len(found) - len(failed), "failed": len(failed), "results": results}, said


async def _coverage(given: Argument) -> tuple[Plain, str]:
    games, never = given.number("games") or 0, list[commands.UnreachedPoint]()
    for found in commands.unreached_outcomes(given.project, given.folder, games):
        never = found
        await asyncio.sleep(0)
    rows: list[Plain] = [
        {
            "rule": one.rule, "kind": one.kind, "words": one.words, "outcomes": [*one.outcomes], "reason": one.reason,
            "location": _location(one.place),
        }
        for one in never
    ]  # fmt: skip
    return {"games": games, "never": rows}, f"{len(never)} outcomes are never reached."


async def _diff(given: Argument) -> tuple[Plain, str]:
    other = given.ruleset("other") or commands.base_of(given.project, given.folder)
    page = commands.difference(given.project.ruleset(given.folder), other)
    return {**_page(page), "rows": page.rows}, f"{page.title}: {page.rows} differences."


async def _rulebook(given: Argument) -> tuple[Plain, str]:
    ruleset = given.project.ruleset(given.folder)
    language = given.text("language") or ""
    if language and language not in ruleset.source.languages:
        raise Refused(f"This ruleset has texts in {', '.join(ruleset.source.languages)}.")
    return {**_page(commands.rulebook(ruleset, given.ruleset("against"), language))}, ""


def _page(page: commands.CommandPage) -> dict[str, Plain]:
    return {"title": page.title, "html": page.html, "markdown": page.markdown}


async def _play(given: Argument) -> tuple[Plain, str]:
    ruleset, rule, name, line = (
        given.project.ruleset(given.folder), given.text("rule"), given.text("scenario"), given.number("line"),
    )  # fmt: skip
    chosen = None
    if name is not None:
        chosen = next((one for one in ruleset.scenarios if one.name.text == name), None)
    elif line is not None:
        chosen = commands.scenario_at(ruleset, given.path, line)
    elif rule is not None:
        chosen = next(iter(commands.scenarios_testing(ruleset, rule)), None)
    if chosen is None and name is not None:
        raise Refused(f'There is no scenario "{name}".')
    start = commands.launch(given.project, given.folder, chosen)
    result: Plain = {"command": [*start.command], "folder": str(start.folder), "scenario": start.scenario}
    return result, f"In a terminal: {start.line}"


async def _open(given: Argument) -> tuple[Plain, str]:
    place = given.values.get("location")
    if not isinstance(place, dict):
        raise Refused('"location" is a location.')
    try:
        there = given.ls.protocol._converter.structure(place, lsp.Location)
    except Exception:
        raise Refused('"location" is a location.') from None
    await given.ls.window_show_document_async(lsp.ShowDocumentParams(there.uri, take_focus=True, selection=there.range))
    return None, ""


COMMANDS: dict[str, Run] = {
    "rulesets": _rulesets, "scenarios": _scenarios, "test": _test, "coverage": _coverage, "diff": _diff,
    "rulebook": _rulebook, "play": _play, "open": _open,
}  # fmt: skip
"""The commands by name."""
