"""The lobby: games with their editions, variants and figures, tables with their links, and what is refused there."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft7Validator

from rulewright.source.folders import schemas
from rulewright.web.hall import Hall
from rulewright.web.live import RefusedError
from rulewright.web.store import Store
from rulewright.web.view import Viewer
from rulewright.workspace import Workspace

OFFERED = ("goa", "goa-polish", "goa-tournament", "goa-quick-start", "batavia", "batavia-open-posts")


@pytest.fixture
def hall() -> Iterator[Hall]:
    found = Hall(Store(None), Workspace().ruleset, OFFERED)
    yield found
    found.store.close()


def form_of(hall: Hall, viewer: Viewer) -> str:
    return hall.view(viewer).parts["form"]


@pytest.mark.slow
def test_games_are_called_by_their_titles_and_variants_go_with_their_game(hall: Hall) -> None:
    host = Viewer(hall.host)
    assert '<option value="goa" selected>Goa, Rio Grande 2004</option>' in form_of(hall, host)
    assert 'value="goa-tournament">' in form_of(hall, host) and "batavia-open-posts" not in form_of(hall, host)
    hall.receive(host, {"do": "show", "ruleset": "goa-polish+goa-tournament"})
    form = form_of(hall, host)
    assert '<option value="goa-polish" selected>' in form and 'value="goa-tournament" checked>' in form
    hall.receive(host, {"do": "show", "ruleset": "batavia"})
    assert "batavia-open-posts" in form_of(hall, host) and "goa-tournament" not in form_of(hall, host)


@pytest.mark.slow
def test_figures_are_shown_with_their_values_and_can_be_changed(hall: Hall) -> None:
    host = Viewer(hall.host)
    assert 'data-figure="first-ducats" value="7" min="0" max="99"' in form_of(hall, host)
    message = {"do": "new", "ruleset": "goa+goa-tournament", "kinds": ["person", "random"]}
    hall.receive(host, {**message, "settings": {"first-ducats": 9}})
    (row,) = hall.rows.values()
    assert row.settings == {"first-ducats": 9} and hall.table(row.id).game.program.settings == {"first-ducats": 9}
    shown = hall.view(host).parts["tables"]
    assert "Goa, tournament rules" in shown and "first ducats 9" in shown and ">Yellow</a>" in shown
    for settings in ({"first-ducats": 100}, {"ship-points": 1}, {"row-points": 1}):
        with pytest.raises(RefusedError, match="bad-figure"):
            hall.receive(host, {**message, "settings": settings})


@pytest.mark.parametrize("ruleset", ["hearts", "goa+hearts", "goa+", "+", "goa+../goa"])
def test_only_what_is_offered_is_played(hall: Hall, ruleset: str) -> None:
    host = Viewer(hall.host)
    hall.receive(host, {"do": "show", "ruleset": ruleset})
    assert host.ruleset == ""
    with pytest.raises(RefusedError, match="not-known-here"):
        hall.receive(host, {"do": "new", "ruleset": ruleset, "kinds": ["person"] * 2})


def test_variants_of_another_game_are_refused_with_the_reason(hall: Hall) -> None:
    for message in ({"do": "show"}, {"do": "new", "kinds": ["person"] * 3}):
        with pytest.raises(RefusedError) as refused:
            hall.receive(Viewer(hall.host), {**message, "ruleset": "batavia+goa-tournament"})
        assert "does not stand on" in refused.value.filled["why"]


@pytest.mark.parametrize("settings", ["a=1", {"a": "1"}, {"a": 1.5}, {"a": True}, {"a": 10**12}, {"x" * 300: 1}])
def test_figures_of_another_form_are_refused(settings: object) -> None:
    form = json.loads((schemas() / "web.schema.json").read_text("utf-8"))["$defs"]["from-page"]["new"]
    message = {"do": "new", "ruleset": "goa", "kinds": ["person"] * 2, "settings": settings}
    assert not Draft7Validator(form).is_valid(message)
    assert Draft7Validator(form).is_valid({**message, "settings": {"a": 1}})
