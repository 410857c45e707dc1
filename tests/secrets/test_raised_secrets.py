"""Raising or lowering a secret number by as much as everybody knows does not tell what the number is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.compile.side_by_side import needs_compiler

from rulewright.backends import Program
from rulewright.backends.native import native
from rulewright.check.core import Stored
from rulewright.compile.ir.nodes import Slot
from rulewright.compile.lowering.effects import EffectLowering
from rulewright.engine import Game
from rulewright.workspace import compiled_program

AUCTION = Path(__file__).parents[2] / "examples" / "sealed-bid-auction"
WORLDS = 60
BID = "set player's bid to amount\n"


def auction(folder: Path, *lines: str) -> Program:
    """Return an auction in which each bid is changed by some lines after it has been made."""
    shutil.copytree(AUCTION, folder)
    rules = folder / "rules" / "game.rules"
    text = rules.read_text("utf-8").replace("bid: 0 to 9", "bid: 0 to 12").replace("always worth-more", "step unused")
    before, _, after = text.partition("step unused")
    text = before + after[after.index("value highest-bidders") :]
    rules.write_text(text.replace(BID, BID + "".join(f"        {line}\n" for line in lines)), "utf-8")
    return compiled_program(str(folder), seats=2)


def reckoned(program: Program, in_c: bool = False) -> set[int]:
    """Return which bids of the first player the second one reckons with, once the first one has bid 2."""
    game = next(game for game in (Game.start(program, number) for number in range(90)) if len(game.codes) > 5)
    game.choose(game.codes[2])
    fact = next(fact for fact in program.tables.facts if fact.name.endswith("bid"))
    if in_c:
        machine = native(program).machine
        assert machine is not None
        worlds = [machine.state(game.state).sample(1, number).vector for number in range(WORLDS)]
    else:
        worlds = [program.playing.sample(game.state, 1, number) for number in range(WORLDS)]
    return {fact.value(world, 0) for world in worlds}


def test_the_number_stays_a_secret(tmp_path: Path) -> None:
    program = auction(tmp_path / "raised", "raise player's bid by 1")
    assert len(reckoned(program)) > 4
    assert min(reckoned(program)) == 1, "it has been raised"


def test_what_is_set_openly_is_known(tmp_path: Path) -> None:
    program = auction(tmp_path / "open", "set player's bid to 4", "raise player's bid by 2", "lower player's bid by 1")
    assert reckoned(program) == {5}


@needs_compiler
def test_it_stays_a_secret_in_c(tmp_path: Path) -> None:
    program = auction(tmp_path / "raised", "raise player's bid by 1")
    assert reckoned(program, in_c=True) == reckoned(program)


def test_a_number_that_was_known_after_it_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what was raised is noted as what it is now."""

    def note_exactly(lowering: EffectLowering, stored: Stored, slot: Slot, *_: object) -> None:
        for kept in lowering._memory_slots(stored, slot):
            lowering.put_in(kept, slot)

    monkeypatch.setattr(EffectLowering, "remember_change", note_exactly)
    assert len(reckoned(auction(tmp_path / "raised", "raise player's bid by 1"))) == 1
