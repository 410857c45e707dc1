"""The words of a report on many games: the questions, and a few sentences for the answer to each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rulewright.comparison.answers.model import (
    BEHIND,
    CHANGES,
    DECISIONS,
    LEAD,
    LENGTH,
    NEVER,
    POINTS,
    ROUNDS,
    SEATS,
    SETTLED,
    SKILL,
    SLIPS,
    UNCHANGED,
    WAITING,
    WINNERS,
    Answer,
    Duel,
    Figure,
    LeadAnswer,
    LengthAnswer,
    NeverAnswer,
    PointsAnswer,
    SeatsAnswer,
    SkillAnswer,
    WinnersAnswer,
)
from rulewright.comparison.statistics.intervals import LESS, MORE, SAME, Estimate, share_interval
from rulewright.phrasing import counted, listing, upper
from rulewright.report.report_words import MOST_NEEDED, RulesetWords, seats_called, short, told, within
from rulewright.rulebook.phrases import name_words

HEADINGS = {
    LENGTH: "How long do games take, and why do they end?",
    SEATS: "Is a seat better?",
    LEAD: "When is it decided, and can one come back?",
    SKILL: "Does skill pay?",
    POINTS: "Where do points come from?",
    WINNERS: "What do winners do that others do not?",
    NEVER: "What never happened?",
    WAITING: "Who waits how long?",
}
QUARTER_NAMES = ("1/4", "1/2", "3/4", "End")
"""Headings of the columns of points in the course of a game."""
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
AGAINST = {MORE: "more often than", LESS: "less often than", SAME: "practically as often as"}
LITTLE_SKILL = 2 / 3
"""Where the better of two seats finishes above the other one in fewer of their meetings, skill pays only a little."""
MOST = 5
"""The largest number of options, and of endings, that a sentence names."""
WAIT = "The longest wait of a game between two of one's own decisions"


def sentences(answer: Answer, words: RulesetWords) -> list[str]:
    """Return the answer in sentences; one without enough games says how many it needs."""
    if answer.needs:
        return [f"{counted(answer.games, 'game')} with decisions came to an end; this needs at least {answer.needs}."]
    return [*TELLERS[answer.question](answer, words)]


def _length(answer: LengthAnswer, words: RulesetWords) -> Iterator[str]:
    rounds, decisions = answer.figure(ROUNDS), answer.figure(DECISIONS)
    assert rounds is not None and decisions is not None
    length = f"{told(decisions)} decisions of two options or more"
    if answer.phase:
        length = f"{told(rounds)} runs of the phase {_phase(answer)} in which somebody decides and {length}"
    elif rounds.estimate.value > 1:
        length = f"{told(rounds)} laps (a lap is over when who was asked first is asked again) and {length}"
    least, most = min(answer.lengths), max(answer.lengths)
    yield f"A game takes {length}, {f'{least:,} to {most:,} of them' if least < most else 'in every game'}."
    reasons = Counter[str]()
    for ending, games in answer.endings:
        reasons[words.ending(ending)] += games
    if len(reasons) == 1:
        yield f"All games end for one reason: “{next(iter(reasons))}”"
        return
    for said, games in reasons.most_common(MOST):
        share = Estimate(games / answer.games, share_interval(games, answer.games), answer.games)
        yield f"{told(Figure('', share, True))} end for this reason: “{said}”"
    if len(reasons) > MOST:
        yield f"The others end in {len(reasons) - MOST} more ways."


def _phase(answer: LengthAnswer) -> str:
    return f"“{name_words(answer.phase.partition('.')[2])}”"


def _seats(answer: SeatsAnswer, words: RulesetWords) -> Iterator[str]:
    if answer.alone:
        yield "One plays alone, so no other seat can be better."
        return
    if answer.together:
        yield f"All play on one side, so no seat can be better. {told(answer.figures[0])} of the games are won."
        return
    if answer.shared:
        yield "In every game all share the win, or nobody wins: no seat is better."
        return
    if not answer.fixed:
        yield from _told_shares("place", {_place(one.name): one for one in answer.places})
    yield from _told_shares("seat", {one.name: one for one in answer.figures})
    if answer.fixed:
        yield "Seats are asked first in the same order in every game, so place and player cannot be told apart."


def _place(name: str) -> str:
    number = int(name.rpartition(" ")[2])
    return f"who is asked {PLACES[number - 1] if number <= len(PLACES) else f'{number}th'}"


def _told_shares(what: str, shares: dict[str, Figure]) -> Iterator[str]:
    clear = {name: one for name, one in shares.items() if one.verdict in (MORE, LESS)}
    for name, one in sorted(clear.items(), key=lambda pair: -pair[1].estimate.value):
        even = f"an even share, {100 * one.even:.1f}%"
        yield f"{upper(name)} wins {told(one)} of the games, clearly {AGAINST[one.verdict]} {even}."
    if clear:
        return
    if shares and all(one.verdict == SAME for one in shares.values()):
        yield f"No {what} is better: all win practically equally often."
        return
    low, high = (of(shares.values(), key=lambda one: one.estimate.value) for of in (min, max))
    needs = min((one.needs for one in (low, high) if one.needs), default=0)
    more = (
        f" About {needs:,} games would show whether the largest difference is one." if 0 < needs < MOST_NEEDED else ""
    )
    yield f"No {what} is clearly better: they win {short(low)} to {short(high)} of the games.{more}"


def _lead(answer: LeadAnswer, words: RulesetWords) -> Iterator[str]:
    changes, never = answer.figure(CHANGES), answer.figure(UNCHANGED)
    if changes is None or never is None:
        differ = "Nobody is ahead before a game is over: points differ at no decision."
        yield differ if answer.rivals else "Nobody plays against others, so nobody leads."
        return
    yield f"The lead changes {told(changes)} times a game; in {told(never)} of the games it never does."
    settled, behind = answer.figure(SETTLED), answer.figure(BEHIND)
    if settled is None or behind is None:
        yield "No game has a single winner, so nothing is settled before the end."
        return
    yield (
        f"In half of the games with a single winner the winner leads alone from {answer.half}% of the decisions "
        f"on, or earlier; on average they are open for {told(settled)} of their decisions."
    )
    low, high = behind.estimate.within
    back = "One can come back" if low > 0.1 else "One hardly comes back" if high < 0.1 else "Comebacks are undecided"
    yield f"{back}: after half of the decisions, the later winner was behind in {told(behind)} of them."


def _skill(answer: SkillAnswer, words: RulesetWords) -> Iterator[str]:
    if not answer.rivals:
        yield "Nobody plays against others, so skill cannot beat anybody."
        return
    named = {f"{duel.stronger} {duel.weaker}": duel for duel in answer.duels}
    for one in answer.figures:
        duel = named[one.name]
        yield (
            f"{upper(seats_called(duel.stronger))} finish above {seats_called(duel.weaker)} in {told(one)} of their "
            f"meetings, a tie as half. {_skill_verdict(one, duel)}"
        )
    for duel in (duel for duel in answer.duels if duel.needs):
        met = f"{upper(seats_called(duel.stronger))} against {seats_called(duel.weaker)}"
        yield f"{met}: {counted(duel.games, 'game')}; this needs at least {duel.needs}."
    if answer.slips is not None:
        yield (
            f"A seat among {seats_called(answer.slips.name)} that decides by chance one time in {SLIPS} changes its "
            f"share of wins by {100 * answer.slips.estimate.value:+.1f} points ({within(answer.slips)}). "
            f"{_slips_verdict(answer.slips)}"
        )
    elif not answer.duels:
        yield "This needs games of seats that think: --budget 10m plays them."


def _slips_verdict(one: Figure) -> str:
    low, high = one.estimate.within
    return "Slips cost wins." if high < 0 else "Slips win games." if low > 0 else "What slips cost is undecided."


def _skill_verdict(one: Figure, duel: Duel) -> str:
    what = "restriction" if duel.is_restricted else "skill"
    pays = f"That {what} pays."
    if not duel.is_restricted:
        little = one.estimate.within[1] < LITTLE_SKILL
        luck = f"luck leaves {100 * (1 - one.estimate.value):.1f}% to the weaker"
        pays = f"Skill pays only a little: {luck}." if little else f"That skill pays, and {luck}."
    said = {
        MORE: pays, LESS: f"That {what} costs games.",
        SAME: f"That {what} makes no practical odds.",
    }  # fmt: skip
    return said.get(one.verdict, f"Whether that {what} pays is undecided.")


def _points(answer: PointsAnswer, words: RulesetWords) -> Iterator[str]:
    if not answer.course:
        yield "These rules count no points."
        return
    ordered = sorted(answer.figures, key=lambda one: -abs(one.estimate.value))
    main = [one for one in ordered if one.estimate.value][:3]
    if not main:
        yield "Nobody has points at the end of any game, or they cancel out."
        return
    parts = listing([f"“{one.name}” ({told(one)} a player)" for one in main])
    yield f"Most points at the end come from {parts}."
    half, end = (sum(each[at] for each in answer.course.values()) for at in (1, -1))
    yield f"After half of the decisions a player has {half:,.1f} points on average, at the end {end:,.1f}."


def _winners(answer: WinnersAnswer, words: RulesetWords) -> Iterator[str]:
    if not answer.games:
        yield "In no game did some win and others not."
        return
    if not answer.options:
        yield "Winners take no option clearly more or less often than the others of their game."
        return
    for option, effect in [*answer.options.items()][:MOST]:
        assert effect.a is not None and effect.b is not None
        more = "more" if effect.difference > 0 else "less"
        low, high = sorted(map(abs, effect.within))
        yield (
            f"Winners take {words.option(option)} {abs(effect.difference):.2f} times {more} than others "
            f"({low:.2f} to {high:.2f}): {effect.b.mean:.2f} against {effect.a.mean:.2f} times a game."
        )
    yield "What winners do more often need not be why they win."


def _never(answer: NeverAnswer, words: RulesetWords) -> Iterator[str]:
    unoffered = [*map(words.option, answer.unoffered)]
    found = (
        ("Never a choice (not offered, or the only option)", unoffered),
        ("Offered, but never taken", [one for one in map(words.option, answer.untaken) if one not in unoffered]),
        ("Nobody ever had points from", [f"“{label}”" for label in answer.unscored]),
        ("Nobody ever had", [*map(words.piece, answer.unowned)]),
    )  # fmt: skip
    for said, names in found:
        if names:
            yield f"{said}: {listing([*dict.fromkeys(names)])}."
    if not any(names for _, names in found):
        yield "Every option was taken, every scoring gave points, and every piece that anybody can have was somebody's."
        return
    games = counted(answer.games, "game")
    yield f"What happened in none of {games} happens in fewer than {100 * answer.below:.1f}% of all games."


def _waiting(answer: Answer, words: RulesetWords) -> Iterator[str]:
    if not answer.figures:
        yield "One plays alone, and waits for nobody."
        return
    most = max(answer.figures, key=lambda one: one.estimate.value)
    least = min(answer.figures, key=lambda one: one.estimate.value)
    if short(most) == short(least):
        yield f"{WAIT} is {told(most)} decisions of others, for everybody."
        return
    yield (
        f"{WAIT} is {told(most)} decisions of others for {most.name}, "
        f"who waits longest on average, and {told(least)} for {least.name}, who waits least."
    )


TELLERS: dict[str, Callable[..., Iterator[str]]] = {
    LENGTH: _length, SEATS: _seats, LEAD: _lead, SKILL: _skill, POINTS: _points, WINNERS: _winners, NEVER: _never,
    WAITING: _waiting,
}  # fmt: skip


def figure_label(answer: Answer, figure: Figure) -> str:
    """Return what a figure is called in a table."""
    if isinstance(answer, SkillAnswer):
        named = {f"{duel.stronger} {duel.weaker}": duel for duel in answer.duels}
        return f"{named[figure.name].stronger} above {named[figure.name].weaker}"
    if isinstance(answer, SeatsAnswer):
        return upper(_place(figure.name)) if figure in answer.places else figure.name or "Won"
    if figure.name == ROUNDS and isinstance(answer, LengthAnswer):
        return f"Runs of {_phase(answer)}" if answer.phase else "Laps"
    return FIGURES.get(figure.name, figure.name)


FIGURES = {
    DECISIONS: "Decisions", CHANGES: "Changes of the lead", UNCHANGED: "Games without a change",
    SETTLED: "Open part of a game", BEHIND: "Won from behind at half",
}  # fmt: skip
