"""What is remembered of positions: superko on small boards, and what happens where there is no room for more."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.compile.side_by_side import needs_compiler
from tests.known_games import test_known_games
from tests.known_games.test_known_games import lines_of_play
from tests.open_spiel.pair import CHECKOUT

from rulewright.backends.python import helpers as in_python
from rulewright.diagnostics import Code
from rulewright.engine import Game
from rulewright.engine.runtime_errors import LimitExceeded
from rulewright.workspace import load

pytestmark = pytest.mark.slow
SUPERKO = {2: [1, 5, 21, 68, 156, 316, 604, 1_088, 2_184, 4_184], 3: [1, 10, 91, 738]}
"""By the size of the board, the lines of play of so many moves that an independent program counts."""


def go(size: int, folder: Path, most: int = 400) -> Path:
    """Write a go on a smaller board."""
    shutil.copytree(CHECKOUT / "examples" / "go", folder / "go")
    path = folder / "go" / "rules" / "game.rules"
    text = path.read_text("utf-8").replace("9 by 9", f"{size} by {size}")
    path.write_text(text.replace("layout: 400", f"layout: {most}"), "utf-8")
    return folder / "go"


@needs_compiler
@pytest.mark.parametrize("size", SUPERKO)
def test_no_position_comes_back(size: int, tmp_path: Path) -> None:
    expected = SUPERKO[size]
    assert [level.lines for level in lines_of_play(go(size, tmp_path), len(expected) - 1, False)] == expected


def test_a_forgotten_history_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = iter(range(1 << 62))
    monkeypatch.setitem(in_python.CALLED, "digest", lambda *_: next(counter))
    monkeypatch.setattr(test_known_games, "compile_libraries", lambda _: ["only in Python"])
    found = [level.lines for level in lines_of_play(go(2, tmp_path), 7, False)]
    assert found[:7] == SUPERKO[2][:7] and found[7] > SUPERKO[2][7]


def test_once_more_than_the_rules_say_is_an_error_at_its_line(tmp_path: Path) -> None:
    game = Game.start(load(str(go(3, tmp_path, most=2))).program(2, traced=True), 1)
    with pytest.raises(LimitExceeded) as found:
        for point in ("a1", "a2", "a3"):
            game.choose(f"lay {point}")
    (finding,) = found.value.findings
    assert (finding.code, finding.span.line) == (Code.LIMIT_EXCEEDED, 26)
    assert finding.message == "layout is remembered 2 times already; write a higher number where it is declared"
