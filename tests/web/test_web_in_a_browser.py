"""Whole games in Chromium, each seat in a browser of its own, by clicks, taps and keys alone; axe-core finds nothing.

Skipped where Chromium, node or the packages of `tests/pages/browser.py` are not installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.web.serving import EXAMPLES, Served

sys.path.append(str(Path(__file__).parents[1] / "pages"))
from browser import driven, missing  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}; see tests/pages/browser.py"),
]
GAMES = ["hearts", "liars-dice", "goa", "batavia", "borneo"]


@pytest.mark.parametrize("how", ["click", "tap", "key"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end(game: str, how: str, tmp_path: Path) -> None:
    ruleset = str(EXAMPLES / game) if (EXAMPLES / game).is_dir() else game
    with Served(ruleset, store=tmp_path / "t.sqlite") as served:
        *told, made = driven("../web/clicking.mjs", how, "2000", *served.links[1:-1]).split()
    assert told == [] and 5 < int(made) < 2000


@pytest.mark.parametrize("how", ["click", "tap"])
def test_the_lobby_has_nothing_wrong_with_it(how: str, tmp_path: Path) -> None:
    with Served("goa", store=tmp_path / "t.sqlite") as served:
        assert driven("../web/clicking.mjs", how, "0", served.links[0]) == "0\n"
