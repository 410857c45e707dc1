"""An editor's session: cancelled requests, a hundred edits at once, characters of two UTF-16 units."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from editor import Editor

from rulewright.workspace import Workspace


def as_checked(root: Path, path: Path) -> list[str]:
    """Return the codes that a fresh look at the disk finds in a file."""
    ruleset = Workspace(root).ruleset("kuhn-poker")
    shown = ruleset.shown(path)
    return sorted(str(one.code) for one in ruleset.findings if one.span.file == shown)


def ends_well(editor: Editor) -> bool:
    return editor.end() == 0


def test_a_cancelled_request_is_answered_as_such_and_the_next_one_is_answered(rules: Path, editor: Editor) -> None:
    editor.open(rules)
    editor.until(lambda: editor.codes(rules) == [])
    numbers = [editor.start("workspace/executeCommand", command="rulewright.coverage",
                            arguments=[{"uri": rules.as_uri(), "games": 400}]) for _ in range(2)]  # fmt: skip
    for number in numbers:
        editor.tell("$/cancelRequest", {"id": number})
    answers = [editor.answer(number) for number in numbers]
    assert all("cancel" in str(answer).lower() for answer in answers)
    assert editor.ask("textDocument/documentSymbol", editor.whole(rules))
    editor.tell("$/cancelRequest", {"id": 12345})
    assert ends_well(editor)


def edits(text: str) -> Iterator[str]:
    """Yield a hundred texts: a rule is typed letter by letter, and taken back."""
    more = '\nstep again:\n    cites common "The rules"\n    take 1 chip\n'
    yield from (text + more[:end] for end in range(1, len(more) + 1))
    yield from (text[:-end] for end in range(1, 100 - len(more)))


@pytest.mark.parametrize("last", ["step lost:\n    dp nothing\n", ""])
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


def test_a_step_past_a_character_outside_the_basic_plane_is_counted_in_utf_16(rules: Path, editor: Editor) -> None:
    assert editor.capabilities.get("positionEncoding", "utf-16") == "utf-16"
    editor.open(rules, "# \U0001f0a1\n" + rules.read_text("utf-8") + "step \U0001f0a1 betting:\n")
    editor.until(lambda: bool(editor.codes(rules)))
    (found, *_) = [one for one in editor.found[rules.as_uri()] if one["code"] != "never-reached"]
    assert found["range"]["start"]["line"] == rules.read_text("utf-8").count("\n") + 1
