"""`--untrusted`: rules of somebody unknown, in a process of their own that can take and change little.

    outside.py    the option: starts the command again, waits for it, and says what ended it
    inside.py     the confined process: its limits, and what it may no longer do
    landlock.py   on Linux, the same refusal by the kernel

A command takes part in three steps:

1. Its line in `inside.COMMAND_LIMITS` gives the seconds, memory and file size that it may take. The limits hold from
   the start of the process, before anything of a ruleset is read.
2. It has the option `outside.untrusted_option()`. In the first process the option runs the command again with a
   temporary folder of its own, and ends with its exit code; the command itself runs only in the second.
3. It calls `inside.enter_confinement(named, writable)` before it reads a ruleset, with the rulesets that the user
   named and the places that it must write to. From then on an audit hook refuses to write anywhere else, to start
   processes and to connect; `extends` reaches shipped rulesets and the named ones only. Where the process is not to be
   confined, the call has no effect.

Commands that can be confined play in one process and without a C compiler. Windows has no such limits, so the option is
refused there. SECURITY.md says what is guaranteed, and what is not: the process can read what its user can read,
although rules have no way to ask for it.

Tests: `tests/cli/test_cli_untrusted.py`, which runs what is refused inside of a confined process.
"""
