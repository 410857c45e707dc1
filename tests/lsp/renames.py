"""Every name of a ruleset renamed, one by one: what is found afterwards, and how the games go that were written down.

`python -m tests.lsp.renames` renames all names of goa, or those of the ruleset in a folder, and prints what is wrong.
With `--log FILE` it goes on where it was stopped. Games are played by the traced build, which compiles soonest.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.backends import Program
from rulewright.backends.build import build
from rulewright.backends.python.loading import load_program
from rulewright.check.symbols import Symbol
from rulewright.diagnostics import NOWHERE
from rulewright.engine.rule_names import RuleNames
from rulewright.engine.savefile.format import read
from rulewright.lsp.positions import range_of
from rulewright.lsp.project import Project, Refused
from rulewright.lsp.renaming import Renaming, rename_at
from rulewright.playtest.replay import replay_difference
from rulewright.source.disk import reading_from

GOA = Path(__file__).parents[2] / "rulesets" / "goa"
ENDING = "-q"
"""What is put behind a name."""


class Renamer:
    """A ruleset in a folder of its own, whose names are renamed one by one; each is put back afterwards."""

    def __init__(self, folder: Path, root: Path, games: int) -> None:
        """`games` of the replays of each number of players are played again."""
        self.folder = root / "rulesets" / folder.name
        shutil.copytree(folder, self.folder)
        self.project = Project(root)
        self.rules = self.project.ruleset(self.folder)
        self.before = self.rules.findings
        by_seats: dict[int, list[Path]] = {}
        for path in sorted((self.folder / "replays").iterdir()):
            by_seats.setdefault(len(read(path).seats), []).append(path)
        self.replays = {path: seats for seats, paths in by_seats.items() for path in paths[:games]}

    @property
    def symbols(self) -> list[Symbol]:
        """The names that are written somewhere."""
        return [one for one in self.rules.symbols.all if one.span != NOWHERE]

    def rename(self, symbol: Symbol) -> Renaming:
        """Rename a symbol, without writing anything. Raises `Refused`."""
        path = self.project.path(self.rules, symbol.span.file)
        assert path is not None
        start, end = range_of(symbol.span, self.project.lines(path))
        declared = self.project.lines(path)[start.line][start.character : end.character]
        return rename_at(self.project, path, start, declared.strip("\"'") + ENDING)

    def wrong_after(self, symbol: Symbol, done: Renaming) -> str:
        """Return what is not as it was once a symbol is renamed; nothing where all is."""
        old = self.names()
        with self.project.trying(done.edits):
            found = [one for one in self.rules.findings if one not in self.before]
            if found:
                return str(found[0])
            for path, seats in self.replays.items():
                program = self.program(seats, old, symbol) if done.remark else self.rules.program(seats, traced=True)
                with reading_from(self.project.space.files):
                    kept = read(path)
                if (other := replay_difference(path, kept, program)) is not None:
                    return f"{path.name}: {other}"
        return ""

    def names(self) -> RuleNames:
        names = self.rules.names()
        assert names is not None
        return names.rules

    def program(self, seats: int, old: RuleNames, symbol: Symbol) -> Program:
        """Return the program in which chance goes by the old names."""
        back = {symbol.name + ENDING: symbol.name}
        for before, after in zip(old.domains.values(), self.names().domains.values(), strict=True):
            back |= {after.name: before.name} | dict(zip(after.members, before.members, strict=True))
        made = build(self.rules.checked_rules(seats), traced=True, chance_names=back)
        return load_program(replace(made, tables=replace(made.tables, fingerprint="")))


def results(renamer: Renamer, symbols: list[Symbol]) -> Iterator[tuple[str, Symbol, str]]:
    """Rename symbols, and yield of each what came of it: refused, wrong, other games or the same games, and why."""
    for symbol in symbols:
        try:
            done = renamer.rename(symbol)
        except Refused as problem:
            yield "refused", symbol, str(problem)
            continue
        wrong = renamer.wrong_after(symbol, done)
        yield "wrong" if wrong else "other shuffles" if done.remark else "same games", symbol, wrong or done.remark


def called(symbol: Symbol) -> str:
    """Return a name by which no other symbol is called."""
    return f"{symbol.kind} {symbol.full_name} ({Path(symbol.span.file).name}:{symbol.span.line}:{symbol.span.column})"


def main() -> None:
    """Rename every name, and print what is wrong or refused, and the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.lsp.renames", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=GOA)
    parser.add_argument("--games", type=int, default=1, help="replays of each number of players")
    parser.add_argument("--every", type=int, default=1, help="rename every n-th name only")
    parser.add_argument("--log", type=Path, default=Path(os.devnull), help="a file of outcomes, which is continued")
    asked = parser.parse_args()
    known = [line.split("\t") for line in asked.log.read_text("utf-8").splitlines()] if asked.log.exists() else []
    done = {name: outcome for outcome, name, _ in known}
    with TemporaryDirectory() as root, asked.log.open("a", encoding="utf-8") as log:
        renamer = Renamer(asked.folder, Path(root), asked.games)
        waiting = [one for one in renamer.symbols[:: asked.every] if called(one) not in done]
        for outcome, symbol, why in results(renamer, waiting):
            done[called(symbol)] = outcome
            print(outcome, called(symbol), why, sep="\t", file=log, flush=True)
            if outcome in ("wrong", "refused"):
                print(f"{outcome}: {called(symbol)}: {why}", flush=True)
    counts = Counter(done.values())
    print(f"{counts.total()} names: {', '.join(f'{number} {outcome}' for outcome, number in counts.most_common())}")


if __name__ == "__main__":
    main()
