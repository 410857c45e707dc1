"""Screens of the table as text, in `tests/screen/grids/`: `python tests/screen/grids.py` writes them anew.

Text, not pictures: styles depend on the version of textual, what stands where does not.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SIZES = ((80, 24), (140, 40))


@dataclass(frozen=True)
class Position:
    """A position after some random decisions, in a language."""

    name: str
    ruleset: str
    seats: int
    decisions: int
    language: str = ""
    keys: tuple[str, ...] = ()


WHERE = (
    ("first", 4, 0, ()),
    ("auction", 4, 9, ()),
    ("action", 4, 40, ("down",)),
    ("late", 3, 150, ()),
    ("typed", 4, 2, ("c",)),
    ("end", 3, 999, ("escape",)),
)
POSITIONS = [
    *(
        Position(f"goa-{name}-{language or 'en'}", "goa", seats, decisions, language, keys)
        for name, seats, decisions, keys in WHERE for language in ("", "pl")
    ),
    Position("batavia-crate", "batavia", 3, 40),
    Position("borneo-harbor", "borneo", 3, 40),
    Position("backgammon", "backgammon", 2, 10),
    Position("breakthrough", "breakthrough", 2, 10),
    Position("chess", "chess", 2, 10),
    Position("go", "go", 2, 30),
    Position("hearts", "hearts", 4, 27),
]  # fmt: skip


def cases() -> Iterator[tuple[Path, Position, tuple[int, int]]]:
    """Yield every file with what it shows."""
    for position in POSITIONS:
        for size in SIZES:
            yield HERE / "grids" / f"{position.name}-{size[0]}x{size[1]}.txt", position, size


def screen(position: Position, size: tuple[int, int]) -> str:
    """Return the screen of a position as text."""
    from driving import app_for, driven, played, program, text_of

    from rulewright.engine import Game

    game = played(Game.start(program(position.ruleset, position.seats, position.language), 5), position.decisions)
    kinds = ["random"] * game.program.seats
    kinds[0 if game.over else game.seat] = "person"
    app = app_for(game, kinds, position.language, held=True)
    shown: list[str] = []

    async def play(pilot) -> None:
        await pilot.press(*position.keys)
        await pilot.pause(0.3)  # until what the option at the cursor would do is shown
        shown.extend(text_of(app))

    asyncio.run(driven(app, play, size))
    return "\n".join(shown).rstrip() + "\n"


def main() -> None:
    """Write all files."""
    sys.path.insert(0, str(HERE))
    (HERE / "grids").mkdir(exist_ok=True)
    for path, position, size in cases():
        path.write_text(screen(position, size), "utf-8")


if __name__ == "__main__":
    main()
