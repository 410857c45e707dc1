"""The published schema: what seats are sent has its form, in every game, and contains nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lines import GREETING, HELLO, Written, reply
from tests.tiers import slow_unless

from rulewright.backends import Program
from rulewright.engine import Game
from rulewright.players.external import table
from rulewright.players.external.conversation import Conversation
from rulewright.players.external.kinds import outside_seat
from rulewright.players.external.messages import PROTOCOL, SeatQuestion
from rulewright.players.external.reading import form_validator
from rulewright.players.external.table import OutsideSeats
from rulewright.reference import all_pages
from rulewright.source.schema import load_schema
from rulewright.workspace import compiled_program

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/ruleset.yaml") if path.parent.name != "goa-sack-market")


class First(Written):
    """A seat that takes the first option, and notes what it is sent."""

    def __init__(self) -> None:
        super().__init__([])

    def send_bytes(self, data: bytes) -> None:
        super().send_bytes(data)
        message = self.sent[-1]
        if message["type"] == "hello":
            self.coming.append(GREETING.encode())
        elif message["type"] == "question":
            options = message["options"]
            assert isinstance(options, list)
            self.coming.append(reply(int(str(message["id"])), options[0]["name"]).encode())


def game_of(program: Program, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Return everything that the seats of a game are sent."""
    links: list[First] = []

    def conversation(_: object) -> Conversation:
        links.append(First())
        return Conversation(links[-1])

    monkeypatch.setattr(table, "Conversation", conversation)
    monkeypatch.setattr(table, "open_link", lambda _: None)
    seats = OutsideSeats(program, outside_seat("cmd:cat"))
    game = Game.start(program, 3)
    while not game.over and len(game.decisions) < 300:
        seats.log = game.log
        game.choose(seats(game.state, game.codes, 3, len(game.decisions)))
    assert seats.end_game(game.state) == []
    return [message for link in links for message in link.sent]


@pytest.mark.parametrize("traced", [True, False], ids=["traced", "plain"])
@pytest.mark.parametrize(
    "folder", slow_unless(lambda folder: "poker" in folder.name, FOLDERS), ids=lambda folder: folder.name
)
def test_whatever_is_sent_has_the_published_form(folder: Path, traced: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled_program(str(folder), 4 if folder.name == "hearts" else 2, traced=traced)
    sent, forms = game_of(program, monkeypatch), load_schema("seat")["$defs"]
    assert {message["type"] for message in sent} == {"hello", "question", "over"}
    for message in sent:
        form = str(message["type"])
        form_validator(form).validate(message)
        assert set(message) <= set(forms[form]["properties"]), "every field is in the schema"
        assert ("prompt" in message) == (traced and form == "question")
    text = json.dumps(sent)
    assert '"code"' not in text and '"state"' not in text and '"seed"' not in text


def test_every_form_is_reached_from_the_whole_schema() -> None:
    whole = load_schema("seat")
    assert whole["oneOf"] == [{"$ref": "#/$defs/to-seat"}, {"$ref": "#/$defs/from-seat"}]
    listed = [
        one["$ref"].rpartition("/")[2] for half in ("to-seat", "from-seat") for one in whole["$defs"][half]["oneOf"]
    ]
    assert listed == ["hello", "question", "error", "over", "bye", "greeting", "answer"]


def test_the_reference_explains_every_field() -> None:
    page = next(page for page in all_pages() if page.name == "seats")
    text = "".join(entry.text for entry in page.entries if entry.titles[0] in ("cmd", "mcp"))
    named = set(re.findall(r"`([a-z_]+)`", text)) | set(re.findall(r'"([a-z_]+)":', text))
    fields = {name for form in load_schema("seat")["$defs"].values() for name in form.get("properties", {})}
    assert fields and fields <= named, sorted(fields - named)


def test_the_number_of_a_game_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever knows it can shuffle the deck."""
    program = compiled_program(str(EXAMPLES / "kuhn-poker"), 2)
    transcripts = []
    for number in (11, 12):
        state = program.initial(5)
        codes = program.advance(state, state[0])
        assert codes is not None
        link = First()
        monkeypatch.setattr(table, "Conversation", lambda _, link=link: Conversation(link))
        monkeypatch.setattr(table, "open_link", lambda _: None)
        OutsideSeats(program, outside_seat("cmd:cat"))(state, codes, number, 0)
        transcripts.append(link.sent)
    assert transcripts[0] == transcripts[1]


def test_values_that_are_missing_are_left_out() -> None:
    link = Written([GREETING, reply(1, "a")])
    conversation = Conversation(link)
    conversation.greet(HELLO)
    conversation.ask_question(
        SeatQuestion(0, "q", [table.SeatOption("a", "a"), table.SeatOption("b", "b", value=0)], {"x": None}, 1.0)
    )
    assert link.sent[0]["protocol"] == PROTOCOL
    assert link.sent[1]["options"] == [{"name": "a", "option": "a"}, {"name": "b", "option": "b", "value": 0}]
    assert link.sent[1]["view"] == {"x": None} and "log" not in link.sent[1]
