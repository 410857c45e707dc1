"""Long and deep rules: the work of compiling grows linearly with them, and nothing is too deep for Python."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.compile.side_by_side import answered, needs_compiler

from rulewright.backends.c.module import write
from rulewright.backends.c.pieces import NativeTables
from rulewright.backends.native import compiler, native
from rulewright.diagnostics import RulesError
from rulewright.workspace import compiled_program

MANIFEST = """\
ruleset: long
title: Long
players: {from: 2, to: 2, names: [Ann, Ben]}
sources:
  common: {title: Common, passages: [The rules]}
"""
RULES = """\
piece card / cards:
    starts in box

the game has:
    place box: cards
    total: 0 to 1000
    x: 0 to 5
    y: 0 to 5
{facts}
{more}
game "Long":
    cites common "The rules"
    for each player in players:
        choose n from 0 to 3
{lines}

scoring points "Points":
    cites common "The rules"
    score total points
"""
CARDS = "kind: inventory\npieces: card\nrows:\n  - {rule: card, count: 6, source: 'common \"The rules\"'}\n"


def ruleset(folder: Path, lines: Sequence[str], more: str = "", facts: Sequence[str] = ()) -> str:
    """Write a game in which each player chooses a number and then some lines are done; return its folder."""
    indented = {"facts": "".join(f"    {f}\n" for f in facts), "lines": "".join(f"        {x}\n" for x in lines)}
    rules = RULES.format(more=more, **indented)
    for name, text in (("ruleset.yaml", MANIFEST), ("rules/long.rules", rules), ("data/cards.yaml", CARDS)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return str(folder)


def ifs(number: int) -> list[str]:
    return [line for n in range(number // 2) for line in (f"if x is above {n % 5}:", f"    set y to {n % 4}")]


def inner_ifs(number: int) -> list[str]:
    lines = ("if x is above {a}:", "    if y is above {b}:", "        set x to {b}")
    return [line.format(a=n % 5, b=n % 3) for n in range(number // 3) for line in lines]


def lets(number: int) -> list[str]:
    chain = [f"let m{n} be {f'm{n - 1}' if n else 'n'} + 1" for n in range(number - 1)]
    return [*chain, f"set total to lesser of m{number - 2} and 5"]


LINES: dict[str, Callable[[int], list[str]]] = {
    "set to a number": lambda number: ["set x to 1"] * number,
    "set to what was chosen": lambda number: ["set x to n"] * number,
    "set each to another": lambda number: [f"set t{n % 20} to t{7 * n % 20}" for n in range(number)],
    "raise": lambda number: ["raise total by 0"] * number,
    "if": ifs,
    "if inside if": inner_ifs,
    "let, each with the one before": lets,
    "choose": lambda number: [f"choose m{n} from 0 to 3" for n in range(number)],
}
FACTS = [f"t{n}: 0 to 5" for n in range(20)]


def compile_all(folder: str) -> None:
    """Check rules and compile the plain build, the traced one, and the text of the one in C."""
    program = compiled_program(folder, 2)
    write(program.representation(), NativeTables.of(program.tables))
    compiled_program(folder, 2, traced=True)


def calls(do: Callable[[], None]) -> int:
    """Return how many functions are called while something is done."""
    profile = cProfile.Profile()
    profile.runcall(do)
    found: int = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]
    return found


@pytest.fixture
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")


@pytest.mark.slow
@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize("kind", LINES)
def test_twice_as_many_lines_are_twice_the_work(kind: str, tmp_path: Path) -> None:
    folders = [ruleset(tmp_path / str(number), LINES[kind](number), facts=FACTS) for number in (50, 100, 150)]
    compile_all(folders[0])
    few, more, most = (calls(lambda folder=folder: compile_all(folder)) for folder in folders)  # type: ignore[misc]
    assert most - more < 1.4 * (more - few)


@pytest.mark.slow
@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize("kind", LINES)
def test_a_thousand_lines_can_be_compiled_and_played(kind: str, tmp_path: Path) -> None:
    """Of questions 200 are enough: each is a function by itself, and compiling a thousand takes a minute."""
    folder = ruleset(tmp_path, LINES[kind](1000 if kind != "choose" else 200), facts=FACTS)
    compile_all(folder)
    program = compiled_program(folder, 2)
    in_c = compiler() is not None and kind != "choose"  # of a thousand questions its compiler makes hard work
    for each in (program, *([native(program)] if in_c else [])):
        state, codes = each.opening(1)
        assert codes is not None and each.take(state, codes[0]) is not None


def chain(body: str, kind: str = "value", length: int = 30) -> str:
    """Return declarations of which each uses the next twice."""
    links = [f"{kind} v{n}:\n    {body.format(next=f'v{n + 1}')}\n" for n in range(length)]
    return "\n".join([*links, f"{kind} v{length}:\n    {'total' if kind == 'value' else 'set total to 1'}\n"])


TWICE = "lesser of ({next} + 1) and ({next} + 2)"


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("body", [TWICE, "{next} + 1 if {next} is above 3\n    1"], ids=["sum", "case"])
def test_a_chain_of_values_calls_each_of_them_few_times(body: str, traced: bool, tmp_path: Path) -> None:
    folder = ruleset(tmp_path, ["if v0 is above 100:", "    set x to 1"], chain(body))
    program = compiled_program(folder, 2, traced=traced)
    state, codes = program.opening(1)
    assert codes is not None

    def take() -> None:
        program.take(state, codes[0])

    assert calls(take) < 500


@pytest.mark.slow
@needs_compiler
def test_a_chain_of_values_stays_within_the_budget_of_c(tmp_path: Path) -> None:
    folder = ruleset(tmp_path, ["if v0 is above 5:", "    set x to 1"], chain(TWICE))
    plain = compiled_program(folder, 2)
    quick = native(plain)
    state, codes = quick.opening(1)
    assert codes is not None and quick.machine is not None and state.in_c()  # type: ignore[attr-defined]
    assert quick.machine.c.rw_take(quick.machine.run.held, state.held, codes[0]) > 0  # type: ignore[attr-defined]


STEPS = "do {next}\n    do {next}"
LOOKS = "lesser of ((first of players)'s {next} + 1) and ((last of players)'s {next} + 2)"


@pytest.mark.parametrize("kind", ["step", "value"])
def test_what_doubles_in_each_of_thirty_rules_is_a_finding(kind: str, tmp_path: Path) -> None:
    """Values that are given something else each time are not looked up once."""
    more = chain(STEPS, "step") if kind == "step" else chain(LOOKS).replace(":\n", " of player:\n")
    line = "do v0" if kind == "step" else "set total to player's v0"
    ((code, place, message),) = told(ruleset(tmp_path, [line], more))
    assert code == "too-often" and "1,048,575" in message
    assert place.startswith(f"{kind} v11")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["step", "value"])
def test_a_very_long_chain_is_a_finding(kind: str, tmp_path: Path) -> None:
    more = chain("do {next}", "step", 1000) if kind == "step" else chain(TWICE, length=1000)
    line = "do v0" if kind == "step" else "set total to v0"
    ((code, _, _),) = told(ruleset(tmp_path, [line], more))
    assert code == "too-deep"
    lines = chain("do {next}", "step", 40) if kind == "step" else chain(TWICE, length=40)
    assert compiled_program(ruleset(tmp_path, [line], lines), 2).length


def told(folder: str) -> list[tuple[str, str, str]]:
    """Return the code, the line of the rules and the message of each finding."""
    with pytest.raises(RulesError) as found:
        compiled_program(folder, 2)
    lines = (Path(folder) / "rules/long.rules").read_text("utf-8").split("\n")
    return [(finding.code, lines[finding.span.line - 1], finding.message) for finding in found.value.findings]


def nested(head: str, deep: int = 12) -> list[str]:
    return [*(f"{'    ' * n}{head.format(n=n)}" for n in range(deep)), f"{'    ' * deep}set x to 1"]


HEADS = {
    "repeat 9 times:": "limit-exceeded", "for each k{n} from 1 to 9:": "limit-exceeded",
    "for each c{n} in box:": "limit-exceeded",
    "for each p{n} in players:": "", "if x is at least 0:": "", "repeat 1 times:": "",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("head", HEADS)
def test_twelve_loops_inside_one_another_end(head: str, tmp_path: Path) -> None:
    program = compiled_program(ruleset(tmp_path, nested(head)), 2)
    for each in (program, *([native(program)] if compiler() else [])):
        state, codes = each.opening(1)
        assert codes is not None
        found = answered(each.take, state, codes[0])
        assert (found[1] if isinstance(found, tuple) else "") == HEADS[head]
