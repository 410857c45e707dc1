"""A process that knows a game only by its vector: a line of JSON comes in, a line of JSON goes out.

In: [vector, code]. With a code the choice is taken; without one (null) the vector is only looked at. Out: [vector,
choices], null for the choices when the game is over. Started by the tests as a process of its own, where the rules are
read and compiled anew.
"""

from __future__ import annotations

import json
import sys

from rulewright.workspace import compiled_program


def main(name: str, seats: str, traced: str) -> None:
    played = compiled_program(name, seats=int(seats), traced=traced == "traced")
    for line in sys.stdin:
        state, code = json.loads(line)
        codes = played.choices(state) if code is None else played.take(state, code)
        played.log.clear()
        print(json.dumps([state, codes]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
