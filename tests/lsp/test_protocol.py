"""An editor's session: cancelled requests, files that vanish or are no text, a lost cache, a hundred edits at once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from editor import Editor
from tests.tiers import sampled

from rulewright.workspace import Workspace

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).parents[2]
ENDLESS = 10**9
"""A number of games that is never reached: only a cancellation ends the work."""
REQUESTS = (
    "definition", "references", "documentHighlight", "hover", "completion", "documentSymbol", "foldingRange",
    "semanticTokens/full", "inlayHint", "codeLens", "formatting", "rename", "prepareRename", "codeAction",
    "typeDefinition", "implementation", "documentLink", "selectionRange", "signatureHelp",
)  # fmt: skip


def refused(editor: Editor, path: Path, line: int, character: int) -> dict[str, str]:
    """Ask everything that can be asked about a position, and return by request the error with which it is answered."""
    context = {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1, "isRetrigger": False}
    here = {"line": line, "character": character}
    params = {
        **editor.at(path, line, character, newName="another", context=context),
        **editor.whole(path), "positions": [here], "options": {"tabSize": 4, "insertSpaces": True},
    }  # fmt: skip
    answers = {method: editor.ask(f"textDocument/{method}", params) for method in REQUESTS}
    return {method: answer for method, answer in answers.items() if isinstance(answer, str)}


def as_checked(root: Path, path: Path) -> list[str]:
    """Return the codes that a fresh look at the disk finds in a file."""
    ruleset = Workspace(root).ruleset("kuhn-poker")
    shown = ruleset.shown_path(path)
    return sorted(str(one.code) for one in ruleset.findings if one.span.file == shown)


def ends_well(editor: Editor) -> bool:
    return editor.end() == 0


def test_a_cancelled_request_is_answered_as_such_and_the_next_one_is_answered(rules: Path, editor: Editor) -> None:
    editor.open(rules)
    editor.until(lambda: editor.codes(rules) == [])
    numbers = [editor.start("workspace/executeCommand", command="rulewright.coverage",
                            arguments=[{"uri": rules.as_uri(), "games": ENDLESS}]) for _ in range(2)]  # fmt: skip
    for number in numbers:
        editor.tell("$/cancelRequest", {"id": number})
    answers = [editor.answer(number) for number in numbers]
    assert all("cancel" in str(answer).lower() for answer in answers)
    assert editor.ask("textDocument/documentSymbol", editor.whole(rules))
    editor.tell("$/cancelRequest", {"id": 12345})
    assert ends_well(editor)


def test_a_file_that_vanishes_while_open_stays_as_the_editor_has_it(root: Path, rules: Path, editor: Editor) -> None:
    text = rules.read_text("utf-8")
    editor.open(rules, f"{text}\nnonsense\n")
    editor.until(lambda: bool(editor.codes(rules)))
    shutil.rmtree(rules.parent)
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": rules.as_uri(), "type": 3}]})
    assert refused(editor, rules, 5, 3).keys() <= {"rename"}
    editor.change(rules, text, 3)
    editor.until(lambda: editor.codes(rules) == [] and editor.versions[rules.as_uri()] == 3)
    editor.tell("textDocument/didClose", {"textDocument": {"uri": rules.as_uri()}})
    shutil.rmtree(root / "rulesets")
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": root.as_uri(), "type": 3}]})
    assert refused(editor, rules, 5, 3).keys() <= {"rename"}
    assert ends_well(editor)


def test_nothing_is_reported_of_a_folder_that_vanished(root: Path, rules: Path, editor: Editor) -> None:
    editor.open(rules, "nonsense\n")
    editor.until(lambda: bool(editor.codes(rules)))
    shutil.rmtree(rules.parents[1])
    editor.tell("textDocument/didClose", {"textDocument": {"uri": rules.as_uri()}})
    editor.until(lambda: editor.codes(rules) == [])
    assert editor.ask("textDocument/hover", editor.at(rules, 0, 0)) is None
    assert not any(editor.found.values())
    assert ends_well(editor)


def test_bytes_that_are_no_text_are_reported_and_mended(root: Path, rules: Path, editor: Editor) -> None:
    whole, other = rules.read_bytes(), rules.with_name("other.rules")
    other.write_bytes(b"step \xff\xfe\x00:\n")
    editor.open(rules)
    editor.until(lambda: bool(editor.codes(other)))
    assert editor.codes(other) == as_checked(root, other) == ["not-utf-8"]
    assert editor.found[other.as_uri()][0]["range"]["start"] == {"line": 0, "character": 5}
    assert refused(editor, other, 0, 3).keys() <= {"rename"}
    other.unlink()
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": other.as_uri(), "type": 3}]})
    editor.until(lambda: editor.codes(other) == [])
    assert whole == rules.read_bytes() and ends_well(editor)


def test_a_lost_cache_changes_nothing(tmp_path: Path, rules: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    path = os.pathsep.join(filter(None, [str(CHECKOUT / "interpreter"), os.environ.get("PYTHONPATH")]))
    editor = Editor(tmp_path, {**os.environ, "PYTHONPATH": path, "RULEWRIGHT_CACHE": str(cache)})
    editor.open(rules)
    editor.until(lambda: editor.codes(rules) == [])
    shutil.rmtree(cache)
    editor.change(rules, rules.read_text("utf-8") + "\nnonsense\n", 2)
    editor.until(lambda: bool(editor.codes(rules)))
    cache.write_text("no folder")
    editor.change(rules, rules.read_text("utf-8"), 3)
    editor.until(lambda: editor.versions[rules.as_uri()] == 3 and editor.codes(rules) == [])
    assert editor.command("test", rules)["failed"] == 0
    assert ends_well(editor)


def edits(text: str) -> Iterator[str]:
    """Yield a hundred texts: a rule is typed letter by letter, and taken back."""
    more = '\nstep again:\n    cites common "The rules"\n    take 1 chip\n'
    yield from (text + more[:end] for end in range(1, len(more) + 1))
    yield from (text[:-end] for end in range(1, 100 - len(more)))


@pytest.mark.parametrize("last", sampled(2, ["step lost:\n    dp nothing\n", ""]))
def test_a_hundred_edits_at_once_end_with_what_check_finds(last: str, root: Path, rules: Path, editor: Editor) -> None:
    text = rules.read_text("utf-8")
    editor.open(rules)
    for number, changed in enumerate(edits(text), 2):
        editor.change(rules, changed, number)
        if number % 9 == 0:
            editor.start("textDocument/completion", **editor.at(rules, 10, 4))
    rules.write_text(f"{text}\n{last}", "utf-8")
    editor.change(rules, f"{text}\n{last}", 1000)
    editor.until(lambda: editor.versions.get(rules.as_uri()) == 1000)
    assert sorted(editor.codes(rules) or []) == as_checked(root, rules)
    assert ends_well(editor)


@pytest.mark.parametrize("line", [0, 2])
def test_every_request_is_answered_for_every_kind_of_file(root: Path, rules: Path, editor: Editor, line: int) -> None:
    folder = rules.parents[1]
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    assert {path.suffix for path in files} >= {".rules", ".yaml", ".replay", ".md"}
    for path in [*files, folder / "nothing.rules", root / "outside.yaml"]:
        answers = refused(editor, path, line, 4)
        assert answers.keys() <= {"rename"} and "Error" not in answers.get("rename", ""), (path, answers)
    assert ends_well(editor)


def test_a_step_past_a_character_outside_the_basic_plane_is_counted_in_utf_16(rules: Path, editor: Editor) -> None:
    assert editor.capabilities.get("positionEncoding", "utf-16") == "utf-16"
    editor.open(rules, "# \U0001f0a1\n" + rules.read_text("utf-8") + "step \U0001f0a1 betting:\n")
    editor.until(lambda: bool(editor.codes(rules)))
    (found, *_) = [one for one in editor.found[rules.as_uri()] if one["code"] != "never-reached"]
    assert found["range"]["start"]["line"] == rules.read_text("utf-8").count("\n") + 1
