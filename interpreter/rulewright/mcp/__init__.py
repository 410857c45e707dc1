"""A seat for a language model: a server of the Model Context Protocol over standard input and output.

A turn is text, as a person at a table would read it: what is asked, with the names of the options, then what has
happened, then what has changed on the table. It takes at most `turns.MOST_BYTES`; everything else that the seat may see
is there when the model asks for it. Nothing is sent that the seat may not know (`tests/secrets/test_word_pairs.py`).

    rpc.py           JSON-RPC 2.0: lines in, answers out, errors with their numbers
    server.py        the methods of the protocol: tools, and the rulebook as resources
    tools.py         the tools: their forms, and what each answers
    turns.py         the text of a turn
    sitting.py       the game that is played, with the model in one seat

Written by hand: the part of the protocol that tools need is few methods. The official package `mcp` 2.3.0 installs 28
packages (pydantic, starlette, uvicorn ...) of 70 MB and takes 0.7 s to import, for the same messages. Its client
was tried with this server.
"""
