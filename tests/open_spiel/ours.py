"""A game that stops at every question, also where there is only one answer, as OpenSpiel does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from rulewright.backends import Program
from rulewright.backends.native import native
from rulewright.engine import Game
from rulewright.engine.exhaustive import stopping
from rulewright.workspace import compiled_program

Forgets = Callable[[list[str]], list[str]]
"""What remains of the lines that a seat has read, where the other side forgets something."""


@cache
def program(folder: str, seats: int) -> Program:
    """Return the traced program of a ruleset; a question with a single answer is a decision like any other."""
    return stopping(compiled_program(folder, seats, traced=True))


@cache
def program_in_c(folder: str, seats: int) -> Program:
    """Return the program in C, which keeps no log: for what is legal and what comes of it, much quicker."""
    return native(compiled_program(folder, seats), forced=True)


@dataclass
class Ours:
    """A game and what each seat has read of it so far."""

    game: Game
    read: list[list[str]] = field(default_factory=list)
    told: int = 0

    @classmethod
    def start(cls, folder: str, seats: int, seed: int, in_c: bool = False) -> Ours:
        rules = program_in_c(folder, seats) if in_c else program(folder, seats)
        return cls(Game.start(rules, seed), [[] for _ in range(seats)])

    def looks(self, seat: int, forgets: Forgets = list) -> str:
        """All that a seat has to tell this game from others: what it sees, what it has read, what it is asked."""
        for line in self.game.log[self.told :]:
            for reader, lines in enumerate(self.read):
                if line.private is None or reader in line.private:
                    lines.append(line.text)
        self.told = len(self.game.log)
        question = self.game.question if seat == self.game.seat else None
        asked = [question.prompt, [choice.label for choice in question.choices]] if question else []
        return json.dumps([forgets(self.read[seat]), self.game.view(seat), asked])
