"""Error recovery: what is wrong with lines that cannot be parsed, and what was probably meant.

`recover.explain_declaration` is called with the lines of a declaration that the parser refused. It repeats: find the
first line that fails (`probe.first_failure`), explain it, put the line that was meant or a placeholder in its place. So
every syntax error gets one message, the rest of the declaration is checked for names, and nothing is reported that only
follows from an error. For instance:

    step sell:                 | fails at | explained as              | goes on with
        tak 2 coins            | `2`      | "take" is misspelt        | take 2 coins
        frobnicate it loudly   | `it`     | no line begins like this  | stop (a placeholder that can be parsed there)
        pay 1 coin to          | the end  | "to" is too much here     | pay 1 coin

These are three messages in three rounds; the fourth parse succeeds. Without the placeholder, nothing below the second
line would be examined; if the line were left out, a step of only that line would lack its block.

A line is explained by strategies (`strategies.STRATEGIES`), functions from an `Attempt` to a `SyntaxMistake` or None.
An attempt answers what would be parsed if the line were a little different. The first strategy that finds something
wins:

| strategies in | find |
|---|---|
| `hints` | near misses: phrases of rulebooks and other languages, listed in `hints.txt` |
| `signs` | characters and spellings that no sentence contains |
| `misplaced` | lines that belong elsewhere |
| `neighbours` | the right words in the wrong order or connection |
| `strategies` | slips of the keyboard, and single words, signs and quotes that are missing or too many |

A `SyntaxMistake` carries the line as it was meant. If that line can be parsed and has no placeholders,
`attempt.fix_of` turns it into a fix: safe if there is no other reading, otherwise one for a person to decide. `wording`
has the words in which messages name what would fit.

A new near miss is an entry in `hints.txt`, and a case in `tests/mistakes/typed.rules`. A new strategy is a function in
one of these modules and its place in `STRATEGIES`.

Recovery imports the probe, the lines and the registry of sentences. Only the parser imports `recover`, and only when
something cannot be parsed is `hints.txt` read.
"""
