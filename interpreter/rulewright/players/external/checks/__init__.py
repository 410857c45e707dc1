"""What `seat-check` tries with a seat: a game, and situations that seats are known to fail in.

    probe.py         a process or connection that is sent anything, and what it answers
    exchanges.py     situations of questions and answers
    sessions.py      situations of whole games and processes
    running.py       runs all of them; each ends in a `Checked`

A situation is a function of a `Probe`; its docstring is its title. It raises `FailedError` with cause and remedy.
"""
