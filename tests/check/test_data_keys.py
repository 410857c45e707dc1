"""The table of what data files name: complete beside the schemas, and each row is checked, indexed and so renamed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.check.data_keys import DATA_KEYS, DataKey, keys_at
from rulewright.source.schema import PLAN_SCHEMA, load_schema
from rulewright.workspace import Workspace

ROOT = Path(__file__).parents[2]
KUHN, HEARTS, GOA = str(ROOT / "examples/kuhn-poker"), str(ROOT / "examples/hearts"), "goa"
SAID = {"kind", "difference", "name", "language", "reward", "opponents", "playouts", "say/.*"}
SAID |= {"things/x/colour", "boards/x/behind"}
"""Keys of texts that are no names of what rules declare."""
WEIGHTS = "kind: weights\nworth: {{{}}}\n"
TIME = "kind: weights\ntime: {{{}}}\nworth: {{ducat: 1}}\n"
TRIED: dict[tuple[str, str, bool], tuple[str, str, str]] = {
    ("weights", "worth", True): (KUHN, WEIGHTS.format("NAME: 3"), "chip"),
    ("weights", "worth/.*", True): (KUHN, WEIGHTS.format("hand: {NAME: 3}"), "rank"),
    ("weights", "time/phase", False): (GOA, TIME.format("phase: NAME, first: [1, column-1], last: [4, 1]"), "round"),
    (PLAN_SCHEMA, "plays", False): (GOA, "kind: seat\nname: mine\nplays: NAME\n", "homebody"),
    (PLAN_SCHEMA, "(prefers|never)", False): (KUHN, "kind: seat\nname: mine\nprefers: [NAME]\n", "bet"),
    (PLAN_SCHEMA, "at most", True): (GOA, "kind: seat\nname: mine\nat most: {NAME: 3}\n", "bid"),
    (PLAN_SCHEMA, "does not know", False): (KUHN, "kind: seat\nname: mine\ndoes not know: [NAME]\n", "hand"),
    (PLAN_SCHEMA, "weights", True): (KUHN, "kind: seat\nname: mine\nweights: {NAME: 3}\n", "chip"),
    (PLAN_SCHEMA, "weights/.*", True): (KUHN, "kind: seat\nname: mine\nweights: {hand: {NAME: 3}}\n", "rank"),
    ("search", "weights", True): (KUHN, "kind: search\nweights: {NAME: 3}\n", "chip"),
    ("search", "weights/.*", True): (KUHN, "kind: search\nweights: {hand: {NAME: 3}}\n", "rank"),
    ("table", "first", False): (KUHN, "kind: table\nfirst: [NAME]\n", "player.hand"),
    ("table", "show", False): (KUHN, "kind: table\nshow: [NAME]\n", "player.rank"),
    ("table", "hide", False): (KUHN, "kind: table\nhide: [NAME]\n", "game.deck"),
    ("table", "total", False): (GOA, "kind: table\ntotal: [NAME]\n", "player.row"),
    ("table", "path", True): (GOA, "kind: table\npath: {NAME: player.row}\n", "column"),
    ("table", "say", True): (KUHN, "kind: table\nsay: {NAME: moves}\n", "player.hand"),
    ("look", "things", True): (GOA, "kind: look\nthings: {NAME: {icon: coins}}\n", "spice.ginger"),
    ("look", "boards", True): (GOA, "kind: look\nboards: {NAME: {at: {b2: [40, 40]}}}\n", "space"),
    ("look", "boards/[^/]*/at", True): (HEARTS, "kind: look\nboards: {suit: {at: {NAME: [40, 40]}}}\n", "spades"),
}
"""By rows of the table: a ruleset, a file with NAME where names are, and a name that is known there."""
ELSEWHERE = {"inventory", "figures", "time/(first|last)", "path/.*"}
"""Kinds of files, and keys, of which other tests show it."""


def strings(schema: Any, path: str = "", root: Any = None) -> Iterator[tuple[str, bool]]:
    """Yield where a schema has texts that are not listed in it: at keys, and whether as keys."""
    root = root or schema
    if "$ref" in schema:
        place = schema["$ref"]
        other = load_schema("weights") if place.startswith("weights.") else root
        if path.count("/") < 2:
            yield from strings(other["$defs"][place.rpartition("/")[2]], path, other)
        return
    if "string" in schema.get("type", ()) and not {"enum", "const"} & schema.keys():
        yield path, False
    if isinstance(schema.get("additionalProperties"), dict):
        yield path, True
        yield from strings(schema["additionalProperties"], f"{path}/x", root)
    for name, inner in schema.get("properties", {}).items():
        yield from strings(inner, f"{path}/{name}".lstrip("/"), root)
    yield from strings(schema["items"], path, root) if "items" in schema else ()


@pytest.mark.parametrize("role", ["weights", PLAN_SCHEMA, "search", "table", "look"])
def test_every_text_of_a_schema_is_a_name_in_the_table_or_said_to_be_none(role: str) -> None:
    places = set(strings(load_schema(role)))
    missing = {place for place in places if not any(keys_at(role, *place))}
    assert {path for path, is_key in missing if not any(re.fullmatch(said, path) for said in SAID)} == set()
    assert len(places) > 1


def test_every_row_is_tried() -> None:
    rows = {(row.role, row.path, row.is_key) for row in DATA_KEYS if not {row.role, row.path} & ELSEWHERE}
    assert rows == TRIED.keys()


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", [row for row in DATA_KEYS if row[:3] in TRIED], ids=lambda row: f"{row.role} {row.path}"
)
def test_an_unknown_name_is_a_finding_and_a_known_one_a_use(row: DataKey) -> None:
    ruleset, text, name = (
        TRIED[row[:3]] if not row.full or row.role in ("table", "look") else (GOA, TRIED[row[:3]][1], "game.marked")
    )
    space = Workspace()
    rules = space.ruleset(ruleset)
    file = rules.folder.resolve() / "data" / "tried.yaml"
    space.overlay(file, text.replace("NAME", "nonsense"))
    codes = [one.code.value for one in rules.findings if one.span.file.endswith("tried.yaml")]
    assert "unknown-name" in codes
    space.overlay(file, text.replace("NAME", name))
    shown, line = rules.shown_path(file), text[: text.index("NAME")].count("\n") + 1
    assert shown is not None
    column = text.split("\n")[line - 1].index("NAME") + len(name)
    found = rules.symbols.at(shown, line, column)
    assert found is not None and found.kind in {kind.rpartition(".")[2] for kind in row.kinds}


@pytest.mark.parametrize(
    ("name", "fits"),
    [("point.men", True), ("player.off", True), ("game.starter", False), ("player.own", False), ("point.way", False)],
)
def test_a_path_shows_how_far_players_are_or_a_number_of_its_stops(name: str, fits: bool) -> None:
    space = Workspace()
    rules = space.ruleset(str(ROOT / "examples/backgammon"))
    space.overlay(rules.folder.resolve() / "data" / "tried.yaml", f"kind: table\npath: {{point: {name}}}\n")
    codes = [one.code.value for one in rules.findings if one.span.file.endswith("tried.yaml")]
    assert codes == ([] if fits else ["unknown-name"])
