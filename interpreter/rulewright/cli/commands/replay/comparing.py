"""Recorded games, compared with what the rules make of them now, and rewritten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from rulewright.cli import late
from rulewright.cli.commands.replay.files import OpenedGame
from rulewright.cli.commands.replay.telling import difference_finding
from rulewright.cli.main import print_problem
from rulewright.cli.output import FINDINGS, FINE, code_for, print_report
from rulewright.diagnostics import Code, Diagnostic, RulesError
from rulewright.engine.savefile.format import ENDING, SavedGame, refusal, write
from rulewright.phrasing import counted
from rulewright.playtest.replay import ReplayDifference, recorded_snapshots, replay_difference, rewrite_game
from rulewright.report.model import Report, Section, Sentence
from rulewright.report.replay_report import parting_lines, parting_title

MANY_RESULTS = 20
"""Of more results than this, only those that differ are named."""


def verify_games(games: list[OpenedGame]) -> int:
    """Play games again and print which differ from what is written, each with its first decision."""
    findings: list[Diagnostic] = []
    fine = 0
    for one in games:
        found = problems_of(one)
        findings += found
        fine += not found
        if not found and not (one.record and len(games) > MANY_RESULTS):
            _print_sentences(f"{one.name}: {_comparison_text(one)}")
    if len(games) > 1:
        click.echo(f"{fine:,} of {counted(len(games), 'game')} as written.")
    if findings:
        print_problem(RulesError(tuple(findings)))
    differs = any(d.code == Code.REPLAY_DIFFERS for d in findings)
    return FINDINGS if differs else code_for(findings)


def problems_of(one: OpenedGame) -> tuple[Diagnostic, ...]:
    """Return what keeps a game from being as it is written; nothing when it is."""
    try:
        problem = first_difference(one)
    except RulesError as raised:
        problem = raised
    return problem.findings if problem else ()


def _comparison_text(one: OpenedGame) -> str:
    """Return what was compared in a game that matches what is written."""
    if one.record:
        return "comes out as written."
    count = counted(len(one.kept.decisions), "decision")
    return f"{count} as written." if one.kept.compared else f"{count} and what they lead to as written."


def first_difference(one: OpenedGame) -> RulesError | None:
    """Return where a game first differs from what is written, or None."""
    if one.record is not None:
        return _result_difference(one)
    parted = replay_difference(one.path, one.kept, one.program(traced=False))
    if parted is None:
        return None
    said = parting_title(parted, len(one.kept.decisions))
    wanted = ["If that is as it should be, --accept writes the replay anew."] if one.kept.compared else []
    remedy = [*parting_lines(parted), *wanted]
    return difference_finding(one, parted.number, said, remedy)


def _result_difference(one: OpenedGame) -> RulesError | None:
    assert one.record is not None
    late.simulate_results.same_rules(one.path, one.line, one.record, one.program(traced=False))
    lines = late.simulate_results.repeat_differences(one.record, one.program(traced=False))
    said = f"game {one.record.game} does not end as is written"
    return refusal(one.path, Code.REPLAY_DIFFERS, said, *lines, line=one.line) if lines else None


# -- writing


def keep_game(one: OpenedGame, target: Path) -> int:
    """Write a game with a fingerprint for each decision to a file of its own."""
    if target.suffix != ENDING:
        raise click.UsageError(f"--keep {target}: a replay's name ends in {ENDING}.")
    if target.exists():
        raise click.UsageError(f"--keep {target}: this file is there already; --accept writes a replay anew.")
    kept = _fingerprinted(one)
    try:
        target.parent.mkdir(exist_ok=True)  # the first game of a ruleset brings its folder
        write(target, kept)
    except OSError as problem:
        said = f"--keep {target}: it cannot be written there: {problem.strerror or problem}."
        raise click.UsageError(said) from None
    said = f"Written to {target}: {counted(len(kept.decisions), 'decision')}, each with its fingerprint."
    _print_sentences(said)
    return FINE


def _fingerprinted(one: OpenedGame) -> SavedGame:
    """Return a game with a fingerprint for each decision; that of a result is played again."""
    program = one.program(traced=False)
    if one.record is not None:
        return late.simulate_results.recorded_again(one.path, one.line, one.record, program)
    kept, followed = rewrite_game(one.path, one.kept, program)
    if followed < len(one.kept.decisions):
        said = f"decision {followed + 1} is not possible under the rules as they are"
        raise refusal(one.path, Code.REPLAY_DIFFERS, said, "Keep it with the rules by which it was played.")
    return kept


def accept_games(games: list[OpenedGame]) -> int:
    """Write replays anew that differ now, and say for each what has changed."""
    for one in games:
        if not one.kept.compared:
            said = "this game has no fingerprints, so there is nothing to accept"
            remedy = f"Make a replay of it:  {one.command} --keep NAME{ENDING}"
            raise refusal(one.path, Code.NOTHING_TO_ACCEPT, said, remedy)
        list(recorded_snapshots(one.path, one.kept))
    renewed = sum([_accept_game(one) for one in games])
    click.echo(f"{renewed} of {counted(len(games), 'replay')} written anew.")
    return FINE


def _accept_game(one: OpenedGame) -> bool:
    program = one.program(traced=False)
    parted = replay_difference(one.path, one.kept, program)
    kept, followed = rewrite_game(one.path, one.kept, program)
    if parted is None:
        other = kept.fingerprint != one.kept.fingerprint
        rules = " The rules' fingerprint is another one and was written anew." if other else ""
        _print_sentences(f"{one.name}: {_comparison_text(one)}{rules}")
    else:
        _print_sentences(*_change_sentences(one, parted, kept, followed))
    if kept != one.kept:
        write(one.path, kept)
    return kept != one.kept


def _change_sentences(one: OpenedGame, parted: ReplayDifference, kept: SavedGame, followed: int) -> Iterator[Sentence]:
    """Yield what has changed in a replay: the first decision that differs, before and now, and what follows."""
    before = len(one.kept.decisions)
    yield Sentence(f"{one.name}: {parting_title(parted, before)}.", "", "      ")
    lines = parting_lines(parted)
    if followed < before or len(kept.decisions) != before:
        anew = f"Decisions 1 to {followed} are those of before; random seats decide from there on"
        lines.append(f"{anew}: {counted(len(kept.decisions), 'decision')} instead of {before}.")
    lines.append(f"Result before: {_result_of(one.kept)}. Now: {_result_of(kept)}.")
    yield from (Sentence(line, "   ", "      ") for line in lines)


def _print_sentences(*sentences: str | Sentence) -> None:
    print_report(Report([Section(sentences)]))


def _result_of(kept: SavedGame) -> str:
    """Return the places at the end of a game."""
    last = kept.decisions[-1].changed if kept.decisions else kept.stands or {}
    places = {name.removeprefix("place "): place for name, place in last.items() if name.startswith("place ")}
    return ", ".join(f"{name} {place}" for name, place in sorted(places.items(), key=lambda p: p[1])) or "not over"


def list_games(games: list[OpenedGame]) -> int:
    """Print which games there are."""
    for one in games:
        count = f", {counted(len(one.kept.decisions), 'decision')}" if one.kept.decisions else ""
        said = f"game number {one.kept.number}, {counted(len(one.kept.seats), 'player')}{count}"
        click.echo(f"{one.path}  {said}")
    return FINE
