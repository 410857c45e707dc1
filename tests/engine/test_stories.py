"""Small games are told, asked and shown as it is kept in `stories/`."""

from __future__ import annotations

import pytest
from stories import GAMES, file_of, story


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_as_it_is_kept(name: str) -> None:
    kept = file_of(name).read_text("utf-8")
    assert story(name).split("\n") == kept.split("\n"), "run `python tests/engine/stories.py`, then read `git diff`"
