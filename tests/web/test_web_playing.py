"""People and computer players at one table, through pages that talk to a server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.serving import EXAMPLES, Page, Served

CONNECT_FOUR = str(EXAMPLES / "connect-four")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(CONNECT_FOUR, store=tmp_path / "tables.sqlite") as found:
        yield found


def test_a_choice_is_seen_by_everybody_and_asks_the_next(served: Served) -> None:
    _, first, second, onlooker = served.links
    with Page(first) as one, Page(second) as two, Page(onlooker) as other:
        assert one.at and not two.at and not other.at
        assert "data-choice" not in two.parts["question"] + other.parts["question"]
        one.decide()
        assert not one.at
        two.hear_question()
        heard = other.hear()
        assert "log" in heard["parts"] and set(heard["redrawn"]) == {
            "part-space",
            "mat-player-yellow",
            "mat-player-red",
        }
        assert all(': Yellow"' in page.parts["table"] for page in (one, two, other))


@pytest.mark.slow
def test_an_option_says_what_it_does_before_it_is_taken(served: Served) -> None:
    with Page(served.links[1]) as one:
        answer = one.ask(do="what", at=one.at, choice=one.choices[0])
        assert answer["to"] == "what" and f'data-confirm="{one.choices[0]}"' in answer["html"]
        assert one.ask(do="why")["to"] == "why"
        assert one.ask(do="hint")["to"] == "hint"


@pytest.mark.slow
def test_answers_to_other_questions_change_nothing(served: Served) -> None:
    _, first, second, onlooker = served.links
    with Page(first) as one, Page(second) as two, Page(onlooker) as other:
        at = one.at
        for page in (two, other):
            assert page.ask(do="choose", at=at, choice=one.choices[0])["type"] == "refused"
        assert one.ask(do="choose", at="0.0.7", choice=one.choices[0])["type"] == "refused"
        assert one.ask(do="choose", at=at, choice="nothing")["type"] == "refused"
        choice = one.choices[0]
        one.choose(choice)
        answer = one.ask(do="choose", at=at, choice=choice)  # the second of two clicks
        assert answer == {"type": "refused", "text": "This has been decided meanwhile."}
        two.hear_question()
        assert two.parts["log"].count("<li>") == 1


@pytest.mark.slow
def test_a_decision_is_taken_back_until_somebody_else_decides(served: Served) -> None:
    _, first, second, _ = served.links
    with Page(first) as one, Page(second) as two:
        one.decide()
        one.say(do="undo")
        one.hear_question()
        assert one.at == "0.1.0"
        one.decide()
        two.hear_question("1.1.0")
        two.decide()
        one.hear_question()
        one.say(do="undo")  # now two decisions would be lost, of which one is not his own
        while 'data-do="agree"' not in two.parts["question"]:
            two.hear()
        while "wants" not in one.parts["question"]:
            one.hear()
        two.say(do="refuse")
        for page in (one, two):
            while "wants" in page.parts["question"]:
                page.hear()
        one.say(do="undo")
        while 'data-do="agree"' not in two.parts["question"]:
            two.hear()
        two.say(do="agree")
        while one.at != "0.2.0":
            one.hear()
        assert one.parts["log"].count("<li>") == 0


@pytest.mark.slow
def test_a_computer_player_takes_over_and_gives_the_seat_back(served: Served) -> None:
    lobby, first, second, _ = served.links
    with Page(first) as one, Page(second) as two, Page(lobby) as host:
        kind = "random"
        two.say(do="sit", seat=1, kind=kind)
        one.decide()
        one.hear_question()
        assert two.parts["log"] == one.parts["log"] or two.hear()
        assert one.ask(do="sit", seat=1, kind="person")["type"] == "refused"
        two.say(do="sit", seat=1, kind="person")
        one.decide()
        two.hear_question()
        assert f'value="{kind}"' in host.parts["tables"]


@pytest.mark.slow
def test_moments_come_back(served: Served) -> None:
    with Page(served.links[1]) as one, Page(served.links[2]) as two:
        empty = two.parts["table"]
        one.decide()
        two.hear_question()
        now = two.parts["table"]
        two.say(do="show", moment=0)
        while two.parts["table"] == now:
            two.hear()
        assert not two.at and two.parts["table"].replace(" offered", "") == empty
        two.say(do="show", moment=-1)
        two.hear_question()
        assert two.parts["table"] == now


@pytest.mark.slow
def test_the_lobby_begins_tables_and_replaces_links(served: Served) -> None:
    with Page(served.links[0]) as host:
        host.say(do="new", ruleset=CONNECT_FOUR, kinds=["person", "with 1"])
        while host.parts["tables"].count("<section") < 2:
            host.hear()
        assert host.ask(do="new", ruleset=CONNECT_FOUR, kinds=["person"])["text"] == "The game is for 2 players."
        assert host.ask(do="new", ruleset="nothing", kinds=["person"])["type"] == "refused"
        assert host.ask(do="new", ruleset=CONNECT_FOUR, kinds=["cmd:rm", "person"])["type"] == "refused"
        tokens = [part.split('"')[0] for part in host.parts["tables"].split('data-link="')[1:]]
        both = f"{served.origin}/t/{tokens[3]}"
        with Page(both) as page:
            page.decide()
            assert page.at == "1.0.0", "one person sits in both seats"
            host.say(do="revoke", link=tokens[3])
            with pytest.raises(Exception, match="4004"):
                while page.hear():
                    pass
        with pytest.raises(Exception, match="4004"), Page(both):
            pass


@pytest.mark.slow
def test_a_restart_loses_nothing(served: Served) -> None:
    with Page(served.links[1]) as one:
        one.decide()
    before = [link.rpartition("/")[2] for link in served.links]
    served.kill()
    served.again()
    assert [link.rpartition("/")[2] for link in served.links] == before
    with Page(served.links[1]) as one, Page(served.links[2]) as two:
        assert one.parts["log"].count("<li>") == 1 and two.at == "1.0.0"
        two.decide()
        one.hear_question()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_an_untrusted_ruleset_is_played_in_a_confined_process(tmp_path: Path) -> None:
    words = (CONNECT_FOUR, "--untrusted", "--seat", "person", "--seat", "random")
    with (
        Served(*words, store=tmp_path / "t.sqlite") as served,
        Page(served.links[1]) as one,
        Page(served.links[0]) as host,
    ):
        one.decide()
        one.hear_question("0.0.1")
        assert one.ask(do="hint")["to"] == "hint"
        assert host.ask(do="new", ruleset="tic-tac-toe", kinds=["person"])["type"] == "refused"
