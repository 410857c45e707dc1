"""A seat that searches keeps its budget, can be stopped, and plays the same moves however it is run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.backends import Program
from rulewright.backends.native import NoLibrary
from rulewright.backends.native_evaluation import native_evaluation
from rulewright.chance import is_careless, pick
from rulewright.compile.tables import END
from rulewright.players.search import native as in_c
from rulewright.players.search import seat as seats
from rulewright.players.search.result import Considered, best_of, drawn_of, merged_choices, shares_of
from rulewright.players.search.seat import Searcher
from rulewright.players.search.settings import CARELESS_PERCENT, SearchBudget, Settings, budget_of
from rulewright.players.seats import make_decider
from rulewright.playtest.game import play_one
from rulewright.workspace import compiled_program

GRID = "./examples/tic-tac-toe"


def program(ruleset: str = GRID, seats: int = 2) -> Program:
    return compiled_program(ruleset, seats, {}, traced=False)


def position(rules: Program, *chosen: int) -> tuple[list[int], list[int]]:
    """Return the position after some choices, each given by what comes with it."""
    state, codes = rules.opening(1)
    for argument in chosen:
        assert codes is not None
        codes = rules.take(state, next(code for code in codes if code & 65535 == argument))
    assert codes is not None
    return state, codes


BUDGETS = [
    ("search", SearchBudget(1000)), ("search:250", SearchBudget(250)), ("search:2s", SearchBudget(0, 2.0)),
    ("search:0.5s", SearchBudget(0, 0.5)),
    ("level:1", SearchBudget(level=1)), ("level:5", SearchBudget(level=5)),
    *((kind, None) for kind in ("search:", "search:0", "search:-1", "search:1e3", "search:2m")),
    *((kind, None) for kind in ("level:0", "level:6", "level", "greedy")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "budget"), BUDGETS)
def test_a_kind_of_seat_names_a_budget(kind: str, budget: SearchBudget | None) -> None:
    assert budget_of(kind) == budget


def test_levels_think_longer_and_longer() -> None:
    playouts = [SearchBudget(level=level).for_program(program()).playouts for level in range(1, 6)]
    assert playouts == sorted(set(playouts))


@pytest.mark.slow
def test_low_levels_take_any_option_now_and_then() -> None:
    rules = program()
    state, codes = rules.opening(1)
    assert codes is not None
    careful = Searcher(rules, SearchBudget(20)).decide
    for level, percent in enumerate(CARELESS_PERCENT, 1):
        careless = [number for number in range(1000) if is_careless(percent, number, 2)]
        assert percent * 8 <= len(careless) <= percent * 12
        if level == 1:
            level_1 = Searcher(rules, SearchBudget(level=1)).decide
            for number in range(20):
                any_one = codes[pick(number, 2, len(codes))]
                wanted = any_one if number in careless else careful(state, codes, number, 2)
                assert level_1(list(state), codes, number, 2) == wanted


def test_every_playout_is_one_visit() -> None:
    rules = program()
    state, codes = position(rules)
    for playouts in (1, 7, 300):
        found = Searcher(rules, SearchBudget(playouts)).search_choices(state, codes, 3)
        assert sum(one.visits for one in found) == playouts


def test_what_wins_at_once_is_proven_and_chosen() -> None:
    rules = program()
    state, codes = position(rules, 0, 3, 1, 4)
    found = Searcher(rules, SearchBudget(300)).search_choices(state, codes, 1)
    assert best_of(found).code & 65535 == 2
    assert best_of(found).proven == 1


def test_what_loses_is_proven_and_avoided() -> None:
    """Nought must block: everything else is proven to lose."""
    rules = program()
    state, codes = position(rules, 0, 4, 1)
    found = {one.code & 65535: one for one in Searcher(rules, SearchBudget(4000)).search_choices(state, codes, 1)}
    assert best_of([*found.values()]) is found[2]
    assert {one.proven for space, one in found.items() if space != 2} == {-1}


@pytest.mark.slow
def test_tic_tac_toe_is_never_lost() -> None:
    rules = program()
    for number in range(40):
        for mine in range(2):
            kinds = ["random", "search:1000"] if mine else ["search:1000", "random"]
            record = play_one(rules, number, deciders=[make_decider(kind, rules) for kind in kinds])
            assert record.totals[mine] >= record.totals[1 - mine], (number, mine)
        both = play_one(rules, number, deciders=[make_decider("search:1000", rules)] * 2)
        assert both.totals == [0, 0], number


@pytest.mark.slow
def test_the_move_does_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = program()
    state, codes = position(rules)
    search = Searcher(rules, SearchBudget(5000))
    assert search.budget.trees > 1
    found = search.search_choices(state, codes, 9)
    pool = seats.ThreadPoolExecutor
    monkeypatch.setattr(seats, "ThreadPoolExecutor", lambda _: pool(1))
    assert search.search_choices(state, codes, 9) == found
    assert search.search_choices(state, codes, 10) != found


def test_without_a_compiler_the_moves_are_the_same_and_the_reason_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = program()
    state, codes = position(rules, 4)
    found = Searcher(rules, SearchBudget(60)).search_choices(state, codes, 2)

    def none(_: Program) -> Program:
        raise NoLibrary("there is no C compiler here")

    monkeypatch.setattr("rulewright.backends.native_evaluation.native", none)
    native_evaluation.cache_clear()
    slow = Searcher(rules, SearchBudget(60))
    assert slow.in_python == "there is no C compiler here"
    assert slow.search_choices(state, codes, 2) == found


class Endless:
    """A tree that takes its time, and counts how often it was asked."""

    def __init__(self) -> None:
        self.slices: list[float] = []

    def run(self, most: int, seconds: float) -> int:
        self.slices.append(seconds)
        return len(self.slices)

    def found_choices(self, codes: list[int]) -> list[Considered]:
        return [Considered(code, len(self.slices), 0.0) for code in codes]


def test_a_search_comes_back_every_slice_and_tells_how_far_it_is() -> None:
    rules, tree = program(), Endless()
    heard: list[float] = []

    def listen(share: float, found: Sequence[Considered]) -> None:
        heard.append(share)
        assert len(found) == 9

    search = Searcher(rules, SearchBudget(50), progress=listen)
    search._plant = lambda *_: tree
    state, codes = position(rules)
    search.search_choices(state, codes, 1)
    assert set(tree.slices) == {seats.SLICE_SECONDS}
    assert heard == [made / 50 for made in range(1, 51)]


def test_an_interruption_ends_all_trees() -> None:
    rules = program()
    search = Searcher(rules, SearchBudget(10**8))

    def interrupt(share: float, found: Sequence[Considered]) -> None:
        raise KeyboardInterrupt

    search.progress = interrupt
    state, codes = position(rules)
    with pytest.raises(KeyboardInterrupt):
        search.search_choices(state, codes, 1)


def test_who_listens_can_have_the_search_decide_at_once() -> None:
    rules = program()
    state, codes = position(rules)
    for playouts in (10**8, 10**3):
        found = Searcher(rules, SearchBudget(playouts), progress=lambda share, found: True).search_choices(
            state, codes, 1
        )
        assert 0 < sum(one.visits for one in found) < 10**8


def test_a_choice_alone_is_worth_what_it_comes_to() -> None:
    """Nought must block: the search says how much worse anything else is, however seldom it tries that."""
    rules = program()
    state, codes = position(rules, 0, 4, 1)
    search = Searcher(rules, SearchBudget(400))
    worth = {code & 65535: search.value_of(state, code, 3) for code in codes}
    assert max(worth, key=lambda space: worth[space]) == 2
    assert all(worth[space] < -150 < worth[2] for space in worth if space != 2)


@pytest.mark.slow
def test_what_is_expected_to_follow_is_told_as_far_as_the_seat_can_know() -> None:
    rules = program("./examples/kuhn-poker")
    state, codes = rules.opening(4)
    assert codes is not None
    search = Searcher(rules, SearchBudget(2000), Settings())
    best = max(search.rate_options(state, codes, 1), key=lambda one: one.visits)
    assert best.line and best.line[0].state[0] < 0
    assert all(0.5 < turn.likely <= 1 for turn in best.line)
    seat = state[rules.seats_of[~state[0]]]
    for number in range(5):
        other = rules.playing.sample(state, seat, number)
        assert max(search.rate_options(other, codes, 1), key=lambda one: one.visits) == best


def test_the_continuation_of_a_game_without_chance_is_a_line_of_play() -> None:
    rules = program()
    state, codes = position(rules)
    best = max(Searcher(rules, SearchBudget(3000)).rate_options(state, codes, 1), key=lambda one: one.visits)
    state = state.copy()
    then = rules.take(state, best.code)
    for turn in best.line:
        assert turn.state[2:] == state[2:] and turn.likely == 1 and not turn.hidden
        assert then is not None and turn.code in then
        then = rules.take(state, turn.code)
    assert len(best.line) == 4


def test_a_time_budget_ends_the_search() -> None:
    rules = program()
    state, codes = position(rules)
    found = Searcher(rules, SearchBudget(0, 0.05)).search_choices(state, codes, 1)
    assert sum(one.visits for one in found) > 0


def test_a_tree_without_room_plays_on_without_it() -> None:
    rules = program()
    state, codes = position(rules)
    search = Searcher(rules, SearchBudget(200))
    plant = search._plant
    search._plant = lambda state, seat, seed, settings, edges: plant(state, seat, seed, settings, 20)
    found = search.search_choices(state, codes, 1)
    assert best_of(found).visits > 0
    assert sum(one.visits for one in found) == 200


def test_trees_are_merged_choice_by_choice() -> None:
    trees = [[Considered(1, 5, 50.0), Considered(2, 7, -7.0)], [Considered(1, 3, 0.0, -1), Considered(2, 1, 9.0, 1)]]
    assert merged_choices(trees) == [Considered(1, 8, 50.0, -1), Considered(2, 8, 2.0, 1)]


def test_a_world_in_which_the_rules_fail_everywhere_is_no_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = program()
    state, codes = position(rules)

    def stuck(tree: in_c.NativeTree, most: int, seconds: float) -> int:
        raise seats.StuckError

    monkeypatch.setattr(in_c.NativeTree, "run", stuck)
    found = Searcher(rules, SearchBudget(100)).search_choices(state, codes, 1)
    assert [one.visits for one in found] == [0] * 9


ENDLESS = """
each player has:
    amount coin / coins: 0 to 9

game "The well":
    in laps for each player in players until for some one in players (one's coins is 9):
        ask player "A coin?":
            option take "Take a coin" when player's coins is below 4:
                take 1 coin
            option wait "Wait":
                tell "Waits."
            option rest "Rest":
                tell "Rests."

scoring coins "Coins":
    score player's coins points
"""


@pytest.mark.slow
@pytest.mark.parametrize("opponents", ["informed", "bluffing"])
def test_a_game_without_an_end_ends_no_search(opponents: str, tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        "ruleset: well\ntitle: The well\nplayers: {from: 2, to: 2, names: [A, B]}\nsources: {}\n"
    )
    for folder, name, text in (("rules", "game.rules", ENDLESS), ("data", "search.yaml", f"opponents: {opponents}\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(("kind: search\n" if folder == "data" else "") + text)
    rules = program(str(tmp_path))
    state, codes = position(rules)
    searcher = Searcher(rules, SearchBudget(12))
    assert searcher.in_python == "" and sum(one.visits for one in searcher.search_choices(state, codes, 1)) == 12


@pytest.mark.slow
def test_who_bluffs_bets_on_the_lowest_card_now_and_then_but_calls_with_it_never() -> None:
    rules = program("./examples/kuhn-poker")
    cards, bluffs = rules.tables.pieces["card"], Searcher(rules, SearchBudget(400))
    with_lowest: dict[int, Counter[int]] = {}
    for number in range(60):
        state, codes = rules.opening(number)
        while codes is not None:
            site, seat = ~state[0], state[rules.seats_of[~state[0]]]
            code = bluffs.decide(state, codes, number, site)
            if cards.place_of(state, 0) == 1 + seat:
                with_lowest.setdefault(site, Counter())[codes.index(code)] += 1
            codes = rules.take(state, code)
    bet_or_pass, call_or_fold = (with_lowest[site] for site in sorted(with_lowest))
    assert 0 < bet_or_pass[0] < bet_or_pass[1]
    assert call_or_fold[0] == 0 and call_or_fold[1] > 5


def test_choices_are_drawn_by_their_visits_but_not_those_that_were_only_explored() -> None:
    found = [Considered(1, 60, 0.0), Considered(2, 30, 0.0), Considered(3, 5, 0.0)]
    assert shares_of(found) == [60, 30, 0]
    drawn = Counter(drawn_of(found, ((2 * at + 1) << 62) // 180).code for at in range(90))
    assert drawn == {1: 60, 2: 30}


@pytest.mark.slow
def test_who_wins_together_with_points_looks_a_little_ahead_instead_of_to_an_end_that_chance_makes_a_defeat() -> None:
    rules = program("./tests/known_games/hanabi")
    longer = replace(rules, tables=replace(rules.tables, search=replace(rules.tables.search, playouts=END)))
    points = [
        sum(play_one(each, number, deciders=[make_decider("search:200", each)] * 2).totals[0] for number in (1, 2, 3))
        for each in (rules, longer)
    ]
    assert points[0] > 2 * 3 > points[1], points
