"""The commands: a module or package for each, with a click command named `command`.

A module is imported only when its command is called, so that no command pays for what another one imports. `command`
returns an exit code of `cli.output`; its docstring is the help, in the vocabulary of a games table. Errors that a
person can cause are raised as `RulesError` or `click.UsageError`, and printed by `cli.main`.
"""

COMMANDS = {
    "list": ("list_", "Show which games are here."),
    "play": ("play", "Play a game at the table."),
    "serve": ("serve", "Play in the browser, with friends far away."),
    "replay": ("replay", "Tell a game again, verify it, or go on from one of its decisions."),
    "check": ("check", "Check rule files for mistakes."),
    "fmt": ("fmt", "Lay out rule files and YAML files."),
    "test": ("test", "Run the scenarios of a ruleset."),
    "coverage": ("coverage", "Show what scenarios and random games never reach."),
    "mutate": ("mutate", "Break every rule and list what no scenario notices."),
    "simulate": ("simulate", "Play many random games and sum them up."),
    "seat-check": ("seat_check", "Try a program of your own that decides for a seat."),
    "mcp": ("mcp", "Let a language model sit at the table, over MCP."),
    "perft": ("perft", "Count lines of play exactly."),
    "new": ("new", "Write a small ruleset to begin with, on top of another one."),
    "try": ("try_", "Check, test and play a ruleset, and say what it changed."),
    "compare": ("compare", "Play two rulesets by the same game numbers and say what is different."),
    "report": ("report", "Answer what designers ask, by many games."),
    "arena": ("arena", "Let kinds of seat play against each other, and rate them."),
    "tune": ("tune", "Look for settings with which a search plays better."),
    "strategy": ("strategy", "Look for a plan that beats seats which play greedily."),
    "worth": ("worth", "Find out what each option, card or tile is worth."),
    "sweep": ("sweep", "Find values of numbers with which games meet targets."),
    "show": ("show", "Show a rule, piece, figure or ruling as written."),
    "sources": ("sources", "Show what is printed where, what is assumed, what is not explained."),
    "diff": ("diff", "Show how two rulesets differ, rule by rule."),
    "editions": ("editions", "Write a page on which two or three editions are compared."),
    "diverge": ("diverge", "Find a short game that two rulesets play differently."),
    "rulebook": ("rulebook", "Make a rulebook to print from the rules."),
    "sheets": ("sheets", "Write cards and tiles to print and cut out."),
    "lsp": ("lsp", "Answer an editor: the language server."),
    "docs": ("docs", "Write the documentation as pages to read in a browser."),
    "completion": ("completion", "Let a shell complete what is typed."),
    "explain": ("explain", "Explain a message, a word of the language, or a rule."),
}
"""The commands by the words that people type, in the order of the help: module, and what it does."""
