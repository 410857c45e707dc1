"""What is compared with OpenSpiel is here and can be played; this needs no OpenSpiel."""

from __future__ import annotations

from pathlib import Path

from tests.open_spiel.pair import CHECKOUT, MODULES, pairs

from rulewright.engine import Game
from rulewright.workspace import compiled_program


def test_every_pair_has_a_ruleset_that_begins_with_its_seats() -> None:
    found = list(pairs())
    assert len(found) >= len(MODULES) > 5
    for pair in found:
        folder = CHECKOUT / pair.ruleset
        assert Path(folder, "ruleset.yaml").is_file(), pair.name
        assert not Game.start(compiled_program(str(folder), seats=pair.seats), 1).over, pair.name
