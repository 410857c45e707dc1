"""Situations of whole games and processes."""

from __future__ import annotations

from dataclasses import replace

from rulewright.players.external.checks.probe import BYE, HELLO, OVER, FailedError, SeatProbe, question_with
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.messages import PROTOCOL, Greeting, Over


def greets(probe: SeatProbe) -> None:
    """answers the greeting with its name and the version of the protocol"""
    probe.greet()


def over_at_once(probe: SeatProbe) -> None:
    """goes on after a game that ended before it was asked"""
    probe.greet()
    probe.send(OVER)
    probe.greet(replace(HELLO, game=2))
    probe.ask_question()


def over_without_points(probe: SeatProbe) -> None:
    """goes on after a game that broke, which has no points"""
    probe.greet()
    probe.ask_question()
    probe.send(Over())
    probe.greet(replace(HELLO, game=2))
    probe.ask_question(question_with(2))


def several_games(probe: SeatProbe) -> None:
    """plays three games in one process under the same name, while ids go on"""
    for game in (1, 2, 3):
        probe.greet(replace(HELLO, game=game, seat=HELLO.seats[game % 2]))
        probe.ask_question(question_with(2 * game))
        probe.ask_question(question_with(2 * game + 1))
        probe.send(OVER)


def game_broken_off(probe: SeatProbe) -> None:
    """begins another game without having seen the end of the one before"""
    probe.greet()
    probe.ask_question()
    probe.greet(replace(HELLO, game=2))
    probe.ask_question(question_with(2))


def another_ruleset(probe: SeatProbe) -> None:
    """plays another ruleset in the same process"""
    probe.greet()
    probe.ask_question()
    probe.send(OVER)
    probe.greet(replace(HELLO, game=2, ruleset="another-test", seats=["x", "o"], seat="o"))
    probe.ask_question(question_with(2, view={"space.mark a1": "x"}))


def another_version(probe: SeatProbe) -> None:
    """answers a later version of the protocol with its own, or exits"""
    probe.send(replace(HELLO, protocol=PROTOCOL + 1))
    try:
        heard = probe.receive_message(HELLO.time_limit)
    except FaultError as fault:
        if fault.code is SeatFault.ENDED:
            return
        raise
    if not isinstance(heard, Greeting) or heard.protocol != PROTOCOL:
        raise FailedError("it claims to speak a version that does not exist", f'Always send "protocol": {PROTOCOL}.')


def bye(probe: SeatProbe) -> None:
    """exits after "bye" within a second"""
    probe.greet()
    probe.send(BYE)
    probe.expect_exit('"bye"')


def bye_in_a_game(probe: SeatProbe) -> None:
    """exits after "bye" in the middle of a game"""
    probe.greet()
    probe.ask_question()
    probe.send(BYE)
    probe.expect_exit('"bye"')


def end_of_input(probe: SeatProbe) -> None:
    """exits when its input ends"""
    probe.greet()
    probe.link.end_input()
    probe.expect_exit("the end of its input")


def restart(probe: SeatProbe) -> None:
    """can be started again after it was killed, with the same name"""
    probe.greet()
    probe.close()
    probe.greet()
    probe.ask_question()


SESSIONS = (
    greets, over_at_once, over_without_points, several_games, game_broken_off, another_ruleset, another_version, bye,
    bye_in_a_game, end_of_input, restart,
)  # fmt: skip
