"""What a journal holds of each command is read as it was written; anything else raises `ValueError`, nothing else."""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from typing import Any

import pytest

from rulewright.comparison.arena import deals as arena
from rulewright.comparison.arena.schedule import Schedule
from rulewright.comparison.statistics.outcome import A_PLAYER, DECISIONS, PairedOutcome
from rulewright.comparison.statistics.outcome import outcomes_codec as of_outcomes
from rulewright.comparison.tuning import race as tuning
from rulewright.comparison.tuning.race import RacedGame, RaceGame
from rulewright.jobs.journal import Codec
from rulewright.playtest.game import NumberedGame, Record
from rulewright.playtest.rows import GameRows, RowColumns
from rulewright.playtest.rows import rows_codec as of_rows

RECORD = Record(3, [1, 2], [4, 5], [{"Discs": 4}, {"Discs": 5}], [[1], [0]], who=["random"] * 2, numbers={"round": 7})
BROKEN = Record(4, [1, 2], failure="no end")
COLUMNS = RowColumns(2, ("Discs",), ("round",))
ARENA = arena.Arena((), 2, schedule=Schedule((), 2, (), range(1)))
TUNING = tuning.Tuning((), 2, playouts=1, candidates=())
CODECS: dict[str, tuple[Codec[Any], Any, list[object]]] = {
    "arena": (ARENA.codec(), [NumberedGame(3, RECORD), NumberedGame(4, BROKEN)], [3, 4]),
    "tune": (TUNING.codec(),
             [RacedGame(RaceGame(1, 2, 3), 0.5, 1.25), RacedGame(RaceGame(1, 2, 4, 1), 0.0, 1.0, "no end")],
             [RaceGame(1, 2, 3), RaceGame(1, 2, 4, 1)]),
    "compare": (of_outcomes(2),
                [PairedOutcome(1, 3, {A_PLAYER: 2.5, DECISIONS: 9}), PairedOutcome(0, 4, {}, "no end", ("late",))],
                [7, 8]),
    "simulate": (of_rows(COLUMNS, 5), GameRows(COLUMNS, array("q", range(22)), [BROKEN], {0: ["late"]}), [0, 4, 11]),
}  # fmt: skip


def written(command: str) -> Any:
    codec, result, _ = CODECS[command]
    return json.loads(json.dumps(codec.encode(result)))


@pytest.mark.parametrize("command", CODECS)
def test_what_was_written_is_read_again(command: str) -> None:
    codec, result, items = CODECS[command]
    again = codec.decode(written(command))
    assert again == result and [*codec.items(again)] == items


def others(plain: Any) -> list[Any]:
    """Return copies of some JSON, each with one part in another form, left out, or added."""
    found: list[Any] = [[], {}, None, "x", -1, 1.5, True, 1 << 70, float("nan"), [plain], {"x": plain}]
    parts = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for name, part in parts:
        for other in others(part):
            copy = plain.copy()
            copy[name] = other
            found.append(copy)
        copy = plain.copy()
        del copy[name]
        found.append(copy)
    return found


@pytest.mark.parametrize("command", CODECS)
def test_what_has_another_form_is_refused_or_still_a_result(command: str) -> None:
    codec, result, _ = CODECS[command]
    refused = 0
    for other in others(written(command)):
        try:
            again = codec.decode(other)
        except ValueError:
            refused += 1
        else:
            [*codec.items(again)]
            assert type(again) is type(result) and (again != result or other)
    assert refused > 30


def packed(data: bytes) -> dict[str, object]:
    return {"games": base64.b64encode(zlib.compress(data)).decode(), "broken": []}


@pytest.mark.parametrize(
    "games",
    [
        packed(bytes(8 * 12)), packed(bytes(88 * 6)), packed(bytes(11)), packed(bytes(40_000_000)), {"broken": []},
        packed(bytes(88)) | {"games": "AAAA"}, packed(bytes(88)) | {"games": "ä"},
        packed(bytes(88)) | {"games": packed(bytes(88))["games"].removesuffix("=")[:-8]},  # type: ignore[attr-defined]
    ],
)  # fmt: skip
def test_rows_that_are_none_are_refused(games: object) -> None:
    codec = CODECS["simulate"][0]
    assert len(codec.decode(packed(bytes(88)))) == 1
    with pytest.raises(ValueError, match="rows|this is no|base64|ascii|ASCII"):
        codec.decode(games)
