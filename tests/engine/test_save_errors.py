"""Every way to change a save by hand, and what is told of it, word for word."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulewright.backends import Program
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.engine.savefile.format import MAX_BYTES, text_of
from rulewright.engine.savefile.games import load, saved
from rulewright.workspace import compiled_program

HERE = Path(__file__).parent
CASES = YAML(typ="safe").load((HERE / "saves-by-hand.yaml").read_text("utf-8"))
HEAD = """Rulewright save. It holds every secret of this game.
{
 "format": 2,
 "title": "A harvest within a harvest",
 "ruleset": "nested-harvest",
 "fingerprint": "FINGERPRINT",
 "seats": ["Anna", "Ben"],
 "seed": 5,
 "decisions": [
  "espionage",
  "espionage",
  "ship",
  "home"
 ],
 "vector": {
  "seed": 5,
  "player.row": {"anna": 2, "ben": 3},
  "player.ship": {"anna": 1, "ben": 0},
  "game.box": {"0": 387},
  "player.area": {"anna 0": 124, "ben 0": 512},
  "player.fields": {"anna 0": 15, "ben 0": 240},
"""
FOOT = """
 },
 "at": "phase.turn: question"
}
"""


@cache
def program() -> Program:
    return compiled_program(str(HERE.parent / "probes" / "nested-harvest"), 2, None, True)


def played() -> Game:
    game = Game.start(program(), 5)
    for name in ("espionage", "espionage", "ship", "home"):
        game.choose(name)
    return game


def written() -> str:
    return text_of(saved(played()))


def by_hand(case: dict[str, Any]) -> str:
    """Return the text of a save with what a case changes in it."""
    if "text" in case:
        return str(case["text"])
    first, rest = written().split("\n", 1)
    content = json.loads(rest)
    for path, value in case.get("put", {}).items():
        *way, last = path.split("/")
        inside = within(content, way)
        inside[int(last) if isinstance(inside, list) else last] = value
    if "drop" in case:
        *way, last = case["drop"].split("/")
        del within(content, way)[last]
    return f"{first}\n{json.dumps(content)}"


def within(content: Any, way: list[str]) -> Any:
    for part in way:
        content = content[part]
    return content


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_is_told_of_a_save(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "a.save"
    file.write_text(by_hand(case), "utf-8")
    if case["says"] == "loaded":
        game = load(file, program())
        assert game.codes == ([] if game.over else played().codes)
        return
    with pytest.raises(RulesError) as told:
        load(file, program())
    (found,) = told.value.findings
    assert f"{found.code}: {' '.join((found.message, *found.remedy))}" == case["says"]
    line = case.get("line", 0)
    assert (found.span, found.severity) == ((str(file), line, min(line, 1), line, min(line, 1)), "error")


def test_how_a_save_reads() -> None:
    text = written().replace(program().fingerprint, "FINGERPRINT")
    assert text.startswith(HEAD) and text.endswith(FOOT)
    assert '"step.harvest.back": "tile.espionage.use: after step.harvest",\n' in text


def test_a_file_that_cannot_be_a_save(tmp_path: Path) -> None:
    for data, says in (
        (b"\xff\xfe", "save-broken: this is not a save: it is not a text"),
        (b" " * MAX_BYTES, "save-broken: this is not a save, or its first line was changed"),
        (
            b" " * (MAX_BYTES + 1),
            "file-too-large: this file is larger than 4,000,000 bytes; no game is as long as that",
        ),
        (None, "unreadable-file: this file cannot be read: No such file or directory"),
    ):
        file = tmp_path / f"{says[:4]}.save"
        if data is not None:
            file.write_bytes(data)
        with pytest.raises(RulesError) as told:
            load(file, program())
        assert f"{told.value.findings[0].code}: {told.value.findings[0].message}" == says
    (tmp_path / "other.save").write_bytes(written().replace("\n", "\r\n").encode())
    assert load(tmp_path / "other.save", program()).state == played().state


@pytest.mark.slow
def test_every_number_has_a_range_and_is_refused_beyond_it(tmp_path: Path) -> None:
    """Whoever reads the vector of a save relies on it: a player is one of the table, a set has only its members."""
    ranged = [entry for entry in program().entries[2:] if entry.high < (1 << 61) and entry.what != "control"]
    assert {entry.what for entry in ranged} == {"fact", "frame", "known", "location", "place"}
    for entry in ranged:
        for number in (entry.low - 1, entry.high + 1):
            value = {entry.names[0]: number} if entry.names != [""] else number
            (tmp_path / "a.save").write_text(by_hand({"put": {"fingerprint": "x", f"vector/{entry.name}": value}}))
            with pytest.raises(RulesError, match="cannot be"):
                load(tmp_path / "a.save", program())
