"""The game in examples/seats/README.md; `python tests/outside/example_game.py` writes it anew."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch

from rulewright.engine import Game
from rulewright.players.external import table
from rulewright.players.external.kinds import Outside, outside_seat
from rulewright.players.external.messages import Sent, encoded_line
from rulewright.players.external.process import ProcessLink
from rulewright.players.external.table import OutsideSeats
from rulewright.workspace import compiled_program

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "examples" / "seats" / "README.md"
BLOCK = re.compile(r"^```text\n.*?^```\n", re.MULTILINE | re.DOTALL)
GAME = 4


class Noted(ProcessLink):
    """Notes what is said."""

    def send(self, message: Sent) -> None:
        SAID.append(f"> {encoded_line(message).decode()}")
        super().send(message)

    def receive(self, seconds: float) -> bytes:
        data = super().receive(seconds)
        SAID.append(f"< {data.decode()}\n")
        return data


SAID: list[str] = []


def noted(kind: Outside) -> Noted:
    return Noted(kind.words)


def transcript() -> str:
    """Play the game and return what is said in it."""
    SAID.clear()
    with patch.object(table, "open_link", noted):
        play()
    return "".join(SAID)


def play() -> None:
    kind = outside_seat(f"cmd:{ROOT / 'examples' / 'seats' / 'seat.py'}")
    seats = OutsideSeats(compiled_program(str(ROOT / "examples" / "kuhn-poker"), 2, traced=True), kind)
    game = Game.start(seats.program, GAME)
    while not game.over:
        seats.log = game.log
        person = game.seat == 0
        game.choose(game.codes[0] if person else seats(game.state, game.codes, GAME, len(game.decisions)))
    seats.end_game(game.state)
    seats.close()


def page() -> str:
    """Return the page with the game in it."""
    return BLOCK.sub(lambda _: f"```text\n{transcript()}```\n", PAGE.read_text("utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
