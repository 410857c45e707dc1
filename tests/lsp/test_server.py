"""The language server, asked as an editor would ask it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from editor import Editor
from tests.tiers import sampled


def place_of(path: Path, text: str) -> tuple[int, int]:
    """Return line and character of the first place of a text."""
    before = path.read_text("utf-8").partition(text)[0]
    return before.count("\n"), len(before.rpartition("\n")[2])


def test_an_unsaved_mistake_is_reported_and_goes_with_it(rules: Path, editor: Editor) -> None:
    path = rules
    text = path.read_text("utf-8")
    editor.open(path, text + "\nstep lost:\n    dp nothing\n")
    editor.until(lambda: bool(editor.codes(path)))
    assert "unknown-word" in (editor.codes(path) or [])
    editor.change(path, text)
    editor.until(lambda: editor.codes(path) == [])
    assert editor.end() == 0


@pytest.mark.slow
def test_a_fix_is_offered_and_mends_the_line(rules: Path, editor: Editor) -> None:
    path = rules
    text = path.read_text("utf-8")
    line = next(number for number, one in enumerate(text.split("\n")) if one.startswith("step "))
    wrong = text.replace("step ", "stpe ", 1)
    editor.open(path, wrong)
    editor.until(lambda: bool(editor.codes(path)))
    here = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 1}}
    params: dict[str, Any] = {"textDocument": {"uri": path.as_uri()}, "range": here, "context": {"diagnostics": []}}
    (action,) = editor.ask("textDocument/codeAction", params)
    ((edit,),) = action["edit"]["changes"].values()
    lines = wrong.split("\n")
    start, end = edit["range"]["start"]["character"], edit["range"]["end"]["character"]
    lines[line] = lines[line][:start] + edit["newText"] + lines[line][end:]
    assert "\n".join(lines) == text and action["isPreferred"]


@pytest.mark.slow
def test_names_are_found_renamed_and_described(rules: Path, editor: Editor) -> None:
    path = rules
    text = path.read_text("utf-8")
    editor.open(path)
    name = text.partition("\nstep ")[2].partition(":")[0].split(" ")[0]
    line, character = place_of(path, f"step {name}")
    at = editor.at(path, line, character + 5)
    defined = editor.ask("textDocument/definition", at)
    assert defined["range"]["start"] == {"line": line, "character": character + 5}
    used = editor.ask("textDocument/references", {**at, "context": {"includeDeclaration": True}})
    assert len(used) > 1
    assert f"**{name}** · step" in editor.ask("textDocument/hover", at)["contents"]["value"]
    changed = editor.ask("textDocument/rename", {**at, "newName": "quite-another"})["changes"]
    assert sum(map(len, changed.values())) == len(used)
    assert "word of the language" in editor.ask("textDocument/rename", {**at, "newName": "step"})
    assert "is no name" in editor.ask("textDocument/rename", {**at, "newName": "Two words"})


@pytest.mark.slow
def test_what_fits_is_offered(rules: Path, editor: Editor) -> None:
    path = rules
    text = path.read_text("utf-8") + "\nstep more:\n    do "
    editor.open(path, text)
    lines = text.split("\n")
    found = editor.ask("textDocument/completion", editor.at(path, len(lines) - 1, 7))["items"]
    best = [item for item in found if item["sortText"].startswith("0")]
    assert best and all(item["detail"] in ("step", "phase") for item in best)
    offered = editor.ask("textDocument/completion", editor.at(path, len(lines) - 2, 0))["items"]
    assert {"step", "figure", "menu"} <= {item["label"] for item in offered}


@pytest.mark.slow
def test_what_extends_a_ruleset_is_checked_with_it(rules: Path, house: Path, editor: Editor) -> None:
    path = rules
    editor.open(house)
    editor.until(lambda: editor.codes(house) == [])
    editor.open(path)
    line, character = place_of(path, "stake / stakes")
    used = editor.ask("textDocument/references", editor.at(path, line, character, context={"includeDeclaration": True}))
    assert house.as_uri() in {one["uri"] for one in used}
    text = path.read_text("utf-8")
    editor.change(path, text.replace("stake / stakes", "bid / bids").replace("1 stake", "1 bid"))
    editor.until(lambda: "unknown-name" in (editor.codes(house) or []))
    editor.change(path, text)
    editor.until(lambda: editor.codes(house) == [])


@pytest.mark.slow
def test_parts_folds_colours_and_layout(rules: Path, editor: Editor) -> None:
    path = rules
    text = path.read_text("utf-8")
    editor.open(path, text + "\n\n\n\n")
    whole = {"textDocument": {"uri": path.as_uri()}}
    assert len(editor.ask("textDocument/documentSymbol", whole)) > 5
    assert editor.ask("textDocument/foldingRange", whole)
    data = editor.ask("textDocument/semanticTokens/full", whole)["data"]
    assert data and len(data) % 5 == 0
    (edit,) = editor.ask("textDocument/formatting", {**whole, "options": {"tabSize": 4, "insertSpaces": True}})
    assert edit["newText"] == text
    assert editor.ask("workspace/symbol", {"query": "card"})


@pytest.mark.slow
def test_links_selections_and_forms_arrive(rules: Path, house: Path, editor: Editor) -> None:
    editor.open(rules)
    line, character = place_of(rules, "take 1 stake")
    at, whole = editor.at(rules, line, character + 6), {"textDocument": {"uri": rules.as_uri()}}
    link = editor.ask("textDocument/documentLink", whole)[0]
    assert link["target"] == (rules.parents[1] / "ruleset.yaml").as_uri() + "#L8"
    (around,) = editor.ask("textDocument/selectionRange", {**whole, "positions": [at["position"]]})
    assert around["range"]["start"]["line"] == around["parent"]["range"]["start"]["line"] == line
    shown = editor.ask("textDocument/signatureHelp", at)
    assert shown["signatures"][0]["label"] == "take NUMBER THINGS" and shown["activeParameter"] == 0
    step = editor.at(rules, *place_of(rules, "ante:"))
    assert [one["uri"] for one in editor.ask("textDocument/implementation", step)] == [house.as_uri()]
    stack = editor.ask("textDocument/typeDefinition", editor.at(rules, *place_of(rules, "deck: stack")))
    assert stack["range"]["start"]["line"] == place_of(rules, "piece card")[0]


@pytest.mark.slow
def test_a_hundred_edits_end_with_the_findings_of_the_last(rules: Path, editor: Editor) -> None:
    path = rules
    text = path.read_text("utf-8")
    editor.open(path)
    for number in range(100):
        editor.change(path, f"{text}\nstep more{number}:\n    dp nothing\n", number + 2)
    editor.change(path, f"{text}\nstep last:\n    stop\n", 200)
    editor.until(lambda: editor.codes(path) == ["never-reached"])


@pytest.mark.slow
@pytest.mark.parametrize("text", sampled(5, ["\ud800", "\x00" * 10, "step " * 10_000, "(" * 5_000, ""]))
def test_nothing_kills_the_server(text: str, rules: Path, editor: Editor) -> None:
    path = rules
    editor.open(path, text)
    for method in ("hover", "definition", "completion"):
        editor.ask(f"textDocument/{method}", editor.at(path, 0, 3))
        editor.ask(f"textDocument/{method}", editor.at(path, 10_000, 3))
    editor.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": path.as_uri()}})
    path.unlink()
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 3}]})
    editor.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    assert editor.end() == 0
