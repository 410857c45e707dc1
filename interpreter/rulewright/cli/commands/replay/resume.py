"""Resumes a recorded game at one of its decisions, as `play` does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rulewright.cli import opening
from rulewright.cli.commands.play import again_words, on_stderr, opening_lines, who_sits
from rulewright.cli.commands.play.advice import Advice
from rulewright.cli.commands.play.keeping import GameSaver
from rulewright.cli.commands.play.loop import TableLoop
from rulewright.cli.commands.play.session import PERSON, Session
from rulewright.cli.commands.play.terminal import Terminal
from rulewright.cli.commands.play.thinking import computers_for
from rulewright.cli.commands.replay.files import OpenedGame
from rulewright.cli.commands.replay.telling import at_decision, reader_named
from rulewright.cli.output import FINDINGS, FINE
from rulewright.report.layout import fold


def resume_game(one: OpenedGame, number: int, seat: str | None, kinds: Sequence[str], plain: bool) -> int:
    """Play on from a decision: the one who is asked there is a person, or the one named, or whom `kinds` says."""
    game = at_decision(one, number)
    asked = game.question.seat if game.question else 0
    usual = opening.usual_kind(one.program(traced=True))
    who = who_sits(kinds, len(one.kept.seats), reader_named(one, seat) if seat else asked, usual)
    plain_rules, traced = partial(one.program, traced=False), one.program(traced=True)
    others = computers_for([kind for kind in who if kind != PERSON], plain_rules, traced, on_stderr)
    session = Session(one.begin(), one.names, who, others)
    session.replay_decisions([decision.name for decision in one.kept.decisions[: number - 1]])
    shape, terminal = one.rules.about, Terminal(plain)
    terminal.write_lines(opening_lines(shape, session, one.kept.settings, one.ruleset, str(one.path), False)[:-2])
    terminal.write_lines([*fold(f"Going on from decision {number} of {len(one.kept.decisions)}."), ""])
    again = again_words(one.ruleset, len(who), who, None, one.kept.settings, plain, one.language)
    keeper = GameSaver(opening.save_game, again, f"{shape.name}-{one.kept.number}-from-{number}")
    session.advice = Advice(one.rules, plain_rules, others.thinking)
    loop = TableLoop(session, keeper, terminal)
    loop.run()
    return FINDINGS if loop.broken else FINE
