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
    assert "is a file of a ruleset" in editor.command("rulebook", Path("/nowhere.rules"))
    assert editor.logged() == ""


@pytest.mark.slow
def test_a_mended_mistake_of_a_ruleset_below_disappears_at_once(rules: Path, house: Path, editor: Editor) -> None:
    text = rules.read_text("utf-8")
    editor.open(rules, f"{text}\nnonsense\n")
    editor.until(lambda: bool(editor.codes(rules)))
    editor.open(house, "nonsense\n")
    editor.until(lambda: bool(editor.codes(house)))
    assert len(editor.found[rules.as_uri()]) == 1
    editor.change(rules, f"\n{text}\nnonsense\n", 2)
    editor.until(lambda: editor.versions[rules.as_uri()] == 2)
    assert len(editor.found[rules.as_uri()]) == 1, "not again at its old line"
    editor.change(rules, text, 3)
    editor.until(lambda: editor.versions[rules.as_uri()] == 3)
    assert editor.codes(rules) == []


@pytest.mark.slow
def test_what_fits_is_offered(rules: Path, editor: Editor) -> None:
    path = rules
    text = path.read_text("utf-8") + "\nstep more:\n    do "
    editor.open(path, text)
    lines = text.split("\n")
    found = editor.ask("textDocument/completion", editor.at(path, len(lines) - 1, 7))["items"]
    best = [item for item in found if item["sortText"].startswith("00")]
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


def actions(editor: Editor, path: Path, line: int, *only: str) -> dict[str, Any]:
    """Return what an editor offers to do about a line, by its title."""
    here = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}}
    context: dict[str, Any] = {"diagnostics": [], **({"only": only} if only else {})}
    asked = {"textDocument": {"uri": path.as_uri()}, "range": here, "context": context}
    return {one["title"]: one for one in editor.ask("textDocument/codeAction", asked)}


@pytest.mark.slow
def test_a_rule_is_put_into_a_house_rule(rules: Path, house: Path, editor: Editor) -> None:
    editor.open(rules)
    inside = place_of(rules, "mark rival folded")[0]
    found = actions(editor, rules, inside)
    there = found["Change this in kuhn-house."]
    assert there["kind"] == "refactor"
    ((uri, (edit,)),) = there["edit"]["changes"].items()
    written = rules.read_text("utf-8").partition("\nstep answer")[2].partition("\n\n")[0]
    assert uri == house.as_uri() and edit["newText"] == f"\nreplace step answer{written}\n"
    editor.open(house, house.read_text("utf-8") + edit["newText"].replace('"Fold"', '"Give up"'))
    editor.until(lambda: editor.codes(house) == [])
    made = found["Change this in a new ruleset kuhn-poker-house."]["edit"]["documentChanges"]
    for one in made:
        path = rules.parents[2] / one.get("uri", one.get("textDocument", {}).get("uri", "")).rpartition("rulesets/")[2]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(edit["newText"] for edit in one.get("edits", ())), "utf-8")
    last = rules.parents[2] / "kuhn-poker-house" / "rules" / "house.rules"
    editor.open(last, last.read_text("utf-8").replace('"Fold"', '"Give up"'))
    editor.until(lambda: editor.codes(last) == [])
    replaced = place_of(rules, "pay 1 chip")[0]
    assert "Change this in kuhn-house." not in actions(editor, rules, replaced), "it is replaced there already"
    assert actions(editor, rules, 0) == {}


@pytest.mark.slow
def test_everything_is_mended_at_once(rules: Path, editor: Editor) -> None:
    text = rules.read_text("utf-8")
    wrong = text.replace("step ante", "stpe ante").replace("step betting", "stpe betting")
    editor.open(rules, wrong)
    editor.until(lambda: bool(editor.codes(rules)))
    assert not any(one["kind"] == "source.fixAll" for one in actions(editor, rules, 0).values())
    (action,) = actions(editor, rules, 0, "source.fixAll").values()
    (edits,) = action["edit"]["changes"].values()
    lines = wrong.split("\n")
    for edit in sorted(edits, key=lambda one: -one["range"]["start"]["character"]):
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    assert "\n".join(lines) == text


@pytest.mark.slow
def test_what_is_never_used_fades(rules: Path, editor: Editor) -> None:
    editor.open(rules, rules.read_text("utf-8") + '\nstep lost:\n    cites common "The rules"\n    do ante\n')
    editor.until(lambda: bool(editor.codes(rules)))
    assert [(one["code"], one["tags"]) for one in editor.found[rules.as_uri()]] == [("never-reached", [1])]
