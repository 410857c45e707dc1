"""Where the commands meet the stages: finding rulesets, compiling them, starting, saving and loading games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rulewright.diagnostics import Diagnostic, Findings
from rulewright.players.table import TableGame


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

    @property
    def headline(self) -> str:
        """Title and edition in one piece."""
        return f"{self.title}, {self.edition}" if self.edition else self.title


def near(path: Path) -> str:
    """Return the path as a person here would write it."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def source_of(ruleset: str) -> Any:
    """Load a ruleset's files, or raise what is wrong with them."""
    from rulewright.source import load

    findings = Findings()
    source = load(ruleset, findings)
    findings.stop_on_errors()
    return source


def about(ruleset: str) -> About:
    """Return what a ruleset says about itself."""
    return described(source_of(ruleset))


def described(source: Any) -> About:
    """Return what loaded files say about the ruleset."""
    manifest = source.manifest
    players = manifest.players
    return About(
        str(source.name), str(manifest.title), str(manifest.edition or ""), Path(source.folder), int(players.fewest),
        int(players.most), tuple(map(str, players.names)), assumed(source),
    )  # fmt: skip


def assumed(source: Any) -> int:
    """Count the figures and inventory rows that are assumed."""
    rows = [row for inventory in source.inventories for row in inventory.rows]
    return sum(1 for each in (*source.figures, *rows) if each.assumed)


def every() -> list[str]:
    """Return the rulesets that can be named here: those in ./rulesets, then the shipped ones."""
    from rulewright.source import known

    return list(known())


def program(ruleset: str, seats: int, settings: Mapping[str, int]) -> Any:
    """Compile a ruleset in the traced build, which knows log and why."""
    from rulewright.compile import compiled

    return compiled(ruleset, seats=seats, settings=dict(settings), traced=True)


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

    write(game, path)


def load(path: Path, ready: Any) -> TableGame:
    """Read a saved game."""
    from rulewright.engine.saves import load as read

    return cast(TableGame, read(path, ready))


def examine(ruleset: str) -> tuple[Diagnostic, ...]:
    """Return every finding in a ruleset, warnings too."""
    from rulewright.compile import examined

    return tuple(examined(ruleset))


def limits() -> tuple[type[BaseException], ...]:
    """Return the errors that say a limit was exceeded."""
    try:
        from rulewright.engine import LimitExceeded
    except ImportError:
        return (RecursionError, MemoryError)
    return (LimitExceeded, RecursionError, MemoryError)


def chain(ruleset: str) -> list[Any]:
    """Return a ruleset's files and those of everything that it stands on, the ruleset itself first."""
    found = [source_of(ruleset)]
    while (below := found[-1].manifest.extends) and len(found) < 20:
        found.append(source_of(str(below)))
    return found
