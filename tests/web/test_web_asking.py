"""What a page can ask about, and what has changed on it."""

from __future__ import annotations

import re

import pytest
from tests.web.serving import EXAMPLES
from tests.web.test_web_attacks import CONNECT_FOUR, hall_with

from rulewright.web.hall import Hall
from rulewright.web.store import Link, Store
from rulewright.web.view import Viewer
from rulewright.workspace import Workspace

HEARTS = str(EXAMPLES / "hearts")


def asked(hall: Hall, viewer: Viewer, **message: str) -> str:
    ((answer),) = hall.receive(viewer, message)
    return str(answer["html"])


def test_a_preview_leads_to_what_an_option_is_and_back() -> None:
    hall, [links] = hall_with(CONNECT_FOUR)
    one, onlooker = Viewer(links[0]), Viewer(links[-1])
    view = hall.view(one)
    choice, target = re.findall('data-choice="([^"]*)" data-target="([^"]*)"', view.parts["question"])[0]
    preview = asked(hall, one, do="what", at=view.at, choice=choice, about=target)
    assert f'data-confirm="{choice}"' in preview and f'data-known="{target}"' in preview
    known = asked(hall, one, do="why", about=target)
    assert f'data-choice="{choice}"' in known and "not offered" not in known and "Nothing" not in known
    assert "data-choice" not in asked(hall, onlooker, do="why", about=target)
    assert 'data-do="why"' in hall.view(onlooker).parts["question"], "onlookers may ask what something is"


def test_anything_can_be_asked_about_by_the_beginning_of_its_name() -> None:
    hall = Hall(Store(None), Workspace().ruleset, [HEARTS])
    row = hall.create(HEARTS, ["person"] * 4, {})
    viewer = Viewer(hall.links_of(row.id)[hall.table(row.id).asked or 0])
    assert "suit that was led" in asked(hall, viewer, do="why", about="Winner of")
    assert "Nothing that could be chosen is called &#34;no such thing&#34;" in asked(
        hall, viewer, do="why", about="no such thing"
    )


def picture_of(hall: Hall, link: Link) -> str:
    picture = hall.view(Viewer(link)).picture
    assert picture is not None
    return picture.frame(filled=True)


@pytest.mark.parametrize("decisions", range(1, 5))
def test_each_sees_marked_what_has_changed_since_its_own_last_decision(decisions: int) -> None:
    """Each decision lays a disc into the first column, from a6 upwards."""
    hall, [links] = hall_with(CONNECT_FOUR)
    table = hall.table(links[0].table)
    for _ in range(decisions):
        table.choose(table.game.names()[0])
    marked = [re.findall('data-about="space ([^"]*)" class="[^"]*changed', picture_of(hall, link)) for link in links]
    laid = [f"a{6 - number}" for number in range(decisions)]
    last, before = laid[-1:], laid[-2:]
    expected = [last, before] if decisions % 2 else [before, last]
    assert [sorted(each) for each in marked] == [sorted(each) for each in (*expected, last)]
