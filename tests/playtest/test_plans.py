"""Seats with a plan: what they prefer, avoid, weigh and do not know, on small games and in shipped rulesets."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.backends import Program
from rulewright.backends.native import NoLibrary, compiler, native
from rulewright.chance import pick
from rulewright.compile.tables import argument_of
from rulewright.diagnostics import Findings, RulesError
from rulewright.engine import Game
from rulewright.players.forgetting import Forgetting
from rulewright.players.greedy import Greedy
from rulewright.players.restrictions import typed_seat
from rulewright.players.search.seat import Searcher
from rulewright.players.search.settings import SearchBudget
from rulewright.players.seats import make_decider, seats_in_words
from rulewright.source.loading import load
from rulewright.workspace import compiled_program

ROOT = Path(__file__).parents[2]
MANIFEST = """\
ruleset: booth
title: "The booth"
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {common: {title: Made up for the tests, passages: [The rules]}}
"""
RULES = """
names fruit / fruits: apple, plum, pear

each player has:
    amount gem / gems
    amount coin / coins
    luck: 1 to 6, secret

game "The booth":
    for each player in players:
        roll die from 1 to 6 secretly
        set player's luck to die
    for each player in players:
        do auction
        do fruit-stand
        do corner

step auction:
    ask player "Bid?":
        option bid "Bid {amount}" with amount from 1 to 9:
            take 1 gem
        option pass "Pass"

step fruit-stand:
    ask player "Which one?":
        option eat "Eat {fruit}" with fruit from fruits:
            take 2 coins
        option pass "None":
            take 3 coins

step corner:
    ask player "And now?":
        option now "A gem":
            take 1 gem
        option later "Look again":
            do look
        option guess "Guess {eyes}" with eyes from 1 to 6:
            if eyes is player's luck:
                take 2 gems

step look:
    ask player "Well?":
        option gems "Three gems":
            take 3 gems
        option nothing "Nothing"

scoring gems "Gems":
    score player's gems points
"""

PLANS = {
    "prefers: [pass]": "pass, pass, gems",
    "prefers: [pear, step.auction.pass, now]": "pass, eat pear, now",
    "prefers: [eat plum, eat]": "bid, eat plum, gems",
    "never: [bid, later, guess]": "pass, pass, now",
    "never: [step.fruit-stand.pass, apple, eat plum]": "bid, eat pear, gems",
    "never: [step.fruit-stand pass, apple, eat plum]": "bid, eat pear, gems",
    "never: [pass, eat]": "bid, eat, gems",
    "never: [eat, pass]": "bid, pass, gems",
    "never: [pass, bid 1, bid 2, bid 3, bid 4, bid 5, bid 6, bid 7, bid 9, apple, plum]": "bid 8, eat pear, gems",
    "never: [pass]\nat most: {bid: 0}": "bid 1, eat, gems",
    "plans ahead: false": "bid, pass, guess",
    "plans ahead: false\nnever: [guess]": "bid, pass, now",
    "weights: {coins: 70}\nat most: {bid: 1}": "bid 1, pass, gems",
    "weights: {gems: -200}\nnever: [guess]": "pass, pass, nothing",
    "plays: other": "bid 2, eat apple, gems",
    "plays: other\nnever: [bid 2]\nat most: {bid: 3}": "bid 3, eat apple, gems",
}
"""Plans, and what they choose in the three steps of the booth: an option, or an option with an argument."""
RESTRICTED = {
    "greedy": "bid, pass, gems",
    "greedy without bid": "pass, pass, gems",
    "greedy without step.fruit-stand pass and bid 3": "bid, eat, gems",
    "greedy without step.fruit-stand.pass and apple and eat plum": "bid, eat pear, gems",
    "greedy with pear": "bid, eat pear, gems",
    "greedy with bid 3 without later with plum": "bid 3, eat plum, guess",
    "greedy with now over later": "bid, pass, now",
    "greedy with now over eat": "bid, pass, gems",
    "greedy with eat over step.fruit-stand pass and bid 3 and bid 4": "bid 3, eat, gems",
    "greedy without step.corner now and later and guess": "bid, pass, gems",
    "greedy without step.auction bid with bid 3": "pass, pass, gems",
    "other": "bid 2, eat apple, gems",
    "other without bid 2": "bid 3, eat apple, gems",
    "search:30 without bid with plum and later": "pass, eat plum, gems",
    "random without step.auction pass and bid 1 and bid 3 with pear with later with gems": "bid, eat pear, gems",
}
"""Restricted seats, and what they choose in the three steps."""
WRONG = {
    "greedy without bd": ('there is no option or thing called "bd"', 'Did you mean "bid"?'),
    "greedy with bid over aple": ('there is no option or thing called "aple"', 'Did you mean "apple"?'),
    "greedy without eat now": ('"eat" is never offered with "now"', "Known here: apple, plum, pear."),
    "random without step.auction bd": (
        'there is no option or thing called "step.auction bd"',
        'Did you mean "step.auction bid"?',
    ),
    "seats.py:Mine without bid": (
        "a class of your own cannot be restricted",
        "Restrict a kind that is built in, or a plan; a class can leave out what it must not choose.",
    ),
    "othr without bid": ('"booth" has no seat "othr"', 'Did you mean "other"?'),
}
"""Restrictions that mean nothing, and what is said of them."""
OTHER = "kind: seat\nname: other\nprefers: [apple]\nnever: [pass, bid 1]\nat most: {bid: 2}\n"


def write(folder: Path, **plans: str) -> Path:
    for name, text in {
        "ruleset.yaml": MANIFEST, "rules/booth.rules": RULES, "data/weights.yaml": "kind: weights\nworth: {coins: 1}\n",
        **{f"data/{name}.yaml": text for name, text in plans.items()},
    }.items():  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def booth(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The booth with all plans, by number."""
    plans = {f"plan-{at}": f"kind: seat\nname: plan-{at}\n{text}\n" for at, text in enumerate(PLANS)}
    return compiled_program(str(write(tmp_path_factory.mktemp("booth"), other=OTHER, **plans)), 2)


def played(program: Program, kind: str, number: int) -> list[str]:
    """Return the decisions of the first seat, and with a plan those of the second are the same kind."""
    game, decide = Game.start(program, number), make_decider(kind, program)
    while not game.over:
        game.choose(decide(game.state, game.codes, number, len(game.decisions)))
    return game.decisions


@pytest.mark.parametrize("at", range(len(PLANS)), ids=list(PLANS))
def test_a_plan_decides_as_it_says(booth: Program, at: int) -> None:
    for number in range(4):
        chosen = played(booth, f"plan-{at}", number)
        steps = [name for name in chosen if name != "later"]
        for name, wanted in zip(steps, [*PLANS.values()][at].split(", ") * 2, strict=True):
            assert name == wanted or name.startswith(f"{wanted} "), chosen


@pytest.mark.parametrize("kind", RESTRICTED)
def test_a_restricted_seat_decides_as_it_must(booth: Program, kind: str) -> None:
    for number in range(3):
        steps = [name for name in played(booth, kind, number) if name != "later"]
        for name, wanted in zip(steps, RESTRICTED[kind].split(", ") * 2, strict=True):
            assert name == wanted or name.startswith(f"{wanted} "), steps


@pytest.mark.parametrize("kind", WRONG)
def test_a_restriction_that_means_nothing_is_a_finding(booth: Program, kind: str) -> None:
    with pytest.raises(RulesError) as caught:
        make_decider(kind, booth)
    (finding,) = caught.value.findings
    assert (finding.message, finding.remedy[0]) == WRONG[kind]


def test_where_a_restriction_makes_no_difference_games_are_the_same(booth: Program) -> None:
    """Also where options are equally good, so that one of them is drawn."""
    for kind in ("random", "greedy", "search:30"):
        for number in range(6):
            usual = played(booth, kind, number)
            avoided = next(bid for bid in (f"bid {amount}" for amount in range(1, 10)) if bid not in usual)
            assert played(booth, f"{kind} without {avoided}", number) == usual


def test_a_search_tries_only_what_is_left(booth: Program) -> None:
    state, codes = booth.opening(1)
    assert codes is not None
    for program in (booth, native(booth)) if compiler() else (booth,):
        found = Searcher(program, SearchBudget(60)).search_choices(state, codes[:3], 5)
        assert [one.code for one in found] == codes[:3] and sum(one.visits for one in found) == 60


def test_the_words_of_restrictions_are_read_apart() -> None:
    read = typed_seat("search:20  without a and b over c with  d e  without f")
    assert read == ("search:20", ("a", "b over c", "f"), ("d e",))
    assert read.limits == "without a and b over c and f with d e"
    assert typed_seat("cmd:./seat without bid") == ("cmd:./seat without bid", (), ())
    assert typed_seat("greedy and bid") == ("greedy and bid", (), ())
    assert typed_seat("greedy without and with with") == ("greedy", ("and",), ("with",))
    assert seats_in_words(["greedy without bid"] * 2 + ["random"]) == "two greedy bots without bid and one random bot"


@pytest.mark.slow
def test_a_plan_for_random_leaves_the_rest_to_chance_and_carelessness_comes_in_shares(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        a="kind: seat\nname: anything\nplays: random\nplans ahead: false\nnever: [bid]\n",
        b="kind: seat\nname: slack\nprefers: [pass]\nnever: [bid 9]\ncareless: 30\n",
    )
    program = compiled_program(str(folder), 2)
    assert {played(program, "anything", number)[0] for number in range(20)} == {"pass"}
    assert {played(program, "anything", number)[1] for number in range(30)} == {
        "pass",
        "eat apple",
        "eat plum",
        "eat pear",
    }
    first = [played(program, "slack", number)[0] for number in range(120)]
    assert 70 < first.count("pass") < 106 and "bid 9" not in first  # about 70 in 100, and one ninth of the rest
    assert first == [played(program, "slack", number)[0] for number in range(120)]


@pytest.mark.slow
def test_what_a_seat_does_not_know_has_no_influence(tmp_path: Path) -> None:
    folder = write(tmp_path, a="kind: seat\nname: blind\nnever: [now, later]\ndoes not know: [luck]\n")
    program = compiled_program(str(folder), 2)
    slot = next(fact.slot for fact in program.tables.facts if fact.name == "luck")
    guesses: dict[str, set[str]] = {"blind": set(), "greedy": set()}
    for number in range(12):
        for kind, decide in ((kind, make_decider(kind, program)) for kind in guesses):
            game = Game.start(program, number)
            while not game.names()[0].startswith("now"):
                game.choose(game.codes[0])
            found = set()
            for luck in range(1, 7):
                game.state[slot] = luck
                code = decide(list(game.state), game.codes[2:], number, 0)
                found.add(argument_of(code))
                assert kind == "blind" or argument_of(code) == luck
            assert len(found) == (1 if kind == "blind" else 6)
            guesses[kind] |= {str(one) for one in found}
    assert len(guesses["blind"]) > 2


def test_pieces_that_are_not_known_change_places() -> None:
    """Whoever plays without knowing its own card may have any, also if it has seen the card before."""
    program = compiled_program(str(ROOT / "examples" / "kuhn-poker"), 2)
    blind = Forgetting(program, ["hand"], Greedy(program).decide)
    hands = [place for place in program.tables.places if place.name == "hand"]
    known = program.tables.pieces["card"].known
    for number in range(4):
        game = Game.start(program, number)
        hand = hands[game.seat]
        for piece in hand.contents(game.state):
            game.state[known + piece] |= 1 << game.seat
        worlds = [blind.determinizer.sample(list(game.state), game.seat, turn) for turn in range(30)]
        assert {tuple(hand.contents(world)) for world in worlds} == {(0,), (1,), (2,)}
        assert blind.decide(list(game.state), game.codes, number, 0) in game.codes


@pytest.mark.slow
def test_a_program_in_c_decides_the_same() -> None:
    program = compiled_program(str(ROOT / "examples" / "liars-dice"), 2)
    try:
        in_c = native(program)
    except NoLibrary as problem:
        pytest.skip(str(problem))
    for number in range(5):
        python, c = make_decider("blind", program), make_decider("blind", in_c)
        state, codes = program.opening(number)
        held = in_c.opening(number)[0]
        made = 0
        while codes is not None:
            code = python(state, codes, number, made)
            assert c(held, codes, number, made) == code
            codes, _ = program.take(state, code), in_c.take(held, code)
            made += 1
        assert made


def test_plans_are_inherited_and_replaced_by_name(tmp_path: Path) -> None:
    base = write(
        tmp_path / "booth", a="kind: seat\nname: one\nprefers: [now]\n", b="kind: seat\nname: two\nplays: one\n"
    )
    house = tmp_path / "house"
    (house / "data").mkdir(parents=True)
    manifest = 'ruleset: house\ntitle: "House"\nextends: booth\nsources: {ours: {title: "Ours", passages: ["Rule"]}}\n'
    (house / "ruleset.yaml").write_text(manifest, "utf-8")
    (house / "data" / "one.yaml").write_text("kind: seat\nname: one\nnever: [now]\n", "utf-8")
    below, above = (compiled_program(str(folder), 2) for folder in (base, house))
    assert below.tables.plans["two"].prefers == ["now"] and below.tables.plans["two"].never == []
    assert above.tables.plans["two"].prefers == [] and above.tables.plans["two"].never == ["now"]
    assert above.fingerprint == below.fingerprint


def test_a_seat_that_there_is_not_is_a_finding() -> None:
    program = compiled_program(str(ROOT / "examples" / "liars-dice"), 2)
    with pytest.raises(RulesError) as caught:
        make_decider("blnd", program)
    assert caught.value.findings[0].remedy[0] == 'Did you mean "blind"?'


@pytest.mark.slow
@pytest.mark.parametrize(("plan", "games"), [("explorer", 50), ("homebody", 20)])
def test_the_plans_for_goa_keep_to_what_they_say(plan: str, games: int) -> None:
    program = compiled_program("goa", 4)
    decide = make_decider(plan, program)
    names: dict[str, int] = {}
    for number in range(games):
        state, codes = program.opening(number)
        made = 0
        while codes is not None:
            mine = state[program.seats_of[~state[0]]] == number % 4
            code = decide(state, codes, number, made) if mine else codes[pick(number, made, len(codes))]
            row = program.tables.choice(code)
            offered = {program.tables.choice(one).name for one in codes}
            if mine and len(codes) > 1:
                names[row.name] = names.get(row.name, 0) + 1
                if plan == "explorer":
                    assert row.name != "bid" or argument_of(code) <= 6
                    assert row.name in ("expedition", "draw") or not offered & {"expedition", "draw"}
                else:
                    assert row.name != "found" or offered == {"found"}
            codes = program.take(state, code)
            made += 1
    assert names["bid"] > games and names["expedition"] > games


def test_shipped_plans_have_no_findings() -> None:
    for name in ("goa", str(ROOT / "examples" / "liars-dice")):
        findings = Findings()
        assert load(name, findings).seat_data and not findings.found
