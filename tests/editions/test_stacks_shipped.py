"""Every stack of shipped variants on every shipped edition is sound and can be played, or says which two do not agree.

RULEWRIGHT_GAMES is the number of games for each stack and each number of players, played in C where that can be had;
without it there are two games, at one number of players that changes from stack to stack.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from tests.tiers import sampled

from rulewright.check.check import check
from rulewright.compile.fingerprint import of_rules
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings
from rulewright.playtest.game import play_one
from rulewright.playtest.native_builds import native_if_wanted
from rulewright.source import RulesetSource, available
from rulewright.source.layers import layers_of
from rulewright.source.loading import load
from rulewright.workspace import Ruleset

GAMES = os.environ.get("RULEWRIGHT_GAMES")
CONFLICT = "two-changes"


@cache
def read(name: str) -> RulesetSource:
    findings = Findings()
    source = load(name, findings)
    findings.stop_on_errors()
    return source


def split() -> tuple[list[str], list[str]]:
    """Return the editions (and games) that are shipped, and the variants."""
    variants = [name for name in available() if read(name).manifest.variant]
    return [name for name in available() if name not in variants], variants


def stacks() -> Iterator[str]:
    """Yield every edition with every set of variants of the same game, each meaning once."""
    editions, variants = split()
    seen: set[frozenset[str]] = set()
    for edition in editions:
        fitting = [name for name in variants if game(name) == game(edition)]
        for number in range(len(fitting) + 1):
            for chosen in combinations(fitting, number):
                all_ = {layer.name for name in (edition, *chosen) for layer in layers_of(read(name))}
                if frozenset(all_) not in seen:
                    seen.add(frozenset(all_))
                    yield "+".join((edition, *chosen))


def game(name: str) -> str:
    """Return the ruleset that everything else of a ruleset stands on."""
    return layers_of(read(name))[0].name


def tables(source: RulesetSource) -> range:
    """Return the numbers of players that a ruleset is for."""
    players = next(layer.manifest.players for layer in reversed(layers_of(source)) if layer.manifest.players)
    return range(players.low, players.high + 1)


STACKS = sorted(stacks())


@pytest.mark.parametrize("stack", sampled(len(STACKS), STACKS))
def test_a_stack_is_sound_and_can_be_played(stack: str) -> None:
    findings = Findings()
    source = load(stack, findings)
    rules = compose(source, findings)
    if any(found.code == CONFLICT for found in findings.found):
        assert {found.code for found in findings.errors} == {CONFLICT}
        return
    sizes = tables(source)
    check(rules, sizes[-1], findings)
    assert findings.found == []
    for seats in sizes if GAMES else (sizes[STACKS.index(stack) % len(sizes)],):
        play(source, seats)


def play(source: RulesetSource, seats: int) -> None:
    """Play random games to the end; nothing may break, and what must always hold does at every decision."""
    program = native_if_wanted(Ruleset.of(source).program(seats), in_c=GAMES is not None)
    for number in range(1, 1 + int(GAMES or 1)):
        record = play_one(program, number)
        assert not record.failure, f"{source.name}, {seats} players, game {number}"
        assert sum(record.decisions) > 0


def test_there_are_editions_and_variants_to_stack() -> None:
    editions, variants = split()
    assert {"goa", "goa-polish", "goa-tutorial"} <= set(editions)
    assert {"goa-bonanza", "goa-draw-then-discard", "goa-quick-start", "goa-tournament"} <= set(variants)
    assert len(STACKS) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("stack", ["goa-polish+goa-quick-start", "goa-bonanza+goa-tournament+goa-draw-then-discard"])
def test_the_order_of_the_names_means_nothing(stack: str) -> None:
    names = stack.split("+")
    made = [compose(read("+".join(order)), Findings()) for order in (names, names[::-1])]
    assert of_rules(check(made[0], 3, Findings())) == of_rules(check(made[1], 3, Findings()))
