"""What is done in thought leaves nothing behind in any build, also where it goes wrong: not in state, log or marks."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.compile.side_by_side import answered, needs_compiler, played
from tests.fuzz.seeds import base
from tests.fuzz.stages import write

from rulewright.backends import Program
from rulewright.backends.build import marked_program
from rulewright.backends.c.statements import FunctionWriter
from rulewright.backends.native import native
from rulewright.backends.python import loading
from rulewright.backends.python.statements import FunctionPrinter
from rulewright.check.check import check
from rulewright.compile.ir import nodes as ir
from rulewright.compose.compose import compose
from rulewright.compose.coverage_points import coverage_points
from rulewright.diagnostics import Findings
from rulewright.source.loading import load
from rulewright.workspace import compiled_program

pytestmark = [needs_compiler, pytest.mark.slow]

RULES = """
value rich of player:
    player's tickets + number of player's shop is at least 3 and table is empty

step upset (card):
    tell "{player} thinks of {card}."
    set day to 5
    player takes 3 tickets
    mark card used
    move card under discards
    swap player's shop and discards
    move card to player's shop
    move table to discards
    set chosen to apple
    raise player's level for apple by 1
    do settle

step settle:
    if day is 5 and after wake (day is 6):
        set (first of cards)'s stamps for apple to 2

step wake:
    set day to 6

step play:
    repeat 4 times:
        for each player in players:
            if number of table is below 3:
                draw 1 card from deck to table
            set player's level for apple to 1
            ask player "What?":
                option take "Take {card}" with card from table when after upset with card (player is rich):
                    move card to player's shop
                option away "All away" when for every card in table (after upset with card (card is used)):
                    move table to discards
                option rest "Rest" when day is not 6 and after settle (day is not 6):
                    set day to lesser of 4 and (day + 1)

always in-thought:
    day is below 5 and after settle (day is below 5) and after wake (day is 6)
"""
WRONG = """
step spoil:
    set day to 5
    (first of players) takes 3 tickets
    raise (first of players)'s level for apple by day

value spoilt:
    after spoil (day is 3)

step play:
    for each player in players:
        ask player "What?":
            option take "Take":
                take 1 ticket
            option spoil "Spoil":
                if day is 1 and after spoil (day is 5):
                    take 2 tickets
            option list "List":
                set day to 2
                ask player "And?":
                    option one "One" when spoilt:
                        take 1 coin
                    option other "Other"

always unspoilt:
    (first of players)'s tickets is 0 or not spoilt
"""


def built(folder: Path, rules: str) -> tuple[Program, Program, Program]:
    """Return the plain program, the traced one, and the one in C."""
    made = str(write(base() | {"game/rules/case.rules": rules}, folder))
    plain = compiled_program(made, 2)
    return plain, compiled_program(made, 2, traced=True), native(plain)


def leaves_nothing(programs: tuple[Program, ...], seed: int) -> None:
    """Play a game in several builds; what lists choices or looks at promises must change nothing."""
    chance = random.Random(seed)
    states = [program.initial(seed) for program in programs]
    found = [program.advance(state, state[0]) for program, state in zip(programs, states, strict=True)]
    while found[0] is not None:
        assert all(codes == found[0] for codes in found)
        for program, state in zip(programs, states, strict=True):
            before, told = list(state), len(program.log)
            assert program.choices(state) == found[0]
            kept = [bool(promise(state)) for promise in program.always]
            assert kept == [bool(promise(states[0])) for promise in programs[0].always]
            assert list(state) == before == list(states[0])
            assert len(program.log) == told
        code = chance.choice(found[0])
        found = [program.take(state, code) for program, state in zip(programs, states, strict=True)]


def test_nothing_remains_of_what_is_done_in_thought(tmp_path: Path) -> None:
    programs = built(tmp_path, RULES)
    for seed in range(10):
        leaves_nothing(programs, seed)
        assert played(programs[0], programs[2], seed)[0] > 5
    assert not any("thinks" in str(note) for note in programs[1].log)


def test_what_goes_wrong_in_thought_leaves_the_state_as_it_is(tmp_path: Path) -> None:
    programs = built(tmp_path, WRONG)
    for program in programs:
        state = program.initial(1)
        codes = program.advance(state, state[0])
        assert codes is not None and len(codes) == 3
        before = list(state)
        for code in codes[1:]:
            assert answered(program.take, state, code)[1:2] == ("out-of-range",)
            state = type(state)(before) if isinstance(state, list) else program.initial(1)
            program.advance(state, state[0])
            assert list(state) == before


def test_what_is_done_in_thought_is_not_reached(tmp_path: Path) -> None:
    findings = Findings()
    rules = compose(load(str(write(base() | {"game/rules/case.rules": RULES}, tmp_path)), findings), findings)
    points = coverage_points(rules)
    program = loading.load_program(marked_program(check(rules, 2, findings), points))
    played_alone(program, 1)
    reached = {(p.rule, p.words) for p in points for mark in p.marks if program.marks[mark]}
    assert ("step.settle", "set (first of cards)'s stamps for apple to 2") not in reached
    assert ("step.upset", "set day to 5") not in reached
    assert ("step.play", "day is not 6") in reached and ("step.play", "card is used") in reached


def played_alone(program: Program, seed: int) -> None:
    """Play a game at random."""
    chance, state = random.Random(seed), program.initial(seed)
    codes = program.advance(state, state[0])
    while codes is not None:
        codes = program.take(state, chance.choice(codes))


def no_copy(patch: pytest.MonkeyPatch) -> None:
    """Python works on the state itself."""
    put = FunctionPrinter.put
    patch.setattr(FunctionPrinter, "put", lambda self, line: None if line == "S = S[:]" else put(self, line))


def no_return(patch: pytest.MonkeyPatch) -> None:
    """C does not put the state back."""
    whole = FunctionWriter._return_text

    def text(self: FunctionWriter, value: ir.Expr) -> str:
        return whole(self, value).replace("keep(&R->s, &kept);", "")

    patch.setattr(FunctionWriter, "_return_text", text)


def loud(patch: pytest.MonkeyPatch) -> None:
    """What is done in thought is told."""
    patch.setattr(loading, "keeping_quiet", lambda marks, log: lambda function, *given: function(*given))


@pytest.mark.parametrize("plant", [no_copy, no_return, loud])
def test_finds_what_remains(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    programs = built(tmp_path, f"# {plant.__name__}\n{RULES}")
    with pytest.raises(AssertionError):
        leaves_nothing(programs, 1)
