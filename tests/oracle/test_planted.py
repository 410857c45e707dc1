"""Mistakes that the product once had, put back: the comparison finds each within 1,000 random texts.

A mistake that needs a form that the general texts seldom have is looked for in random texts of that form.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random

import pytest
from tests.generated.texts import Texts, drawn
from tests.oracle.__main__ import difference
from tests.tiers import sampled

from rulewright.backends.python import helpers
from rulewright.check import core as c
from rulewright.check.core.things import Type
from rulewright.check.resolve import calls, costs, pieces, statements, wanted
from rulewright.compile.ir import nodes as ir
from rulewright.compile.lowering import values
from rulewright.compile.lowering.scope import LoweringScope
from rulewright.compile.lowering.values import ValueLowering

MOST = 1_000
Plant = Callable[[pytest.MonkeyPatch], None]
Form = Callable[[Random, int], str]

HEAD = '    cites book "The rules"\n'
NUMBERS = ["0", "1", "2", "player's coins", "player's debt", "player's lanterns", "first-coins", "number of others"]
FRUITS = ["apple", "plum", "player's crop", "first of fruits", "last of (player's fruits)", "player's favourite"]
SETS = ["fruits", "wild", "player's fruits", "(fruits - apple)", "(fruits where it is not plum)"]


def menu_option(seed: int, *lines: str) -> str:
    """Return the option that brings a text about."""
    return f"option act-{seed} on acts:\n{HEAD}    raise clock by 1\n" + "".join(f"    {line}\n" for line in lines)


def mixed_value(chance: Random, seed: int) -> str:
    """Return a value whose cases are sets and single things, and an option that stores or counts it."""
    conditions = [f"player's {chance.choice(['coins', 'debt'])} is {chance.choice(['at least', 'at most'])} {number}"
                  for number in range(chance.randint(1, 3))]  # fmt: skip
    cases = [f"{chance.choice(FRUITS + SETS)} if {condition}" for condition in conditions]
    lines = "".join(f"    {case}\n" for case in [*cases, chance.choice(SETS)])
    use = chance.choice(["set wild to {}", "set player's fruits to fruits - {}", "take number of ({}) coins"])
    return f"value mixed-{seed} of player:\n{HEAD}{lines}\n" + menu_option(seed, use.format(f"player's mixed-{seed}"))


def amounts(chance: Random, seed: int) -> str:
    """Return a step that takes, pays, draws, raises or lowers a difference."""
    number = f"({chance.choice(NUMBERS)} - {chance.choice(NUMBERS)})"
    lines = ["take {} coins", "pay {} coins", "pay {} coins to leader", "raise clock by {}", "lower clock by {}",
             "draw {} cards from deck to player's hand"]  # fmt: skip
    return menu_option(seed, chance.choice(lines).format(number))


def passing_laps(chance: Random, seed: int) -> str:
    """Return laps in which somebody is asked, and can perhaps only pass."""
    condition = f"player's coins is at least {chance.choice([0, 3, 90])}"
    offered = [f'        option buy "Buy" when {condition}:', "            pay 1 coin", '        option pass "Pass"']
    order = chance.choice(["", " from player", " after player"])
    if chance.random() < 0.5:
        offered.append("            drop out")
        offered[-2] += ":"
    return menu_option(seed, f"in laps for each player in players{order}:", '    ask player "Buy?":', *offered)


def single_things(chance: Random, seed: int) -> str:
    """Return a line that needs somebody or something where there may be nobody or nothing."""
    fruit = chance.choice(["player's favourite", "first of wild", "only one of fruits", "last of (player's fruits)"])
    lines = ["set player's crop to {}", "take prices for ({}) coins", "set (first of cards)'s baskets for ({}) to 1",
             "take upkeep for ({}) at 1 coins"]  # fmt: skip
    return menu_option(seed, chance.choice(lines).format(fruit))


def in_ranges(chance: Random, seed: int) -> str:
    """Return a line that asks for the entry of a number, which may lie outside of what is printed or kept."""
    number = f"({chance.choice(NUMBERS)} + {chance.choice(NUMBERS)})"
    lines = ["take income for {} coins", "set player's level for {} to 1", "set wild to wanted for {}"]
    return menu_option(seed, chance.choice(lines).format(number))


def widened_name(chance: Random, seed: int) -> str:
    """Return lines that let a name be one thing, and set it to a set."""
    more = f"set found to found {chance.choice('+-')} {chance.choice(FRUITS + SETS)}"
    return menu_option(
        seed, f"let found be {chance.choice(FRUITS)}", more, "take (number of found) coins", "set wild to found"
    )


def memories(chance: Random, seed: int) -> str:
    """Return a memory of what changes after each time, and an option that asks it."""
    has = f"the game has:\n    memory past-{seed}: 40 of {chance.choice(['coins', 'coins, debt'])}\n\n"
    asked = f"if past-{seed} has been here before:"
    return has + menu_option(seed, asked, "    take 1 lantern", f"remember past-{seed}", "take 1 coin")


def thing_in_name_of_set(patch: pytest.MonkeyPatch) -> None:
    """A name that is set to a set later is let be the thing that is written."""
    patch.setattr(statements, "counted_as", lambda value, _: value)


def thing_beside_set(patch: pytest.MonkeyPatch) -> None:
    """The cases of a value stay as they are written: sets and things side by side."""
    whole = calls._cases_of_one_type

    def alike(ctx: calls.Context, decl: calls.d.Value, cases: list[calls.Case]) -> tuple[Type, list[calls.Case]]:
        return whole(ctx, decl, cases)[0], cases

    patch.setattr(calls, "_cases_of_one_type", alike)


def negative_amounts(patch: pytest.MonkeyPatch) -> None:
    """Any number may be taken, paid, drawn, raised or lowered."""
    for module in (pieces, statements, costs):
        patch.setattr(module, "amount_of", lambda ctx, node, scope, _: wanted.read_number(ctx, node, scope))


def endless_laps(patch: pytest.MonkeyPatch) -> None:
    """Every lap counts as one that changes something."""
    patch.setitem(helpers.CALLED, "lap_noted", lambda _, before: 3 if before == 2 else 2)


def nothing_passes(patch: pytest.MonkeyPatch) -> None:
    """Nobody and nothing are not looked for where somebody or something must be."""
    whole = ValueLowering.expr

    def expr(self: ValueLowering, value: c.Value) -> ir.Expr:
        return self.expr(value.thing) if isinstance(value, c.Sure) else whole(self, value)

    patch.setattr(ValueLowering, "expr", expr)


def ranges_pass(patch: pytest.MonkeyPatch) -> None:
    """Numbers are not looked at where they must lie in a range."""
    whole = ValueLowering.expr

    def expr(self: ValueLowering, value: c.Value) -> ir.Expr:
        return self.expr(value.number) if isinstance(value, c.Within) else whole(self, value)

    patch.setattr(ValueLowering, "expr", expr)


def nothing_is_stored(patch: pytest.MonkeyPatch) -> None:
    """A fact that is always a thing may be set to nothing."""
    patch.setattr(statements, "sure_thing", lambda value, _: value)


def nothing_imagined(patch: pytest.MonkeyPatch) -> None:
    """What would be after a step is taken to be what is."""

    def would_be(scope: LoweringScope, value: c.WouldBe) -> ir.Expr:
        scope.env |= {id(var): scope.expr(given) for var, given in zip(value.vars, value.given, strict=True)}
        return scope.expr(value.condition)

    patch.setattr(values, "would_be", would_be)


def all_looks_alike(patch: pytest.MonkeyPatch) -> None:
    """Any position counts as the one that is remembered."""
    patch.setitem(helpers.CALLED, "digest", lambda _, half, __: half)


PLANTS: list[tuple[Plant, Form, str]] = [
    (thing_beside_set, mixed_value, "WrongTypeError: .* is not a set"),
    (thing_in_name_of_set, widened_name, "WrongTypeError: .* is not a set"),
    (negative_amounts, amounts, "WrongTypeError: -.* is (taken|raised)"),
    (endless_laps, passing_laps, "program: limit-exceeded"),
    (nothing_passes, single_things, "evaluator: nothing-there"),
    (ranges_pass, in_ranges, "evaluator: out-of-range|IndexError"),
    (nothing_imagined, lambda _, seed: "\n".join(Texts(seed).imagined()) + "\n", "DifferentError"),
    (all_looks_alike, memories, "DifferentError"),
    (nothing_is_stored, single_things, "WrongTypeError: nothing is stored"),
]


def found_in(texts: dict[int, str]) -> str:
    """Return what differs; a program that cannot even be made or checked is found, too."""
    try:
        return difference(texts, Counter(), False)
    except Exception as problem:  # noqa: BLE001
        return f"{type(problem).__name__}: {problem}"


def until_found(rulesets: Iterator[dict[int, str]]) -> tuple[dict[int, str], str]:
    """Play rulesets until one differs; return it, and the difference."""
    tried = 0
    while tried < MOST:
        texts = next(rulesets)
        tried += len(texts)
        if found := found_in(texts):
            sys.stdout.write(f"after {tried} texts: {found}\n")
            return texts, found
    raise AssertionError(f"not found in {tried} texts")


def of_form(form: Form, at_once: int = 5) -> Iterator[dict[int, str]]:
    """Yield rulesets of random texts of a form."""
    chance, numbers = Random(1), count(1)
    while True:
        yield {number: form(chance, number) for number in islice(numbers, at_once)}


@pytest.mark.slow
@pytest.mark.parametrize(("plant", "form", "expected"), sampled(3, PLANTS))
def test_finds_what_is_put_back(plant: Plant, form: Form, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    texts, found = until_found(of_form(form))
    assert re.search(expected, found)
    monkeypatch.undo()
    assert found_in(texts) == ""


@pytest.mark.slow
@pytest.mark.skipif("RULEWRIGHT_TEXTS" not in os.environ, reason="takes long: .ci/long oracle runs it")
@pytest.mark.parametrize(("plant", "expected"), [(plant, expected) for plant, _, expected in PLANTS])
def test_finds_it_in_general_texts(plant: Plant, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    texts, found = until_found(drawn(seed) for seed in count(1))
    assert re.search(expected, found)
    monkeypatch.undo()
    assert found_in(texts) == ""
