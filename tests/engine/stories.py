"""A game of each probe as its players live through it, word for word: `python tests/engine/stories.py` writes them.

What is asked, offered and told, why something is not offered, what each seat sees, and how a redeal and what a seat
supposes look from above. Whoever changes how something is told reads here how it comes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.engine.savefile.games import by_name
from rulewright.engine.snapshot import SnapshotReader
from rulewright.workspace import compiled_program

HERE = Path(__file__).parent
TESTS = HERE.parent
GAMES = {
    "probes/going-round": 3, "probes/laying-cards": 2, "probes/mission-payment": 2, "probes/nested-harvest": 2,
    "probes/open-accounts": 2, "probes/package-auction": 3, "probes/rank-fight": 3, "probes/sealed-bid": 3,
    "probes/sharing-out": 3, "engine/fair": 3, "playtest/orchard": 2, "playtest/stall": 2, "scenarios/yard": 2,
}  # fmt: skip
"""The games, and with how many seats they are played."""

DECISIONS = 8
WHOLE = 4
"""At each so-manieth decision it is told what every seat sees."""


def story(name: str) -> str:
    """Return the story of the game of this name, up to some decision and with its end."""
    program = compiled_program(str(TESTS / name), GAMES[name], None, True)
    game = Game.start(program, 3)
    lines: list[str] = []
    while not game.over:
        number = len(game.decisions)
        if number < DECISIONS:
            lines += [f"---- decision {number}", *_asked(game)]
            lines += _seen(game) if number % WHOLE == 0 else ()
        told = len(game.log)
        game.choose(game.codes[pick(3, number, len(game.codes))])
        if number < DECISIONS:
            lines += (f"told: {astuple(line)}" for line in game.log[told:])
    lines += [f"---- the end, after {len(game.decisions)} decisions", *_seen(game)]
    stands = SnapshotReader(program).values(game.state)
    lines += ["what stands:", *(f"  {key} = {stands[key]}" for key in sorted(stands))]
    lines += [f"scores: {game.scores()} {game.totals()} {game.ranking()}"]
    return "\n".join(lines).replace(f"{TESTS}/", "") + "\n"


def _asked(game: Game) -> Iterator[str]:
    question = game.question
    assert question is not None
    yield f"headings: {game.headings()}"
    yield f"seat {question.seat} is asked: {question.prompt} ({question.rule}, {question.place})"
    yield f"secret: {question.secret}, numbers: {question.amount}"
    yield from (
        f"  {choice.name} | {choice.label} | {choice.menu} | {choice.also} {choice.amount}"
        for choice in question.choices[:12]
    )
    for group, missing in game.why_not():
        yield f"missing: {group}"
        yield from (f"  {line}" for line in missing)
    names = sorted({choice.name for choice in game.program.tables.choices})
    names += [domain.labels[-1] for domain in game.program.domains.values() if domain.labels]
    first, *others = (choice.name for choice in question.choices)
    yield from (
        f"why not {name}: {game.why(name)}" for name in (first, *names, "nothing of this name") if name not in others
    )


def _seen(game: Game) -> Iterator[str]:
    for seat in (None, *range(game.program.seats)):
        yield f"seen by {seat}:"
        yield from (f"  {owner}: {fact} = {value}" for owner, facts in game.view(seat) for fact, value in facts)
    for seat in range(game.program.seats):
        yield f"sampled for {seat}: {_otherwise(game, game.program.playing.sample(game.state, seat, 5))}"


def _otherwise(game: Game, state: list[int]) -> dict[str, object]:
    """What stands otherwise in a vector than in the game's."""
    stands, now = by_name(game.program, state), by_name(game.program, game.state)
    return {name: numbers for name, numbers in stands.items() if numbers != now.get(name)}


def file_of(name: str) -> Path:
    """Return where the story of a game is kept."""
    return HERE / "stories" / f"{name.rpartition('/')[2]}.txt"


if __name__ == "__main__":
    for game in GAMES:
        file_of(game).write_text(story(game), "utf-8")
