"""The command line: `main` finds and runs a command, `commands/` has a module for each, the rest is what they share."""
