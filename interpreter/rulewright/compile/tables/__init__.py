"""The typed tables of a program: what the compiler derives, and the engine, players and reports read."""

from rulewright.compile.tables.pieces import (
    CHOSEN,
    READ,
    DomainInfo,
    PieceFact,
    PieceKind,
    PieceTable,
    Place,
    PrintedFact,
    bits_of_group,
)  # fmt: skip
from rulewright.compile.tables.program import CompiledProgram, ProgramTables
from rulewright.compile.tables.rules import (
    NO_HINTS,
    BoardLook,
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
    Several,
    Site,
    Step,
    Stream,
    TableHints,
    ThingLook,
    Watched,
    WatchedPart,
    place_of,
    step_of,
)  # fmt: skip
from rulewright.compile.tables.seats import ALL, END, MOST_VALUED, Curve, Quantity, SearchSettings, SeatPlan, Weights
from rulewright.compile.tables.values import (
    BY_NOTHING,
    WORD,
    Entry,
    TypedSlot,
    ValueType,
    argument_of,
    bits,
    option_of,
    piece_of,
    value_at,
    words_for,
    write_at,
)  # fmt: skip

__all__ = [
    "ALL", "BY_NOTHING", "CHOSEN", "END", "MOST_VALUED", "NO_HINTS", "READ", "WORD", "BoardLook", "Choice",
    "CompiledProgram", "Computed", "Curve", "Declared", "DomainInfo", "Ending", "Entry", "Fact", "Invariant",
    "PieceFact", "PieceKind", "PieceTable", "Place", "PlainStep", "PrintedFact", "ProgramTables", "Quantity",
    "RuleLine", "SavedFrames", "Scoring", "SearchSettings", "SeatPlan", "Several", "Site", "Step", "Stream",
    "TableHints", "ThingLook", "TypedSlot", "ValueType", "Watched", "WatchedPart", "Weights", "argument_of", "bits",
    "bits_of_group",
    "option_of", "piece_of", "place_of", "step_of", "value_at", "words_for", "write_at",
]  # fmt: skip
