"""The tables of a program, and the compiled program as it is kept."""

from collections.abc import Sequence
from dataclasses import field
from types import CodeType

from rulewright.compile.tables.pieces import DomainInfo, PieceTable, Place, PrintedFact
from rulewright.compile.tables.rules import (
    NO_HINTS,
    UNWATCHED,
    WHOEVER_HAS_MOST,
    Choice,
    Computed,
    Declared,
    Ending,
    Fact,
    Invariant,
    PlainStep,
    RuleLine,
    SavedFrames,
    Scoring,
    Site,
    Step,
    Stream,
    TableHints,
    Watched,
)
from rulewright.compile.tables.seats import UNWEIGHED, Quantity, SearchSettings, SeatPlan, Weights
from rulewright.compile.tables.values import Entry, TypedSlot, ValueType, argument_of, option_of, row, words_for


@row
class ProgramTables:
    """Everything about a compiled game except its code. Immutable."""

    title: str
    seats: int
    seat_names: list[str]
    traced: bool
    fingerprint: str
    """Of the rules: equal for equal rules, figures and seats, whatever their texts."""
    length: int
    """How many slots the vector has."""
    start: list[int]
    """The vector before the first block; slot 1 waits for the seed."""
    entries: list[Entry]
    domains: dict[str, DomainInfo]
    pieces: dict[str, PieceTable]
    """By domain."""
    printed: dict[str, list[PrintedFact]]
    """By domain of pieces."""
    facts: list[Fact]
    places: list[Place]
    """By number of the place."""
    declared: list[Declared]
    amounts: dict[str, str]
    """The plural of each amount."""
    sites: list[Site]
    choices: list[Choice]
    """By number of the option."""
    menus: dict[str, str]
    """The label of each menu."""
    blocks: list[str]
    """The name of each block."""
    steps: dict[str, Step]
    """By name without kind. Only steps that ask somebody."""
    circles: list[SavedFrames]
    plain_steps: dict[str, PlainStep]
    """In the traced build, steps that ask nobody, by name without kind."""
    computed: list[Computed]
    """In the traced build, all declared values."""
    frames: list[TypedSlot]
    """The names of rules under way."""
    scorings: list[Scoring]
    invariants: list[Invariant]
    lines: list[RuleLine]
    streams: list[Stream]
    phrases: dict[str, str]
    """What the interpreter itself says, in the language of the program."""
    plurals: dict[str, str]
    """The forms of counted things in that language, each with its condition."""
    labels: dict[str, str]
    """In another language than the rules' own: labels by full name."""
    forms: dict[str, dict[str, str]]
    """In another language than the rules' own: the forms of counted things by full name."""
    contexts: dict[str, dict[str, TypedSlot]] = field(default_factory=dict)
    """What rules that ask are given and everybody may know, by full name."""
    ruleset: str = ""
    settings: dict[str, int] = field(default_factory=dict)
    """The figures that were set for this program."""
    texts_fingerprint: str = ""
    """Of everything that is written in the files of the ruleset."""
    weights: Weights = UNWEIGHED
    hints: TableHints = NO_HINTS
    quantities: list[Quantity] = field(default_factory=list)
    """What weights value, by number of the function that says how much of it a seat has."""
    moments: int = 1
    """How many moments of a game weights distinguish."""
    search: SearchSettings = field(default_factory=SearchSettings)
    plans: dict[str, SeatPlan] = field(default_factory=dict)
    """By name."""
    ending: Ending = WHOEVER_HAS_MOST
    watched: Watched = UNWATCHED
    marks: int = 0
    """How many marks a marked program has."""
    option_marks: dict[int, int] = field(default_factory=dict)
    """The first mark of each option."""

    @property
    def stream_keys(self) -> dict[str, int]:
        """The key of each stream of random numbers by its name."""
        return {stream.name: stream.key for stream in self.streams}

    @property
    def own_numbers(self) -> list[Fact]:
        """The numbers that the game itself has: its rounds, say."""
        return [
            fact for fact in self.facts
            if not (fact.owner or fact.keys or fact.as_bits or fact.is_amount or fact.is_internal)
            and fact.type.is_number
        ]  # fmt: skip

    @property
    def ways_back(self) -> dict[str, int]:
        """By full name of a step or phase, the slot of the block that it returns to."""
        return {entry.name.removesuffix(".back"): entry.start for entry in self.entries if entry.what == "control"}

    @property
    def step_arguments(self) -> dict[str, list[int]]:
        """By full name of each step or phase that asks, the slots of its arguments."""
        given = {name: [param.slot for param in step.params.values()] for name, step in self.steps.items()}
        return {site.step: given.get(site.step.partition(".")[2], []) for site in self.sites}

    def width(self, type_: ValueType) -> int:
        """Return how many slots a value takes."""
        return words_for(len(self.domains[type_.domain].members)) if type_.how == "set" else 1

    def choice(self, code: int) -> Choice:
        """Return the row of a choice."""
        return self.choices[option_of(code)]

    def asked_at(self, state: Sequence[int]) -> Site:
        """Return the question at which a vector is."""
        return self.sites[~state[0]]

    def is_hidden(self, state: Sequence[int], code: int) -> bool:
        """Return whether the argument of a choice is a piece that not everybody knows."""
        argument, piece = self.choice(code).argument, argument_of(code)
        pieces = self.pieces.get(argument.domain) if argument is not None else None
        return pieces is not None and piece >= 0 and pieces.known_to(state, piece) != pieces.everyone


@row
class CompiledProgram:
    """A program as the cache stores it: its tables, its code, and the source text of the code."""

    tables: ProgramTables
    code: CodeType
    source: str
