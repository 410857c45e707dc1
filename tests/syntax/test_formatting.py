"""How rule files are laid out: ugly/ becomes laid-out/; whatever else there is keeps its tree and its comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import sampled

from rulewright import reference
from rulewright.diagnostics import Findings
from rulewright.diagnostics.limits import LINE_LETTERS
from rulewright.syntax import formatting
from rulewright.syntax.formatting import format_rules, lay_out
from rulewright.syntax.lines import cut_line
from rulewright.syntax.parser import parse

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
UGLY = sorted((HERE / "ugly").glob("*.rules"))
EXAMPLE = re.compile(r"^```rules[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
CASE = re.compile(r"^# ====.*\n|^# ---- .*\.rules\n", re.MULTILINE)
OTHER = re.compile(r"^# ---- .*\.yaml\n", re.MULTILINE)


def texts() -> Iterator[tuple[str, str]]:
    """Yield every rule text of the project that can be read: files, cases of several in one, and examples."""
    for part in ("rulesets", "examples", "tests"):
        for path in sorted((ROOT / part).rglob("*.rules")):
            for number, text in enumerate(CASE.split(path.read_text("utf-8"))):
                yield f"{path.relative_to(ROOT).as_posix()}:{number}", OTHER.split(text)[0]
    for page in sorted(Path(reference.__file__).parent.glob("*.md")):
        for number, text in enumerate(EXAMPLE.findall(page.read_text("utf-8"))):
            yield f"{page.name}:{number}", text


def tree(text: str) -> str | None:
    """Return the tree of a text without places; None when it has mistakes."""
    findings = Findings()
    found = parse("f.rules", text, findings)
    return None if findings.found else repr(found)


def remarks(text: str) -> list[str]:
    """Return the comments of a text, whatever blanks are in them."""
    found = (
        re.sub(r'"[^"\n]*"(?=.*)', "", line) if not line.lstrip().startswith("#") else line for line in text.split("\n")
    )
    return sorted(re.sub(r"[\s\"]", "", line[line.index("#") :]) for line in found if "#" in line)


TEXTS = dict(texts())


@cache
def good() -> dict[str, str]:
    """Return the texts without mistakes."""
    return {name: text for name, text in TEXTS.items() if tree(text) is not None}


@cache
def neat() -> list[str]:
    """Return the texts that are formatted already."""
    return [text for text in good().values() if lay_out(text) == text and text.strip()]


@pytest.mark.slow
def test_there_is_something_to_lay_out() -> None:
    assert len(good()) > 200
    assert len(neat()) > 150


@pytest.mark.parametrize("path", UGLY, ids=lambda path: path.stem)
def test_ugly_files_are_laid_out(path: Path) -> None:
    text = path.read_text("utf-8")
    assert format_rules("f.rules", text, Findings()) == (HERE / "laid-out" / path.name).read_text("utf-8")


@pytest.mark.parametrize("name", sampled(6, TEXTS))
def test_everything_keeps_what_it_says(name: str) -> None:
    text = TEXTS[name]
    if tree(text) is None:
        assert format_rules(name, text, Findings()) is None
        return
    new = lay_out(text)
    assert tree(new) == tree(text)
    assert lay_out(new) == new
    assert remarks(new) == remarks(text)
    assert format_rules(name, text, Findings()) == new


@pytest.mark.slow
def test_the_examples_of_the_reference_are_laid_out() -> None:
    for name, text in TEXTS.items():
        if ".md" in name and tree(text) is not None:
            assert lay_out(text) == text, name


def disturbed(text: str, random: Random) -> str:
    """Return a text with other blanks, which mean nothing."""
    return "\n".join(_disturbed(line, random) for line in text.split("\n"))


def _disturbed(line: str, random: Random) -> str:
    bare = line.lstrip(" ")
    if not bare or bare.startswith("#"):
        return line + " " * random.choice((0, 0, 3))
    pieces = cut_line(1, bare).pieces
    written, end = line[: len(line) - len(bare)], 1
    for piece in pieces:
        gap = bare[end - 1 : piece.column - 1]
        if gap and piece.text in "+/()" and random.random() < 0.3:
            gap = ""
        written += gap + " " * random.choice((0, 0, 0, 1, 4)) * (end > 1) + piece.text
        end = piece.end
    return written + random.choice(("", " ")) + bare[end - 1 :] + " " * random.choice((0, 0, 2))


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.deferred(lambda: st.sampled_from(neat())), st.integers(0, 2**32))
def test_blanks_make_no_difference(text: str, seed: int) -> None:
    random = Random(seed)
    ugly = disturbed(text, random).replace("\n\n", "\n" * random.randint(2, 5))
    ugly = "\n" * random.randint(0, 2) + ugly.rstrip("\n") + "\n" * random.randint(0, 3)
    if random.random() < 0.5:
        ugly = "\ufeff" + ugly.replace("\n", "\r\n")
    assert lay_out(ugly) == text


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.deferred(lambda: st.sampled_from(list(good().values()))), st.integers(0, 2**32))
def test_comments_may_stand_anywhere(text: str, seed: int) -> None:
    random, number, ugly = Random(seed), 0, ""
    for line in disturbed(text, random).split("\n"):
        while random.random() < 0.3:
            number += 1
            ugly += random.choice(("\n", " " * random.randint(0, 30) + f"#c{number}\n"))
        behind = random.random() < 0.2 and line.strip() and "#" not in line
        number += bool(behind)
        ugly += line + (f"#c{number}" if behind else "") + "\n"
    new = lay_out(ugly)
    assert tree(new) == tree(text)
    assert lay_out(new) == new
    assert remarks(new) == remarks(ugly)


@pytest.mark.parametrize(
    ("ugly", "neat"),
    [
        ("", ""), ("\n\n \n", ""), ("\ufeff", ""), ("# x", "# x\n"), ("#", "#\n"), ("\r\n# x\r\n\r\n\r\n", "# x\n"),
        ("\ufefffigure x: 1 to 2", "figure x: 1 to 2\n"), ("step x:\r\n    stop", "step x:\n    stop\n"),
        ("figure x: 1 to 2\n    # x", "figure x: 1 to 2\n# x\n"), ("\u00a0\nfigure x: 1 to 2", "figure x: 1 to 2\n"),
    ],
)  # fmt: skip
def test_ends_and_beginnings(ugly: str, neat: str) -> None:
    assert format_rules("f.rules", ugly, Findings()) == neat


def test_what_a_comment_says_to_tools_stays_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    note, rests, cites = "    # survives: it is never read\n", "    rests on a\n", '    cites b "c"\n'
    text = f"step x:\n{note}{rests}{cites}    stop\n"
    assert format_rules("f.rules", text, Findings()) == f"step x:\n{cites}{note}{rests}    stop\n"
    monkeypatch.setattr(formatting, "lay_out", lambda _: f"step x:\n{cites}{rests}{note}    stop\n")
    assert format_rules("f.rules", text, Findings()) is None


def test_a_line_that_would_grow_too_long_stays() -> None:
    line = "let x be " + "+".join(["apples-and-pears-of-one-year"] * ((LINE_LETTERS.most - 13) // 29))
    text = f"step x:\n    {line}\n"
    assert tree(text) is not None
    assert len(line.replace("+", " + ")) > LINE_LETTERS.most
    assert format_rules("f.rules", text.replace("step x:", "step  x:"), Findings()) == text


@pytest.mark.parametrize(
    "text", ["step x:\n\tstop\n", "step x:\n  stop\n", "stpe x:\n    stop\n", "step x\n    stop\n"]
)
def test_a_file_with_mistakes_is_not_laid_out(text: str) -> None:
    findings, checked = Findings(), Findings()
    parse("f.rules", text, checked)
    assert format_rules("f.rules", text, findings) is None
    assert findings.found == checked.found != []


TEXT = 'step  x:  # why\n    cites a "b"\n    stop\n'


@pytest.mark.parametrize(
    "spoilt", ["step y:  # why\n", "step x:\n", 'step x:\n    cites a "b"\n    stop\n', "", TEXT + "# more\n"]
)
def test_what_would_say_something_else_is_left_alone(spoilt: str, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = Findings()
    monkeypatch.setattr(formatting, "lay_out", lambda text: spoilt)
    assert format_rules("f.rules", TEXT, findings) is None
    assert [finding.code for finding in findings.found] == ["left-unformatted"]


def test_what_would_change_once_more_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = Findings()
    monkeypatch.setattr(formatting, "lay_out", lambda text: text + "\n")
    assert format_rules("f.rules", TEXT, findings) is None
    assert [finding.code for finding in findings.found] == ["left-unformatted"]
