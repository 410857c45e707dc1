"""Where the commands meet the stages: finding rulesets, compiling them, starting, saving and loading games."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from rulewright.diagnostics import Diagnostic, Findings, RulesError, Span
from rulewright.players.table import TableGame
from rulewright.report.layout import from_to
from rulewright.source.layers import layers

if TYPE_CHECKING:
    from rulewright.check.core import CheckedRules
    from rulewright.compose.composed import Composed
    from rulewright.source import RulesetSource
    from rulewright.syntax.declarations import ChangeFigure


@dataclass(frozen=True, slots=True)
class About:
    """What a person wants to know of a ruleset before playing it."""

    name: str
    title: str
    edition: str
    folder: Path
    fewest: int
    most: int
    names: tuple[str, ...]
    assumed: int
    edition_of: str = ""
    """The ruleset that this is another edition of; nothing for a game or a variant."""
    variant_of: str = ""
    """The ruleset that this is a variant of; nothing for a game or an edition."""
    same_rules: tuple[str, ...] = ()
    """Other printings that have these rules too."""

    @property
    def headline(self) -> str:
        """Title and edition in one piece."""
        return f"{self.title}, {self.edition}" if self.edition else self.title

    @property
    def players(self) -> str:
        """How many can play: `2 to 4 players`."""
        return from_to(self.fewest, self.most, "player")


def near(path: Path) -> str:
    """Return the path as a person here would write it."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


@cache
def source_of(ruleset: str) -> RulesetSource:
    """Load a ruleset's files, once for a command, or raise what is wrong with them."""
    from rulewright.source import load

    findings = Findings()
    source = load(ruleset, findings)
    findings.stop_on_errors()
    return source


def about(ruleset: str) -> About:
    """Return what a ruleset says about itself."""
    return described(source_of(ruleset))


def described(source: RulesetSource) -> About:
    """Return what loaded files say about the ruleset; what it does not say comes from what it stands on."""
    manifest = source.manifest
    players = manifest.players
    low, high, names = (players.low, players.high, players.names) if players else (1, 1, ())
    edition = manifest.edition.text if manifest.edition else ""
    seats = tuple(name.text for name in names)
    below = manifest.extends.text if manifest.extends else ""
    kind = ("", below) if manifest.variant else (below, "")
    named = (source.name, manifest.title.text, edition, source.folder)
    return About(*named, low, high, seats, assumed(source), *kind, manifest.same_rules)


def assumed(source: RulesetSource) -> int:
    """Count the figures, rows and changes of figures, as written, that are assumed.

    A figure given again counts as it is given last.
    """
    guesses: dict[str, bool] = {}
    for layer in reversed(layers(source)):
        guesses.update((f"{change.span.file}:{change.span.line}", True) for change in _assumed_changes(layer))
        for figure in layer.figures:
            guesses.setdefault(f"figure {figure.name}", figure.assumed is not None)
        for inventory in layer.inventories:
            for row in inventory.rows:
                guesses.setdefault(f"{row.span.file}:{row.span.line}", row.assumed is not None)
    return sum(guesses.values())


def _assumed_changes(layer: RulesetSource) -> Iterator[ChangeFigure]:
    """Yield the changes of figures that are assumed; a rule file without the word is not parsed."""
    from rulewright.syntax.declarations import ChangeFigure, Difference
    from rulewright.syntax.parser import parse

    for file in layer.rules:
        for decl in parse(file.path, file.text, Findings()) if " assumed " in file.text else ():
            edits = decl.edits if isinstance(decl, Difference) else (decl,)
            yield from (edit for edit in edits if isinstance(edit, ChangeFigure) and edit.assumed)


def every() -> list[str]:
    """Return the rulesets that can be named here: those in ./rulesets and the shipped ones."""
    from rulewright.source import available

    return list(available())


def program(ruleset: str, seats: int, settings: Mapping[str, int], traced: bool = True, language: str = "") -> Any:
    """Compile a ruleset, in a language that it has; the traced build knows log and why."""
    from rulewright.backends import compile_source

    source = replace(source_of(ruleset), language=language)
    return compile_source(source, seats, dict(settings), traced=traced)


def shown_names(ready: Any) -> list[str]:
    """Return the seats as they are called in the language of a compiled game."""
    return list(ready.domains["player"].labels)


def start(ready: Any, number: int) -> TableGame:
    """Start a game by its number."""
    from rulewright.engine import Game

    return cast(TableGame, Game.start(ready, seed=number))


def from_scenario(ruleset: str, scenario: str, ready: Any) -> TableGame:
    """Start a game at the position that a scenario gives."""
    from rulewright.scenarios.run import position

    return cast(TableGame, position(ruleset, scenario, ready))


def save(game: TableGame, path: Path) -> None:
    """Write a game to a file."""
    from rulewright.engine.saves import save as write

    write(cast(Any, game), path)


def load(path: Path, ready: Any) -> TableGame:
    """Read a saved game."""
    from rulewright.engine.saves import load as read

    return cast(TableGame, read(path, ready))


def seats_in(path: Path) -> int:
    """Return how many play in a saved game."""
    from rulewright.engine.kept import read

    return len(read(path).seats)


def examine(ruleset: str) -> tuple[Diagnostic, ...]:
    """Return every finding in a ruleset, warnings too, for each number of players that it allows and each language.

    What was found in rules that are without errors is kept, so that they are looked at again only after a change.
    """
    from rulewright.source import cache, load

    findings = Findings()
    source = load(ruleset, findings)
    if findings.found:
        return _examined(source, findings)
    key = _key_of(source)
    kept = cache.load(key)
    if kept is None:
        found = _examined(source, findings)
        cache.save(key, [(f.code, tuple(f.span), f.message, f.remedy, f.severity) for f in found])
        return found
    return tuple(Diagnostic(code, Span(*span), *rest) for code, span, *rest in kept)


def _key_of(source: RulesetSource) -> str:
    """The name under which findings in these files are kept."""
    from rulewright.backends.compiled import contents
    from rulewright.source import available, cache

    stages = ("diagnostics", "source", "syntax", "compose", "check", "cli")
    labels, names = repr([layer.labels for layer in layers(source)]), repr(list(available()))
    return cache.fingerprint("examined", cache.own_code(*stages), contents(source), labels, names)


def _examined(source: RulesetSource, findings: Findings) -> tuple[Diagnostic, ...]:
    """Compose and check; raises `RulesError` when a mistake makes the rest impossible."""
    from rulewright.check.check import check
    from rulewright.compose.compose import compose

    rules = compose(source, findings)
    shape = described(source)
    for seats in range(shape.fewest, shape.most + 1):
        try:
            check(rules, seats, findings)
        except RulesError:
            if not _only_in_texts(source, findings):
                raise
            break
    for language in source.languages[1:]:
        _examine_texts(replace(source, language=language), shape.most, findings)
    return tuple(findings.found)


def _only_in_texts(source: RulesetSource, findings: Findings) -> bool:
    """Whether all mistakes are in labels, so that texts in other languages can be looked at all the same."""
    return all(found.span.file in _label_files(source) for found in findings.found if found.severity == "error")


def _label_files(source: RulesetSource) -> set[str]:
    return {one.span.file for layer in layers(source) for one in layer.labels}


def _examine_texts(source: RulesetSource, seats: int, findings: Findings) -> None:
    """Check rules in another language, and keep what is wrong with its texts."""
    from rulewright.check.check import check
    from rulewright.compose.compose import compose

    own, files = Findings(), _label_files(source)
    with suppress(RulesError):
        check(compose(source, own), seats, own)
    for found in own.found:
        if found.span.file in files:
            findings.add(found.code, found.span, found.message, *found.remedy, severity=found.severity)


def finished(ruleset: str, seats: int) -> tuple[Composed, CheckedRules]:
    """Return the finished rules as they are written, and as they are checked for a number of players."""
    from rulewright.check.check import check
    from rulewright.compose.compose import compose

    findings = Findings()
    rules = compose(source_of(ruleset), findings)
    return rules, check(rules, seats, findings)


def seats_for(about: About, players: int | None) -> int:
    """Return how many play: as many as are asked for, if the game is for so many, else the most."""
    seats = about.most if players is None else players
    if not about.fewest <= seats <= about.most:
        raise click.UsageError(f"{about.title} is for {about.players}.")
    return seats


def limits() -> tuple[type[BaseException], ...]:
    """Return the errors that say a limit was exceeded; nothing is imported, as nothing may fail here."""
    engine = sys.modules.get("rulewright.engine.trouble")
    ours: tuple[type[BaseException], ...] = (engine.LimitExceeded,) if engine else ()
    return (*ours, RecursionError, MemoryError)
