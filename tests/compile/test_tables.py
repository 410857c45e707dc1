"""The tables of a program, written down and read back."""

from __future__ import annotations

import copy
import marshal
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from tests.tiers import slow_unless

from rulewright.compile import CompiledProgram, ProgramTables
from rulewright.compile.tables.storage import FORMAT, as_plain, from_plain, to_plain
from rulewright.diagnostics import Findings
from rulewright.source import cache
from rulewright.source.loading import load
from rulewright.workspace import Ruleset

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.parent for path in ROOT.glob("examples/*/ruleset.yaml"))
SMALL = ROOT / "examples" / "tic-tac-toe"
PLAYED = slow_unless(lambda folder: folder == SMALL, [*EXAMPLES, ROOT / "rulesets" / "goa"])


def program(folder: Path, **build: bool) -> CompiledProgram:
    source = load(str(folder), Findings())
    seats = source.manifest.players.low if source.manifest.players else 1
    return Ruleset.of(source).program(seats, **build).compiled


@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
@pytest.mark.parametrize("build", ["plain", "traced", "marked"])
def test_a_program_is_read_back_as_it_was_written(folder: Path, build: str) -> None:
    written = program(folder, **({} if build == "plain" else {build: True}))
    kept = marshal.loads(marshal.dumps(to_plain(written)))
    found = from_plain(kept)
    assert found is not None
    assert as_plain(found) == as_plain(written)
    for field in fields(ProgramTables):
        assert type(getattr(found.tables, field.name)) is type(getattr(written.tables, field.name))


def nodes(plain: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Yield the way to each part of plain values; of a list only to the first and the last."""
    yield path
    if isinstance(plain, dict):
        for key, part in list(plain.items())[:2]:
            yield from nodes(part, (*path, key))
    elif isinstance(plain, list | tuple):
        few = isinstance(plain, list) and len(plain) > 2
        for at in (0, len(plain) - 1) if few else range(len(plain)):
            yield from nodes(plain[at], (*path, at))


def with_part(plain: object, path: tuple[object, ...], part: object) -> object:
    """Return plain values with another part in one place."""
    if not path:
        return part
    if isinstance(plain, tuple):
        changed = list(plain)
        changed[path[0]] = with_part(plain[path[0]], path[1:], part)  # type: ignore[call-overload, index]
        return tuple(changed)
    changed = copy.copy(plain)  # type: ignore[assignment]
    changed[path[0]] = with_part(plain[path[0]], path[1:], part)  # type: ignore[call-overload, index]
    return changed


@pytest.mark.slow
def test_a_foreign_value_anywhere_is_no_program() -> None:
    plain = to_plain(program(SMALL, marked=True))
    assert from_plain(plain) is not None
    ways = list(nodes(plain))
    assert len(ways) > 150
    for path in ways:
        for foreign in (1j, (), b"bytes"):
            assert from_plain(with_part(plain, path, foreign)) is None, path


@pytest.mark.parametrize("plain", [None, 1, (), (FORMAT,), {"format": FORMAT}, ("program 1", ()), (FORMAT, ())])
def test_anything_else_is_no_program(plain: object) -> None:
    assert from_plain(plain) is None


def other_program(kept: object) -> object:
    """Return what is kept, but something else for a program."""
    return (FORMAT, "something else") if isinstance(kept, tuple) and kept[:1] == (FORMAT,) else kept


def test_a_foreign_entry_in_the_cache_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    source, loaded = load(str(SMALL), Findings()), cache.load
    usual = Ruleset.of(source).program(2).compiled
    saved: list[object] = []
    monkeypatch.setattr(cache, "load", lambda name: other_program(loaded(name)))
    monkeypatch.setattr(cache, "save", lambda name, value: saved.append(value))
    assert as_plain(Ruleset.of(source).program(2).compiled.tables) == as_plain(usual.tables)
    assert to_plain(usual) in saved
