"""What a seat does without visible effect reads alike in every world that an onlooker cannot tell apart.

Redealing what somebody does not know shows whether a position gives something away (see test_thousand). Here the game
goes on: the same choice is made in both worlds, and the log and the questions of the onlooker are compared.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from looking import FOLDERS, PROBES
from pairs import INFERRED, PAIRS, compared, paired, secrets
from tests.tiers import sampled, slow_unless

from rulewright.compile.tables import ProgramTables
from rulewright.engine import Game, log
from rulewright.engine.game import Question
from rulewright.engine.log import LogLine, Teller

SMALL = {"kuhn-poker", "sharing-out", "laying-cards", "sealed-bid", "goofspiel"}
PLANTED_IN = [folder for folder in (*FOLDERS, *PROBES) if folder.name in ("kuhn-poker", "sharing-out", "goa")]
ENOUGH = {"kuhn-poker": 60, "sharing-out": 60, "goa": 250}
"""How many pairs of these are compared until a planted leak shows."""


@pytest.mark.slow
@pytest.mark.parametrize("folder", slow_unless(lambda f: f.name in SMALL, paired()), ids=lambda folder: folder.name)
def test_onlookers_read_the_same_in_worlds_that_look_alike(folder: Path) -> None:
    alike = 0
    for pair, told in compared(folder, PAIRS):
        assert not told, f"pair {pair.number}, seen by seat {pair.onlooker}:\n{told}"
        alike += 1
    assert alike == PAIRS, "too few pairs could be compared"


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder", [folder for folder in PROBES if folder.name in INFERRED], ids=lambda folder: folder.name
)
def test_there_are_no_pairs_where_others_can_infer_everything(folder: Path) -> None:
    assert not list(compared(folder, 1))


# ---- that it would be noticed

Patch = pytest.MonkeyPatch


def odd(game: Game) -> bool:
    """Say something of what players keep secret, and nothing else."""
    kept = [secrets(game.program, game.state, seat) for seat in range(game.program.seats)]
    return bool(zlib.crc32(repr(kept).encode()) & 1)


def afterwards(patch: Patch, change: Callable[[Game, list[LogLine]], list[LogLine]]) -> None:
    """Let every stretch of the log be changed where something secret is so."""
    original = Game._run

    def run(self: Game, go: object) -> None:
        at = len(self.log)
        original(self, go)
        if odd(self):
            self.log[at:] = change(self, self.log[at:])

    patch.setattr(Game, "_run", run)


def stopping(patch: Patch) -> None:
    """Who stops playing secret cards is told to have had some: how this was found."""
    patch.setattr(log, "option_of", lambda _: -1)


def single_answers_in_silence(patch: Patch) -> None:
    patch.setattr(Teller, "_forced", lambda *_: [])


def single_answers_as_such(patch: Patch) -> None:
    def forced(self: Teller, *note: object) -> list[LogLine]:
        return [replace(line, text=f"{line.text} (what else)") for line in Teller._chosen(self, *note)]  # type: ignore[arg-type]

    patch.setattr(Teller, "_forced", forced)


def hidden_choices_to_all(patch: Patch) -> None:
    patch.setattr(ProgramTables, "is_hidden", lambda *_: False)


def hidden_moves_to_all(patch: Patch) -> None:
    patch.setattr(log, "seats_in", lambda *_: None)


def one_line_more(patch: Patch) -> None:
    afterwards(patch, lambda _, lines: [*lines, *lines[-1:]])


def one_line_fewer(patch: Patch) -> None:
    afterwards(patch, lambda _, lines: lines[:-1])


def lines_in_another_order(patch: Patch) -> None:
    afterwards(patch, lambda _, lines: lines[::-1])


def another_word(patch: Patch) -> None:
    afterwards(patch, lambda _, lines: [replace(line, text=line.text.replace(".", "!")) for line in lines])


def another_rule_named(patch: Patch) -> None:
    afterwards(patch, lambda _, lines: [replace(line, rule="rule.secret") for line in lines])


def asking(patch: Patch, change: Callable[[Question], Question]) -> None:
    """Let every question be changed where something secret is so."""
    original = Game.question.fget
    assert original is not None

    def question(self: Game) -> Question | None:
        asked: Question | None = original(self)
        return change(asked) if asked is not None and odd(self) else asked

    patch.setattr(Game, "question", property(question))


def another_prompt(patch: Patch) -> None:
    asking(patch, lambda asked: replace(asked, prompt=f"{asked.prompt} Think well."))


def options_in_another_order(patch: Patch) -> None:
    asking(patch, lambda asked: replace(asked, choices=asked.choices[::-1]))


LEAKS = (
    stopping, single_answers_in_silence, single_answers_as_such, hidden_choices_to_all, hidden_moves_to_all,
    one_line_more, one_line_fewer, lines_in_another_order, another_word, another_rule_named, another_prompt,
    options_in_another_order,
)  # fmt: skip


@pytest.mark.parametrize("leak", sampled(6, LEAKS), ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_noticed(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    leak(monkeypatch)
    assert any(told for folder in PLANTED_IN for _, told in compared(folder, ENOUGH[folder.name]))
