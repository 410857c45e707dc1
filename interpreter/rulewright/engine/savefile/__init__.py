"""The save format: games as text files, by names, so that they survive changes of the rules they were played under.

A file has a first line that identifies it, then JSON with one decision per line. Saves and replays share
the format: a save adds the vector by names, so that a game can be resumed under changed rules; a replay
adds offers, changes and the state hash of each decision, so that a changed result is found at the decision
where it first shows.

    format.py         `SavedGame` and its text; reading, writing, compressed lists of names
    validation.py     the entries of a file and their types
    games.py          from running games to `SavedGame` and back

A game is resumed in one of two ways. Under the same rules (equal fingerprints) its decisions are replayed
and must lead to the saved vector. Under other rules the vector itself is used, if every name in it still
exists, every piece is in exactly one place and every invariant holds. Anything else raises `RulesError`
with one of the codes `save-broken`, `save-newer`, `save-changed`, `save-other-seats` and
`save-of-other-rules`; files are never trusted.

To change the format, increment `FORMAT`, keep reading older ones, and add a file of the old format to
`tests/engine/saves-by-hand.yaml`.

Typical use, with a `Program` for the seats of the game:

    from rulewright.engine.savefile.games import load, save

    save(game, Path("evening.save"))                 # atomically; OSError if that is impossible
    game = load(Path("evening.save"), program)       # RulesError if the file is unusable

Tests: `tests/engine/test_saves.py` resumes games under changed rules, `test_save_errors.py` damages files
in every way that has a message of its own, and `tests/fuzz/` damages them at random.
"""
